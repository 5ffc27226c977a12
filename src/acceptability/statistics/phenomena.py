"""Decide which phenomena a system gets right, by single pairs and by deltas averaged over pairs (pure)."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.statistics import criteria


def phenomenon_names(pairs: pd.DataFrame) -> pd.Series:
    """Return the readable name of each phenomenon, or its key where it has none; indexed by phenomenon."""
    labels = pairs.get("phenomenon_label", pairs["phenomenon"]).fillna(pairs["phenomenon"])
    return labels.groupby(pairs["phenomenon"], sort=False).first()


def criteria_by_phenomenon(deltas: pd.DataFrame, phenomenon: pd.Series, thresholds: list[float]) -> pd.DataFrame:
    """Return both criteria (ties half) of one system for each phenomenon.

    Columns: ``measure, phenomenon, criterion, threshold, met, pairs, share``, and of the deltas averaged over the
    phenomenon's pairs, ``mean_human_delta, mean_model_delta`` and ``mean_meets``: 1 where these two meet the criterion.
    Only rated pairs count, or all where none is rated. The pairs are tokens of one contrast; of several, where the
    phenomenon has several paradigms.

    Parameters:
        deltas: the table DELTAS.
        phenomenon: by pair_id.
    """
    deltas = deltas[criteria.counted(deltas["human_delta"])]
    sides = ["human_delta", "model_delta"]
    groups = [deltas["measure"], deltas["pair_id"].map(phenomenon).rename("phenomenon")]
    steps = criteria.steps(deltas["human_delta"], thresholds)
    human, model = (deltas[side].to_numpy() for side in sides)
    met = {number: criteria.credit(human, model, *step) for number, step in enumerate(steps)}
    by_group = deltas[sides].assign(**{str(n): hits for n, hits in met.items()}).groupby(groups, sort=False)
    means, sums, pairs = by_group[sides].mean(), by_group[[str(n) for n in met]].sum(), by_group.size()
    means = means.mask(means.abs() <= criteria.ROUNDING_ERROR, 0.0)  # thirds and sixths that cancel leave 1e-17
    parts = []
    for number, (criterion, threshold) in enumerate(steps):
        part = pd.DataFrame({"criterion": criterion, "threshold": threshold, "met": sums[str(number)], "pairs": pairs})
        part["share"] = part["met"] / pairs
        part[["mean_human_delta", "mean_model_delta"]] = means
        mean_human, mean_model = means.T.to_numpy()
        part["mean_meets"] = criteria.meets(mean_human, mean_model, criterion, threshold).astype(int)
        parts.append(part.assign(group=range(len(part))))
    table = pd.concat(parts).sort_values("group", kind="stable").drop(columns="group")
    return table.reset_index()


def meets_strictest(table: pd.DataFrame) -> pd.DataFrame:
    """Return whether the mean deltas of each phenomenon meet the strictest criterion, phenomenon × system/measure.

    See rank_phenomena for the criterion and ``table``.
    """
    strictest = _strictest(table)
    strictest = strictest.assign(row=row_keys(strictest))
    return strictest.pivot(index="phenomenon", columns="row", values="mean_meets").astype(bool)


def _strictest(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the strictest criterion: the smallest δ, or all rows where there is no δ."""
    return table[table["threshold"] == table["threshold"].min()] if table["threshold"].notna().any() else table


def covering_most(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the table PHENOMENA of those systems' measures that cover most pairs: all, where any does."""
    blimp = table[table["criterion"] == "blimp"]
    covered = blimp.groupby(["system", "measure"])["pairs"].sum()
    names = pd.MultiIndex.from_frame(table[["system", "measure"]])
    return table[names.isin(covered.index[covered == covered.max()])]


def rank_phenomena(table: pd.DataFrame) -> pd.DataFrame:
    """Return phenomena, those first that most systems have, then those that the systems' measures come closest to.

    A system has a phenomenon where the mean deltas of at least one of its measures meet the strictest criterion: the
    ADC at the smallest δ; without ratings, the BLiMP criterion. The index is ``phenomenon``; columns: ``pairs,
    mean_human_delta, had_by`` (systems that have it) and ``mean_absolute_difference`` (of the model's mean delta from
    the human one, mean over systems' measures; NaN without ratings). ``table`` is the table PHENOMENA.
    """
    strictest = _strictest(table)
    difference = (strictest["mean_human_delta"] - strictest["mean_model_delta"]).abs()
    result = (
        strictest.assign(difference=difference)
        .groupby("phenomenon", sort=False)
        .agg(
            pairs=("pairs", "first"),
            mean_human_delta=("mean_human_delta", "first"),
            mean_absolute_difference=("difference", "mean"),
        )
    )
    by_system = strictest.groupby(["phenomenon", "system"])["mean_meets"].max()
    result.insert(2, "had_by", by_system.groupby("phenomenon").sum())
    return result.sort_values(["had_by", "mean_absolute_difference"], ascending=[False, True], kind="stable")
