"""Compute correlations, their matrices, best-fit lines and agreement of scores (pure).

Values that differ in the 13th decimal are the same: what is left of a difference of z-scores there are rounding errors.
"""

from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pandas as pd

from acceptability.statistics.clusters import Estimate, cluster_numbers, effective_number, shared_variance, sums_by

PLACES = 12


def pearson(x, y) -> tuple[float, int]:
    """Return Pearson's r over the points where both are finite, and their number.

    NaN where there are fewer than 3 points or one of the two is constant.
    """
    x, y = _finite(x, y)
    if not vary(x, y):
        return np.nan, len(x)
    x, y = x - x.mean(), y - y.mean()
    return float(np.clip((x / np.linalg.norm(x)) @ (y / np.linalg.norm(y)), -1, 1)), len(x)


def r_without_error(human: np.ndarray, model: np.ndarray, errors: np.ndarray, numbers: np.ndarray) -> Estimate:
    """Return Pearson's r, with the mean of ``errors`` (squared standard errors) taken off the variance of ``human``.

    ``numbers`` are those of the items' clusters. NaN where a side does not vary, or varies less than its errors.
    """
    if not vary(human, model):
        return _undefined(numbers)
    scale = human.std()
    human, model, errors = (human - human.mean()) / scale, (model - model.mean()) / model.std(), errors / scale**2
    parts = (np.ones(len(human)), human, model, human**2, model**2, human * model, errors)
    sums = np.column_stack([sums_by(numbers, part) for part in parts])
    totals = np.vstack([sums.sum(axis=0), sums.sum(axis=0) - sums]).T
    with np.errstate(divide="ignore", invalid="ignore"):
        n = totals[0]
        h, m, hh, mm, hm, e = totals[1:] / n
        apart = np.where(n > 1, (hh - h**2 - e) * (mm - m**2), np.nan)
        r = (hm - h * m) / np.sqrt(np.where(apart > 10.0**-PLACES, apart, np.nan))
    return Estimate(float(r[0]), r[1:], effective_number(sums[:, 0]))


def moments(values: np.ndarray) -> np.ndarray:
    """Return 1, a, b, a², b² and ab of each item (6 × n), for the columns a and b."""
    a, b = values
    return np.stack([np.ones_like(a), a, b, a * a, b * b, a * b])


def r_of_sums(sums: np.ndarray) -> np.ndarray:
    """Return r from sums of moments (6 × k); NaN where a side does not vary."""
    n, a, b, aa, bb, ab = sums
    with np.errstate(divide="ignore", invalid="ignore"):
        variances = np.stack([aa - a * a / n, bb - b * b / n])
        varies = (n > 2) & (variances > 10.0**-PLACES * n).all(axis=0)
        r = (ab - a * b / n) / np.sqrt(np.where(varies, variances, np.nan).prod(axis=0))
    return np.clip(r, -1, 1)


def lins_concordance(x: np.ndarray, y: np.ndarray, numbers: np.ndarray) -> Estimate:
    """Return Lin's (1989) concordance correlation coefficient: 2 cov(x, y) / (var x + var y + (mean x − mean y)²).

    It is Pearson's r times at most 1: 1 only where x = y throughout, less where means or SDs differ. Variances are
    those of the population (ddof = 0), ``numbers`` those of the items' clusters. NaN where a side does not vary.
    """
    if not vary(x, y):
        return _undefined(numbers)
    shift, x, y = x.mean() - y.mean(), x - x.mean(), y - y.mean()
    sums = np.column_stack([sums_by(numbers, part) for part in (np.ones(len(x)), x, y, x**2, y**2, x * y)])
    totals = np.vstack([sums.sum(axis=0), sums.sum(axis=0) - sums]).T
    with np.errstate(divide="ignore", invalid="ignore"):
        mean_x, mean_y, xx, yy, xy = totals[1:] / totals[0]
        variances = np.array([xx - mean_x**2, yy - mean_y**2])
        differ = (variances > 10.0**-PLACES * variances[:, :1]).all(axis=0)
        apart = np.where(differ, variances.sum(axis=0), np.nan)
        agreement = 2 * (xy - mean_x * mean_y) / (apart + (mean_x - mean_y + shift) ** 2)
    return Estimate(float(agreement[0]), agreement[1:], effective_number(sums[:, 0]))


def _undefined(numbers: np.ndarray) -> Estimate:
    """Return an estimate that is NaN, also with each cluster left out; ``numbers`` are those of the clusters."""
    sizes = np.bincount(numbers)
    return Estimate(np.nan, np.full(len(sizes), np.nan), effective_number(sizes))


