"""Intervals and tests that respect item families: phenomena are drawn or flipped whole, never single pairs (pure).

The pairs of a phenomenon share sentences and constructions, so they are not independent observations.
"""

from itertools import combinations

import numpy as np
import pandas as pd

from acceptability import criteria, statistics
from acceptability.references import best_constant

REPETITIONS = 10_000
FLIPS = 100_000  # so that a p below 0.05 is left after correction for some thousand comparisons
SEED = 1
AREA_STEP = 0.05  # of δ, in the curve


def evaluate(deltas: pd.DataFrame, phenomena: pd.Series, thresholds: list[float]) -> pd.DataFrame:
    """criteria.evaluate, with ``low`` and ``high``: 95 % percentile interval of the share over phenomena.

    ``deltas`` as in ``io.TABLES``, of one system; ``phenomena`` by pair_id. The ends are NaN where there are
    fewer than two phenomena.
    """
    table = criteria.evaluate(deltas, thresholds)
    ends = []
    for _, group in deltas.groupby("measure", sort=False):
        met = criteria.decisions(group["human_delta"], group["model_delta"], thresholds)
        counted = criteria.counted(group["human_delta"])
        low, high = _interval(np.column_stack(list(met.values())), counted, group["pair_id"].map(phenomena))
        ends.append(np.column_stack([low, high]))
    return table.assign(low=np.vstack(ends)[:, 0], high=np.vstack(ends)[:, 1])


