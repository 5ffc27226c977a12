"""Correlations, agreement, the bootstrap over clusters and tests by sign flips (pure)."""

from itertools import product

import numpy as np
import pandas as pd
from scipy import stats

PLACES = 12  # beyond these, decimals of a difference of z-scores are rounding errors, which would break ties
CORRELATIONS = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall_tau_b": stats.kendalltau}


def correlation(x, y, kind: str) -> tuple[float, int]:
    """A correlation of ``CORRELATIONS`` over the points where both are finite, and their number.

    Values that differ in the 13th decimal are ties. NaN where there are fewer than 3 points or one of the two is
    constant.
    """
    x, y = (np.asarray(values, dtype=float).round(PLACES) for values in (x, y))
    both = np.isfinite(x) & np.isfinite(y)
    x, y = x[both], y[both]
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return np.nan, len(x)
    return float(CORRELATIONS[kind](x, y).statistic), len(x)


def point_biserial(labels, scores) -> tuple[float, int]:
    """Point-biserial correlation of scores with labels 1 and 0, over the finite scores, and their number.

    It is (M1 − M0) / SD · √(p · (1 − p)): the means of the scores of either label, their SD (ddof = 0), the share of
    label 1. NaN where there are fewer than 3 scores, or labels or scores are all the same.
    """
    labels, scores = np.asarray(labels, dtype=float), np.asarray(scores, dtype=float)
    finite = np.isfinite(scores)
    ones, scores = labels[finite] == 1, scores[finite]
    if len(scores) < 3 or ones.all() or not ones.any() or np.ptp(scores.round(PLACES)) == 0:
        return np.nan, len(scores)
    share = ones.mean()
    distance = scores[ones].mean() - scores[~ones].mean()
    return float(distance / scores.std(ddof=0) * np.sqrt(share * (1 - share))), len(scores)


def pearson_matrix(columns: pd.DataFrame) -> pd.DataFrame:
    """Pearson's r of every column with every column, over the rows where all columns have a value.

    Gives ``row, column, pearson_r, p_value`` (two-sided, of r = 0; 0.0 where it underflows) and
    ``points``, the number of rows used. A column with itself has r = 1 and p = 0. A constant column has
    no correlation: r and p are NaN.
    """
    complete = columns.dropna()
    rows = []
    for first, second in product(complete.columns, repeat=2):
        x, y = complete[first].to_numpy(), complete[second].to_numpy()
        if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
            r, p = np.nan, np.nan
        elif first == second:
            r, p = 1.0, 0.0
        else:
            r, p = stats.pearsonr(x, y)
        rows.append((first, second, float(r), float(p), len(complete)))
    return pd.DataFrame(rows, columns=["row", "column", "pearson_r", "p_value", "points"])


def agreement(ours: pd.Series, theirs: pd.Series, tolerance: float = 1e-3) -> dict[str, float]:
    """How far two series of scores differ, over the index that they share.

    Gives ``sentences`` (those shared), ``equal`` (those that differ by less than ``tolerance``),
    ``median_difference`` and ``greatest_difference`` (both absolute) and ``pearson_r``.
    """
    both = pd.concat([ours, theirs], axis=1, join="inner", keys=["ours", "theirs"])
    difference = (both["ours"] - both["theirs"]).abs()
    return {
        "sentences": len(both),
        "equal": int((difference < tolerance).sum()),
        "median_difference": float(difference.median()),
        "greatest_difference": float(difference.max()),
        "pearson_r": float(pearson_matrix(both)["pearson_r"].iloc[1]),
    }


def fit_line(x, y) -> dict[str, float]:
    """Least-squares line y = intercept + slope · x over the points where both are finite, with Pearson's r.

    Gives ``slope, intercept, pearson_r, points``; all but the last are NaN where fewer than two points
    or a constant x determine no line.
    """
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    both = np.isfinite(x) & np.isfinite(y)
    if both.sum() < 2 or np.ptp(x[both]) == 0:
        return {"slope": np.nan, "intercept": np.nan, "pearson_r": np.nan, "points": int(both.sum())}
    line = stats.linregress(x[both], y[both])
    return {
        "slope": float(line.slope),
        "intercept": float(line.intercept),
        "pearson_r": float(line.rvalue),
        "points": int(both.sum()),
    }


def fit_lines(points: pd.DataFrame) -> pd.DataFrame:
    """The best-fit line of human on model for each ``row`` of ``row, model, human``."""
    return pd.DataFrame(
        [{"row": row, **fit_line(group["model"], group["human"])} for row, group in points.groupby("row", sort=False)]
    )


def cluster_sums(values, clusters) -> np.ndarray:
    """Sums of the rows of ``values`` (n × k, or n) over clusters, in the order of the clusters' names."""
    return pd.DataFrame(np.asarray(values, dtype=float)).groupby(np.asarray(clusters)).sum().to_numpy()


def bootstrap_weights(clusters: int, repetitions: int, seed: int) -> np.ndarray:
    """How often each cluster is drawn, with replacement, in each repetition (repetitions × clusters)."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(clusters, np.full(clusters, 1 / clusters), size=repetitions)


def bootstrap_interval(sums: np.ndarray, sizes: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """95 % percentile interval of the share Σ sums / Σ sizes of each column, clusters being drawn.

    ``sums`` (clusters × k) may be counts or differences of counts; ``sizes`` (clusters) are the clusters' sizes;
    ``weights`` as bootstrap_weights gives them. NaN where there are fewer than two clusters.
    """
    if len(sizes) < 2:
        return np.full(sums.shape[1], np.nan), np.full(sums.shape[1], np.nan)
    drawn_sizes = weights @ sizes
    drawn = (weights @ sums)[drawn_sizes > 0] / drawn_sizes[drawn_sizes > 0, None]
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return low, high


def sign_flip_p(differences: np.ndarray, repetitions: int, seed: int) -> np.ndarray:
    """Two-sided p of each column's sum, under random signs of its rows (clusters × k), all columns alike.

    The null: within a cluster, the two things compared may be exchanged. p = (1 + as extreme) / (1 + repetitions).
    """
    generator = np.random.default_rng(seed)
    observed = np.abs(differences.sum(axis=0)) - 1e-9
    extreme = np.zeros(differences.shape[1])
    for start in range(0, repetitions, 10_000):  # in parts, for the memory's sake
        size = (min(10_000, repetitions - start), len(differences))
        signs = generator.choice(np.array([-1.0, 1.0]), size=size)
        extreme += (np.abs(signs @ differences) >= observed).sum(axis=0)
    return (1 + extreme) / (1 + repetitions)


def holm(p) -> np.ndarray:
    """p-values adjusted for their number (Holm 1979): ordered, times m, m − 1, …; never falling, at most 1."""
    p = np.asarray(p, dtype=float)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return adjusted