def pearson_p(r: float, points: int) -> float:
    """Return the two-sided p of Pearson's r under r = 0 (Student's t, points − 2 degrees of freedom); 0.0 where it
    underflows.
    """
    from scipy.special import betainc  # here, as few need it and it takes as long as all the rest

    half = points / 2 - 1
    return float(2 * betainc(half, half, (1 - abs(r)) / 2)) if half > 0 else np.nan


FEW = 10  # points: below this, r has no interval


def spearman(x, y) -> tuple[float, int]:
    """Return Spearman's rho, with mean ranks for ties, and the number of points; otherwise as pearson."""
    return pearson(*map(ranks, _finite(x, y)))


def ranks(values: np.ndarray) -> np.ndarray:
    """Return ranks from 1 along the last axis; values that only rounding tells apart have the mean of their ranks."""
    table = pd.DataFrame(np.atleast_2d(np.round(values, PLACES)))
    return table.rank(axis=1).to_numpy().reshape(np.shape(values))


def kendall_tau_b(x, y) -> tuple[float, int]:
    """Return Kendall's tau-b and the number of points; otherwise as pearson."""
    from scipy.stats import kendalltau  # here, as only this needs it and it takes most of a second

    x, y = (values.round(PLACES) for values in _finite(x, y))
    return float(kendalltau(x, y).statistic) if vary(x, y) else np.nan, len(x)


CORRELATIONS = {function.__name__: function for function in (pearson, spearman, kendall_tau_b)}


def point_biserial(labels, scores) -> tuple[float, int]:
    """Return the point-biserial correlation of scores with labels 1 and 0, over the finite scores, and their number.

    It is (M1 − M0) / SD · √(p · (1 − p)): the means of the scores of either label, their SD (ddof = 0), the share of
    label 1. NaN where there are fewer than 3 scores, or labels or scores are all the same.
    """
    labels, scores = _finite(labels, scores)
    if not vary(labels, scores):
        return np.nan, len(scores)
    ones = labels == 1
    share, distance = ones.mean(), scores[ones].mean() - scores[~ones].mean()
    return float(distance / scores.std(ddof=0) * np.sqrt(share * (1 - share))), len(scores)