def _interval(values: np.ndarray, counted: np.ndarray, clusters: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """Interval of the share of the counted pairs that each column of ``values`` (pairs × k) adds up to."""
    known = counted | values.any(axis=1)  # as published, an unrated pair adds to the count and not to the number
    sums = statistics.cluster_sums(values[known], clusters[known])
    sizes = statistics.cluster_sums(counted[known], clusters[known])[:, 0]
    return statistics.bootstrap_interval(sums, sizes, statistics.bootstrap_weights(len(sizes), REPETITIONS, SEED))


def differences(
    columns: pd.DataFrame, phenomena: pd.Series, thresholds: list[float], references: list[str]
) -> pd.DataFrame:
    """Each row against each other: difference of the shares, its interval and a paired test, corrected variant.

    ``columns`` as io.delta_columns gives them; ``phenomena`` by pair_id. Gives ``first, second`` (rows),
    ``criterion, threshold, difference`` (share of the first minus that of the second), ``low, high`` (95 %),
    ``p`` (signs of whole phenomena flipped) and ``p_holm`` (Holm's correction over all comparisons by the same
    criterion and δ, those between systems and those with references apart). The rows named in ``references`` are
    compared with others, not with one another. ``p`` is NaN where there are fewer than two phenomena. No rows where
    there is nothing to compare.
    """
    counted = criteria.counted(columns["human"])
    rows = [row for row in columns if row != "human"]
    pairs_of_rows = [
        (first, second) for first, second in combinations(rows, 2) if not (first in references and second in references)
    ]
    with_reference = np.array([first in references or second in references for first, second in pairs_of_rows])
    keys = criteria.steps(columns["human"], thresholds)
    met = {row: {key: criteria.meets(columns["human"], columns[row], *key) for key in keys} for row in rows}
    clusters = columns.index.to_series().map(phenomena)
    names = ["first", "second", "criterion", "threshold", "difference", "low", "high", "p", "p_holm"]
    tables = [pd.DataFrame(columns=names)]
    for key in keys if pairs_of_rows else []:
        criterion, threshold = key
        values = np.column_stack([met[a][key].astype(int) - met[b][key] for a, b in pairs_of_rows])
        sums = statistics.cluster_sums(values[counted], clusters[counted])
        low, high = _interval(values, counted, clusters)
        p = statistics.sign_flip_p(sums, FLIPS, SEED) if len(sums) > 1 else np.full(len(pairs_of_rows), np.nan)
        p_holm = np.empty_like(p)
        for family in (with_reference, ~with_reference):
            p_holm[family] = statistics.holm(p[family])
        tables.append(
            pd.DataFrame(
                {
                    "first": [first for first, _ in pairs_of_rows],
                    "second": [second for _, second in pairs_of_rows],
                    "criterion": criterion,
                    "threshold": threshold,
                    "difference": values[counted].mean(axis=0),
                    "low": low,
                    "high": high,
                    "p": p,
                    "p_holm": p_holm,
                }
            )
        )
    return pd.concat(tables[1:] or tables, ignore_index=True)


def drawn(columns: pd.DataFrame, phenomena: pd.Series, thresholds: list[float]) -> dict[float, dict[str, pd.DataFrame]]:
    """Shares and correlations of all rows in each bootstrap over the phenomena, corrected.

    ``columns`` as io.delta_columns gives them, of a rated dataset; ``phenomena`` by pair_id. Gives by δ: ``share`` (ADC
    at that δ), ``blimp`` and ``pearson_r`` (of model and human deltas), frames of row × bootstrap.
    """
    columns = columns[criteria.counted(columns["human"])]
    human, models = columns["human"], columns.drop(columns="human")
    clusters = columns.index.to_series().map(phenomena)
    sizes = statistics.cluster_sums(np.ones(len(columns)), clusters)[:, 0]
    weights = statistics.bootstrap_weights(len(sizes), REPETITIONS, SEED)

    def drawn_sums(values) -> np.ndarray:
        return weights @ statistics.cluster_sums(values, clusters)

    def frame(values: np.ndarray) -> pd.DataFrame:
        return pd.DataFrame(values.T, index=models.columns)

    number = (weights @ sizes)[:, None]
    model_sums, human_sum = drawn_sums(models), drawn_sums(human)
    together = drawn_sums(models.mul(human, axis=0)) - model_sums * human_sum / number
    apart = (drawn_sums(models**2) - model_sums**2 / number) * (drawn_sums(human**2) - human_sum**2 / number)

    def shares(criterion: str, threshold: float | None) -> pd.DataFrame:
        met = {row: criteria.meets(human, models[row], criterion, threshold) for row in models}
        return frame(drawn_sums(pd.DataFrame(met)) / number)

    shared = {"pearson_r": frame(together / np.sqrt(apart)), "blimp": shares("blimp", None)}
    return {threshold: shared | {"share": shares("adc", threshold)} for threshold in thresholds}


def curves(columns: pd.DataFrame, phenomena: pd.Series, thresholds: list[float]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The ADC at every δ up to the greatest, the area below, and the part of a delta's size; corrected variant.

    The first table has ``row, threshold, share``, in steps of 0.05. The second has ``row, area, low, high``: the
    exact area below ADC(δ) between 0 and the greatest δ, divided by it, which is the mean share over all δ: a pair with
    the sign of the human delta and at a distance d adds 1 − d / greatest. 95 % interval over phenomena. Then, at the
    smallest δ, ``share``, and ``constant_share``: what the same row would reach if each of its deltas kept its sign and
    had the size of the best constant delta. Where the latter is higher, the sizes do worse than one size for all.
    """
    greatest, smallest = max(thresholds), min(thresholds)
    human = columns["human"].to_numpy(dtype=float)
    counted = criteria.counted(human)
    clusters = columns.index.to_series().map(phenomena)
    rows = [row for row in columns if row != "human"]
    grid = np.round(np.arange(AREA_STEP, greatest + AREA_STEP / 2, AREA_STEP), 10)
    points, parts = [], []
    for row in rows:
        model = columns[row].to_numpy(dtype=float)
        right = (np.sign(human) == np.sign(model)) & (model != 0) & counted
        distance = np.where(right, np.abs(human - model), np.inf)
        shares = np.searchsorted(np.sort(distance), grid, side="left") / counted.sum()
        points.append(pd.DataFrame({"row": row, "threshold": grid, "share": shares}))
        parts.append(np.clip(1 - distance / greatest, 0, None))
    values = np.column_stack(parts)
    low, high = _interval(values, counted, clusters)
    areas = pd.DataFrame({"row": rows, "area": values.sum(axis=0) / counted.sum(), "low": low, "high": high})
    constant = best_constant(human[~np.isnan(human)], smallest)
    for name, sized in (("share", lambda model: model), ("constant_share", lambda model: constant * np.sign(model))):
        met = [criteria.meets(human, sized(columns[row].to_numpy(dtype=float)), "adc", smallest) for row in rows]
        areas[name] = [hits.sum() / counted.sum() for hits in met]
    return pd.concat(points, ignore_index=True), areas
