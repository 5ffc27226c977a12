"""How well a system agrees with humans and experts: correlations and criteria, on all pairs and on some (pure).

The point-biserial correlation is the measure that Niu & Penn (2020) propose, over all sentences at once.
"""

import numpy as np
import pandas as pd

from acceptability import criteria, statistics


def subsets(pairs: pd.DataFrame, sentences: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The pairs of each choice, by its name; a choice without pairs is left out.

    Only rated pairs count, or all where none is rated. The choices are ``all``; each value of the column ``source``,
    where the pairs have it (LI and Adger apart); ``matched``, the pairs whose members have the same number of words
    (what stands between spaces), and ``unmatched``, the others. ``pairs`` and ``sentences`` as in ``io.TABLES``.
    """
    by_id = sentences.set_index("sentence_id")
    pairs = pairs[criteria.counted(criteria.pair_deltas(pairs, by_id["rating"]))]
    words = by_id["sentence"].str.split().str.len()
    matched = pairs["good_id"].map(words) == pairs["bad_id"].map(words)
    chosen = {"all": pairs}
    if "source" in pairs:
        chosen |= dict(iter(pairs.groupby("source", sort=False)))
    chosen |= {"matched": pairs[matched], "unmatched": pairs[~matched]}
    return {name: part for name, part in chosen.items() if len(part)}


def evaluate(deltas: pd.DataFrame, chosen: dict[str, pd.DataFrame], thresholds: list[float]) -> pd.DataFrame:
    """Correlations of the deltas of one system with the human ones, and both criteria (corrected), on each choice.

    ``deltas`` as in ``io.TABLES``; ``chosen`` as ``subsets`` gives them. Without ratings there are neither
    correlations nor the ADC. Gives ``measure, chosen, statistic`` (blimp, adc, pearson, spearman,
    kendall_tau_b), ``threshold`` (δ; NaN but for adc), ``value`` (share or correlation) and ``items`` (pairs).
    """
    rows = []
    for name, pairs in chosen.items():
        part = deltas[deltas["pair_id"].isin(pairs["pair_id"])]
        met = criteria.evaluate(part, thresholds)
        for measure, group in part.groupby("measure", sort=False):
            of_measure = met[(met["measure"] == measure) & (met["variant"] == "corrected")]
            rows += [
                (measure, name, row.criterion, row.threshold, row.share, row.pairs) for row in of_measure.itertuples()
            ]
            if group["human_delta"].notna().any():
                for kind in statistics.CORRELATIONS:
                    value, items = statistics.correlation(group["human_delta"], group["model_delta"], kind)
                    rows.append((measure, name, kind, np.nan, value, items))
    return _frame(rows)


def evaluate_sentences(
    z_scores: pd.DataFrame, sentences: pd.DataFrame, chosen: dict[str, pd.DataFrame]
) -> pd.DataFrame:
    """Correlations of the z-scores of one system with human ratings and with expert labels, on each choice.

    They are of the sentences that stand in the chosen pairs, each sentence once. ``z_scores`` and ``sentences`` as in
    ``io.TABLES``. Gives the columns of ``evaluate``; ``statistic`` is sentence_pearson, where a sentence has a rating,
    or point_biserial, where the sentences have labels; ``items`` counts sentences.
    """
    sentences = sentences.set_index("sentence_id")
    rows = []
    for name, pairs in chosen.items():
        members = sentences[sentences.index.isin([*pairs["good_id"], *pairs["bad_id"]])]
        for measure, group in z_scores.groupby("measure", sort=False):
            scores = group.set_index("sentence_id")["z_score"].reindex(members.index)
            if members["rating"].notna().any():
                value, items = statistics.correlation(members["rating"], scores, "pearson")
                rows.append((measure, name, "sentence_pearson", np.nan, value, items))
            if "label" in members:
                value, items = statistics.point_biserial(members["label"], scores)
                rows.append((measure, name, "point_biserial", np.nan, value, items))
    return _frame(rows)


def _frame(rows: list[tuple]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["measure", "chosen", "statistic", "threshold", "value", "items"])