def _finite(x, y) -> tuple[np.ndarray, np.ndarray]:
    """Return the values of both at the points where both are finite."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    finite = np.isfinite(x) & np.isfinite(y)
    return x[finite], y[finite]


def vary(*sides: np.ndarray) -> bool:
    """Return whether there are three points or more, and no side is constant."""
    return len(sides[0]) > 2 and all(np.ptp(side) > 10**-PLACES for side in sides)


def pearson_matrix(columns: pd.DataFrame, common: list[str] | None = None) -> pd.DataFrame:
    """Return Pearson's r of every column with every column.

    Columns: ``row, column, pearson_r, p_value`` (two-sided, of r = 0; 0.0 where it underflows) and ``points``, over the
    rows where both columns have a value, and ``common_r, common_p, common_points``, over those of them where all
    columns of ``common`` have one (by default, all columns). A column with itself has r = 1 and p = 0. A constant
    column has no correlation: r and p are NaN.
    """
    complete = columns[list(columns) if common is None else common].notna().all(axis=1).to_numpy()
    cells = {}
    for first, second in combinations_with_replacement(columns, 2):
        x, y = columns[first].to_numpy(dtype=float), columns[second].to_numpy(dtype=float)
        known = np.isfinite(x) & np.isfinite(y)
        cell = _cell(x, y, first == second)
        on_common = cell if (known == complete).all() else _cell(x[complete], y[complete], first == second)
        cells[first, second] = cells[second, first] = (*cell, *on_common)
    names = ["row", "column", "pearson_r", "p_value", "points", "common_r", "common_p", "common_points"]
    return pd.DataFrame([(*key, *cells[key]) for key in product(columns, repeat=2)], columns=names)


def over_clusters(matrix: pd.DataFrame, columns: pd.DataFrame, groups: pd.Series) -> pd.DataFrame:
    """Return a matrix with the interval and the p of each r over clusters.

    The columns ``low, high`` are added, the 95 % interval of ``pearson_r`` by the jackknife, and ``cluster_p``, the
    two-sided p of r = 0 by the same jackknife. The p_value of pearson_matrix takes points for independent, which pairs
    that share words are not. NaN in the diagonal and where clusters are too few.

    Parameters:
        matrix: what pearson_matrix returns for ``columns``.
        groups: the cluster of each id of ``columns``.
    """
    cells = {}
    for first, second in combinations(columns, 2):
        points = columns[[first, second]].dropna()
        numbers = cluster_numbers(groups.loc[points.index])
        r = r_without_error(points[first].to_numpy(), points[second].to_numpy(), np.zeros(len(points)), numbers)
        cells[first, second] = cells[second, first] = (*r.r_interval(), r.r_p())
    added = [
        cells.get((row, column), (np.nan,) * 3) for row, column in zip(matrix["row"], matrix["column"], strict=True)
    ]
    return matrix.assign(**dict(zip(("low", "high", "cluster_p"), np.array(added).T, strict=True)))


def _cell(x: np.ndarray, y: np.ndarray, same: bool) -> tuple[float, float, int]:
    """Return r, p and the number of points of two columns; ``same``: they are one column, and r is 1."""
    r, points = pearson(x, y)
    if same:
        r, p = (1.0, 0.0) if np.isfinite(r) else (np.nan, np.nan)
    else:
        p = pearson_p(r, points) if np.isfinite(r) else np.nan
    return r, p, points


def compare_scores(ours: pd.Series, theirs: pd.Series, tolerance: float = 1e-3) -> dict[str, float]:
    """Return how far two series of scores differ, over the index that they share.

    Gives ``sentences`` (those shared), ``equal`` (those that differ by less than ``tolerance``),
    ``median_difference`` and ``greatest_difference`` (both absolute) and ``pearson_r``.
    """
    common = pd.concat([ours, theirs], axis=1, join="inner", keys=["ours", "theirs"])
    difference = (common["ours"] - common["theirs"]).abs()
    return {
        "sentences": len(common),
        "equal": int((difference < tolerance).sum()),
        "median_difference": float(difference.median()),
        "greatest_difference": float(difference.max()),
        "pearson_r": pearson(common["ours"], common["theirs"])[0],
    }


def fit_line(x, y) -> dict[str, float]:
    """Return the least-squares line y = intercept + slope · x over the points where both are finite, with Pearson's r.

    Keys: ``slope, intercept, pearson_r, points``; all but the last are NaN where fewer than two points or a constant x
    determine no line. See pearson for where r is NaN.
    """
    x, y = _finite(x, y)
    if len(x) < 2 or np.ptp(x) == 0:
        return {"slope": np.nan, "intercept": np.nan, "pearson_r": np.nan, "points": len(x)}
    centred = x - x.mean()
    slope = centred @ (y - y.mean()) / (centred @ centred)
    return {
        "slope": float(slope),
        "intercept": float(y.mean() - slope * x.mean()),
        "pearson_r": pearson(x, y)[0],
        "points": len(x),
    }


def fit_lines(points: pd.DataFrame, groups: pd.Series, without: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return the best-fit line of human on model for each row: ``row``, what fit_line returns, and ``low, high``.

    The last two are the 95 % interval of r over clusters; NaN below FEW points, or in one cluster.

    Parameters:
        points: columns ``row, id, model, human``.
        groups: the cluster of each id.
        without: what leaving out each participant adds to ``human`` (indexed by the participant's group, a column for
            each id). It adds to the interval the variance that raters add to that over clusters; see analyses.people.
    """
    lines = []
    for row, group in points.groupby("row", sort=False):
        group = group.dropna(subset=["model", "human"])
        model, human = group["model"].to_numpy(), group["human"].to_numpy()
        numbers = cluster_numbers(groups.loc[group["id"]])
        r = r_without_error(human, model, np.zeros(len(group)), numbers)
        raters = 0.0
        if without is not None and np.isfinite(r.value):
            changes = without.reindex(columns=group["id"], fill_value=0).to_numpy()
            slopes = (
                (model - model.mean()) / model.std() - r.value * (human - human.mean()) / human.std()
            ) / human.std()
            raters = shared_variance(changes * slopes, numbers, without.index.to_numpy()) / len(group) ** 2
        low, high = r.r_interval(raters) if len(group) >= FEW else (np.nan, np.nan)
        lines.append({"row": row, **fit_line(model, human), "low": low, "high": high})
    return pd.DataFrame(lines)


def point_columns(points: pd.DataFrame) -> pd.DataFrame:
    """Return points (``row, id, model, human``) as a table indexed by id, with a column ``human`` and one for each row.

    Rows keep their order; NaN where a row has no value.
    """
    columns = points.pivot(index="id", columns="row", values="model")[points["row"].drop_duplicates().tolist()]
    columns.insert(0, "human", points.groupby("id")["human"].first())
    return columns.rename_axis(columns=None)
