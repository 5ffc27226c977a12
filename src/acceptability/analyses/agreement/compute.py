"""Compute how well a system agrees with humans and experts: correlations and criteria, on all pairs and on some (pure).

The point-biserial correlation is the measure that Niu & Penn (2020) propose, over all sentences at once.
"""

import numpy as np
import pandas as pd

from acceptability import segmentation
from acceptability.contracts import systems
from acceptability.statistics import correlation, criteria


def subsets(pairs: pd.DataFrame, sentences: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the pairs of each subset, by its name; a subset without pairs is left out.

    Only rated pairs count, or all where none is rated. The subsets are ``all``; each value of the column ``source``,
    where the pairs have it; ``matched``, the pairs whose members have the same number of words (what stands between
    spaces), and ``unmatched``, the others. ``pairs`` and ``sentences`` are the tables PAIRS and SENTENCES.
    """
    by_id = sentences.set_index("sentence_id")
    pairs = pairs[criteria.counted(criteria.pair_deltas(pairs, by_id["rating"]))]
    words = by_id["sentence"].map(segmentation.length)
    matched = pairs["good_id"].map(words) == pairs["bad_id"].map(words)
    parts = {"all": pairs}
    if "source" in pairs:
        parts |= dict(iter(pairs.groupby("source", sort=False)))
    parts |= {"matched": pairs[matched], "unmatched": pairs[~matched]}
    return {name: part for name, part in parts.items() if len(part)}


def agreement_of_deltas(deltas: pd.DataFrame, parts: dict[str, pd.DataFrame], thresholds: list[float]) -> pd.DataFrame:
    """Return correlations of one system's deltas with the human ones, and both criteria (ties half), on each subset.

    Columns: ``measure, chosen`` (the subset), ``statistic`` (blimp, adc, pearson, spearman, kendall_tau_b),
    ``threshold`` (δ; NaN except for adc), ``value`` (share or correlation) and ``items`` (pairs). Without ratings there
    are neither correlations nor the ADC.

    Parameters:
        deltas: the table DELTAS.
        parts: as subsets returns them.
    """
    rows = []
    for name, pairs in parts.items():
        part = deltas[deltas["pair_id"].isin(pairs["pair_id"])]
        for measure, group in part.groupby("measure", sort=False):
            human, model = group["human_delta"], group["model_delta"]
            items = int(criteria.counted(human).sum())
            for step in criteria.steps(human, thresholds):
                rows.append((measure, name, *step, criteria.credit(human, model, *step).sum() / items, items))
            for statistic, correlate in correlation.CORRELATIONS.items() if human.notna().any() else ():
                rows.append((measure, name, statistic, np.nan, *correlate(human, model)))
    return _frame(rows)


def agreement_of_sentences(
    z_scores: pd.DataFrame, sentences: pd.DataFrame, parts: dict[str, pd.DataFrame]
) -> pd.DataFrame:
    """Return correlations of one system's z-scores with human ratings and with expert labels, on each subset.

    They are of the sentences that are in the subset's pairs, each sentence once. Columns as in agreement_of_deltas;
    ``statistic`` is sentence_pearson or sentence_spearman, where a sentence has a rating, or point_biserial, where the
    sentences have labels; ``items`` counts sentences. ``z_scores`` and ``sentences`` are the tables Z_SCORES and
    SENTENCES.
    """
    sentences = sentences.set_index("sentence_id")
    rows = []
    for name, pairs in parts.items():
        members = sentences[sentences.index.isin(pd.concat([pairs["good_id"], pairs["bad_id"]]))]
        for measure, group in z_scores.groupby("measure", sort=False):
            scores = group.set_index("sentence_id")["z_score"].reindex(members.index)
            for correlate in (correlation.pearson, correlation.spearman) if members["rating"].notna().any() else ():
                statistic = f"sentence_{correlate.__name__}"
                rows.append((measure, name, statistic, np.nan, *correlate(members["rating"], scores)))
            if "label" in members:
                rows.append(
                    (measure, name, "point_biserial", np.nan, *correlation.point_biserial(members["label"], scores))
                )
    return _frame(rows)


def _frame(rows: list[tuple]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["measure", "chosen", "statistic", "threshold", "value", "items"])


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    deltas: dict[str, pd.DataFrame],
    z_scores: dict[str, pd.DataFrame],
    thresholds: list[float],
    dataset: str,
) -> pd.DataFrame:
    """Return measures of agreement on all pairs and on parts of them, as AGREEMENT.

    Parameters:
        deltas, z_scores: tables DELTAS and Z_SCORES by system.
    """
    parts = subsets(pairs, sentences)
    by_pairs = systems.stack_each(deltas, agreement_of_deltas, parts, thresholds)
    by_sentences = systems.stack_each(z_scores, agreement_of_sentences, sentences, parts)
    table = pd.concat([by_pairs, by_sentences], ignore_index=True)
    table.insert(0, "dataset", dataset)
    return table
