"""Intervals and tests that respect item families: clusters are drawn or flipped whole, never single pairs (pure).

The pairs of a cluster (a phenomenon, say) share sentences and constructions, so they are not independent observations.
In all functions ``clusters`` is indexed by pair_id.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

import numpy as np
import pandas as pd

from acceptability.analysis import criteria, statistics
from acceptability.analysis.references import best_constant
from acceptability.options import Options

REPETITIONS = 10_000
FLIPS = 100_000  # so that a p below 0.05 is left after correction for some thousand comparisons
SEED = 1
AREA_STEP = 0.05  # of δ, in the curve


def shares_with_intervals(
    deltas: pd.DataFrame, clusters: pd.Series, thresholds: list[float], variants: Mapping[str, Options]
) -> pd.DataFrame:
    """criteria.shares, with ``low`` and ``high``: 95 % percentile interval of the share over clusters.

    ``deltas`` as in the contract DELTAS, of one system. The ends are NaN where there are fewer than two clusters.
    """
    rows, ends = [], []
    for group, met in criteria.met_by_measure(deltas, thresholds, variants):
        rows += criteria.share_rows(group, met)
        counted = criteria.counted(group["human_delta"])
        hits = np.column_stack(list(met.values()))
        ends.append(np.column_stack(_interval(hits, counted, group["pair_id"], clusters)))
    low, high = np.vstack(ends).T
    return pd.DataFrame(rows, columns=criteria.COLUMNS).assign(low=low, high=high)


@lru_cache(maxsize=1)
def _weights(clusters: int) -> np.ndarray:
    """Floats, as products of integers take ten times as long."""
    weights = statistics.bootstrap_weights(clusters, REPETITIONS, SEED).astype(float)
    weights.flags.writeable = False
    return weights


def _interval(
    values: np.ndarray, counted: np.ndarray, pair_ids: pd.Series, clusters: pd.Series
) -> tuple[np.ndarray, np.ndarray]:
    """Interval of the share of the counted pairs that each column of ``values`` (pairs × k) adds up to."""
    known = counted | values.any(axis=1)  # a variant may let an unrated pair add to the count and not to the number
    of_pair = pair_ids.map(clusters).to_numpy()[known]
    sums = statistics.cluster_sums(values[known], of_pair)
    sizes = statistics.cluster_sums(counted[known], of_pair)[:, 0]
    return statistics.bootstrap_interval(sums, sizes, _weights(len(sizes)))


def differences(
    columns: pd.DataFrame, clusters: pd.Series, thresholds: list[float], references: list[str]
) -> pd.DataFrame:
    """Each row against each other: difference of the shares, its interval and a paired test, corrected variant.

    ``columns`` as systems.delta_columns gives them. Gives ``first, second`` (rows), ``criterion, threshold``,
    ``difference`` (share of the first minus that of the second), ``low, high`` (95 %), ``p`` (signs of whole clusters
    flipped) and
    ``p_holm`` (Holm's correction over all comparisons by the same criterion and δ, those between systems and those with
    references apart). The rows named in ``references`` are compared with others, not with one another. ``p`` is NaN
    where there are fewer than two clusters. No rows where there is nothing to compare.
    """
    human, models = columns["human"], columns.drop(columns="human")
    counted, steps = criteria.counted(human), criteria.steps(human, thresholds)
    compared = [two for two in combinations(models, 2) if not set(two) <= set(references)]
    names = ["criterion", "threshold", "first", "second"]
    table = pd.DataFrame([(*step, *two) for step in steps for two in compared], columns=names)
    table = table[["first", "second", "criterion", "threshold"]]
    if not compared:
        return table.assign(difference=[], low=[], high=[], p=[], p_holm=[])
    of_pair = columns.index.to_series().map(clusters)[counted]
    sizes = statistics.cluster_sums(np.ones(len(of_pair)), of_pair)[:, 0]
    parts = []
    for step in steps:
        met = pd.DataFrame({row: criteria.meets(human, models[row], *step)[counted] for row in models})
        sums = pd.DataFrame(statistics.cluster_sums(met, of_pair), columns=met.columns)
        parts.append(np.column_stack([sums[first] - sums[second] for first, second in compared]))
    sums = np.column_stack(parts)
    low, high = statistics.bootstrap_interval(sums, sizes, _weights(len(sizes)))
    p = statistics.sign_flip_p(sums, FLIPS, SEED) if len(sums) > 1 else np.full(len(table), np.nan)
    table = table.assign(difference=sums.sum(axis=0) / sizes.sum(), low=low, high=high, p=p)
    with_reference = table["first"].isin(references) | table["second"].isin(references)
    families = table.groupby([table["criterion"], table["threshold"], with_reference], dropna=False)
    return table.assign(p_holm=families["p"].transform(statistics.holm))


def drawn(columns: pd.DataFrame, clusters: pd.Series, thresholds: list[float]) -> dict[float, dict[str, pd.DataFrame]]:
    """Shares and correlations of all rows in each bootstrap over the clusters, corrected.

    ``columns`` as systems.delta_columns gives them, of a rated dataset. Gives by δ: ``share`` (ADC at that δ),
    ``blimp`` and ``pearson_r`` (of model and human deltas), frames of row × bootstrap.
    """
    columns = columns[criteria.counted(columns["human"])]
    human, models = columns["human"], columns.drop(columns="human")
    of_pair = columns.index.to_series().map(clusters)
    sizes = statistics.cluster_sums(np.ones(len(columns)), of_pair)[:, 0]

    def drawn_sums(values) -> np.ndarray:
        return _weights(len(sizes)) @ statistics.cluster_sums(values, of_pair)

    def frame(values: np.ndarray) -> pd.DataFrame:
        return pd.DataFrame(values.T, index=models.columns)

    number = drawn_sums(np.ones(len(columns)))
    model_sums, human_sum = drawn_sums(models), drawn_sums(human)
    together = drawn_sums(models.mul(human, axis=0)) - model_sums * human_sum / number
    apart = (drawn_sums(models**2) - model_sums**2 / number) * (drawn_sums(human**2) - human_sum**2 / number)

    def shares(criterion: str, threshold: float | None) -> pd.DataFrame:
        met = {row: criteria.meets(human, models[row], criterion, threshold) for row in models}
        return frame(drawn_sums(pd.DataFrame(met)) / number)

    shared = {"pearson_r": frame(together / np.sqrt(apart)), "blimp": shares("blimp", None)}
    return {threshold: shared | {"share": shares("adc", threshold)} for threshold in thresholds}


def curves(columns: pd.DataFrame, clusters: pd.Series, thresholds: list[float]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The ADC at every δ up to the greatest, the area below, and the part of a delta's size; corrected variant.

    The first table has ``row, threshold, share``, in steps of 0.05. The second has ``row, area, low, high``: the
    exact area below ADC(δ) between 0 and the greatest δ, divided by it, which is the mean share over all δ: a pair with
    the sign of the human delta and at a distance d adds 1 − d / greatest. 95 % interval over clusters. Then, at the
    smallest δ, ``share``, and ``constant_share``: what the same row would reach if each of its deltas kept its sign and
    had the size of the best constant delta. Where the latter is higher, the sizes do worse than one size for all.
    """
    greatest, smallest = max(thresholds), min(thresholds)
    human, models = columns["human"], columns.drop(columns="human")
    counted = criteria.counted(human)
    constant = best_constant(human.dropna(), smallest)
    grid = np.round(np.arange(AREA_STEP, greatest + AREA_STEP / 2, AREA_STEP), 10)
    points, areas, parts = [], [], []
    for row in models:
        distance = criteria.distances(human, models[row])[counted]
        reached = np.searchsorted(np.sort(distance), grid, side="left") / len(distance)
        points.append(pd.DataFrame({"row": row, "threshold": grid, "share": reached}))
        parts.append(np.clip(1 - distance / greatest, 0, None))
        sized = criteria.meets(human, constant * np.sign(models[row]), "adc", smallest)[counted]
        areas.append((row, parts[-1].sum() / len(distance), (distance < smallest).mean(), sized.mean()))
    everything = np.ones(counted.sum(), dtype=bool)
    low, high = _interval(np.column_stack(parts), everything, columns.index.to_series()[counted], clusters)
    table = pd.DataFrame(areas, columns=["row", "area", "share", "constant_share"]).assign(low=low, high=high)
    return pd.concat(points, ignore_index=True), table[["row", "area", "low", "high", "share", "constant_share"]]
