"""Compute the main table on the pairs that all rows cover, where some rows cover a part of the pairs only."""

import pandas as pd

from acceptability.analyses.common.manifest import COMMON
from acceptability.analyses.coverage import compute_by_coverage, on_common_pairs
from acceptability.analyses.criteria.compute import compute as of_criteria
from acceptability.analyses.criteria.manifest import CRITERIA


def compute(
    *,
    deltas: dict[str, pd.DataFrame],
    pairs: pd.DataFrame,
    scored_sentences: dict[str, pd.DataFrame],
    every_sentence: pd.DataFrame,
    thresholds: list[float],
    reference: str,
    dataset: str,
) -> pd.DataFrame:
    """Return the shares of every row on the pairs that all cover, as COMMON.

    The table is empty where all rows cover all pairs that count, or there is no pair that all cover.

    Parameters:
        deltas: tables DELTAS by system; the references are the system ``reference``.
        scored_sentences, every_sentence: tables Z_SCORES by system, and SENTENCES. All rows and references are
            standardised over the sentences that all rows score that cover a part.
    """
    tables = {"deltas": deltas, "pairs": pairs}
    populations = {"scored_sentences": scored_sentences, "every_sentence": every_sentence}
    settings = {"thresholds": thresholds, "variants": {}, "reference": reference, "dataset": dataset}
    common = on_common_pairs(tables | populations | settings)
    if common is None:
        return pd.DataFrame(columns=list(COMMON.columns))
    return compute_by_coverage(of_criteria, {**common, **dict.fromkeys(populations)}, (CRITERIA,))["criteria"]
