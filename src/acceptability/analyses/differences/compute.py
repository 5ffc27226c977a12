"""Compare systems with each other: differences of their shares, with intervals and paired tests over clusters."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics import uncertainty
from acceptability.statistics.references import reference_z_scores


def compute(
    *,
    deltas: dict[str, pd.DataFrame],
    pairs: pd.DataFrame,
    thresholds: list[float],
    reference: str,
    families: dict[str, list[str]],
    dataset: str,
    scored_sentences: dict[str, pd.DataFrame] | None = None,
    every_sentence: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Return the differences between all rows, as DIFFERENCES.

    Parameters:
        deltas: tables DELTAS by system; the references are the system ``reference``.
        families: rows whose comparisons are corrected together, by the name of the family.
        scored_sentences, every_sentence: where rows may cover a part, tables Z_SCORES by system, and SENTENCES: two
            rows are then compared as standardised over the same sentences (uncertainty.differences).
    """
    columns = systems.delta_columns(deltas)
    deciding = systems.deciding_rows(deltas)
    references = [row for row in columns if row.startswith(f"{reference}/")]
    z_scores = {}
    if scored_sentences is not None:
        of_references = {f"{reference}/{name}": z for name, z in reference_z_scores(every_sentence).items()}
        z_scores = systems.by_row(scored_sentences, "z_score") | of_references
    differences = uncertainty.differences(columns, pairs, thresholds, references, families, deciding, z_scores)
    differences.insert(0, "dataset", dataset)
    return differences
