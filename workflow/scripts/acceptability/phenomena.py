"""Which phenomena a system has: criteria by phenomenon, of single pairs and of deltas averaged over pairs (pure)."""

import pandas as pd

from acceptability import criteria


def evaluate(deltas: pd.DataFrame, phenomenon: pd.Series, thresholds: list[float]) -> pd.DataFrame:
    """Both criteria (corrected) of one system for each phenomenon.

    ``deltas`` as in ``io.TABLES``; ``phenomenon`` is indexed by ``pair_id``. Only rated pairs count, or all where none
    is rated. Gives ``measure, phenomenon, criterion, threshold, met, pairs, share``, and of the deltas averaged over
    the phenomenon's pairs, ``mean_human_delta``, ``mean_model_delta`` and ``mean_meets``: 1 where these two meet the
    criterion. The pairs are tokens of one contrast; of several, where the phenomenon has several condition pairs.
    """
    deltas = deltas[criteria.counted(deltas["human_delta"])]
    groups = [deltas["measure"], deltas["pair_id"].map(phenomenon).rename("phenomenon")]
    both = ["human_delta", "model_delta"]
    means = deltas.groupby(groups, sort=False)[both].mean()
    pairs = deltas.groupby(groups, sort=False).size()
    parts = []
    for criterion, threshold in criteria.steps(deltas["human_delta"], thresholds):
        single = pd.Series(criteria.meets(*deltas[both].T.to_numpy(), criterion, threshold), index=deltas.index)
        met = single.groupby(groups, sort=False).sum()
        part = pd.DataFrame({"criterion": criterion, "threshold": threshold, "met": met, "pairs": pairs})
        part["share"] = met / pairs
        part[["mean_human_delta", "mean_model_delta"]] = means
        part["mean_meets"] = criteria.meets(*means.T.to_numpy(), criterion, threshold).astype(int)
        parts.append(part.assign(group=range(len(part))))
    table = pd.concat(parts).sort_values("group", kind="stable").drop(columns="group")
    return table.reset_index()


def had(table: pd.DataFrame) -> pd.DataFrame:
    """Whether each row has each phenomenon, by the strictest criterion (see ranked): phenomenon × system/measure."""
    strictest = _strictest(table)
    strictest = strictest.assign(row=strictest["system"] + "/" + strictest["measure"])
    return strictest.pivot(index="phenomenon", columns="row", values="mean_meets").astype(bool)


def _strictest(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["threshold"] == table["threshold"].min()] if table["threshold"].notna().any() else table


def ranked(table: pd.DataFrame) -> pd.DataFrame:
    """Phenomena, those first that most rows have, then those that the rows come closest to.

    ``table`` as ``phenomena`` in ``io.TABLES``; its rows are systems' measures. A row has a phenomenon where the mean
    deltas meet the strictest criterion: the ADC at the smallest δ; without ratings, the BLiMP criterion. Gives
    ``phenomenon`` (the index), ``pairs, mean_human_delta, had_by`` (rows that have it) and ``mean_absolute_difference``
    (of the model's mean delta from the human one, mean over the rows; NaN without ratings).
    """
    strictest = _strictest(table)
    strictest = strictest.assign(
        mean_absolute_difference=(strictest["mean_human_delta"] - strictest["mean_model_delta"]).abs()
    )
    result = strictest.groupby("phenomenon", sort=False).agg(
        pairs=("pairs", "first"),
        mean_human_delta=("mean_human_delta", "first"),
        had_by=("mean_meets", "sum"),
        mean_absolute_difference=("mean_absolute_difference", "mean"),
    )
    return result.sort_values(["had_by", "mean_absolute_difference"], ascending=[False, True], kind="stable")
