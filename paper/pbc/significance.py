"""Tests of a set's acceptable strings against its other ones, as Niu & Penn (2020, section 3) ran them (pure)."""

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
from scipy import stats

LEVEL = 0.05


def levene_p(good: np.ndarray, bad: np.ndarray) -> np.ndarray:
    """Return p of Levene's test of equal variances, around medians, for each row (sets × strings).

    Where no string varies, p is NaN or 0.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(stats.levene(good, bad, center="median", axis=1).pvalue)


def mann_whitney_p_as_published(good: np.ndarray, bad: np.ndarray) -> np.ndarray:
    """Return p of the Mann-Whitney U test as scipy ran it before version 1.7.

    p is half the two-sided p of the normal approximation.
    """
    return np.asarray(stats.mannwhitneyu(good, bad, method="asymptotic", axis=1).pvalue) / 2


def mann_whitney_p(good: np.ndarray, bad: np.ndarray) -> np.ndarray:
    """Return p of the Mann-Whitney U test as scipy runs it today.

    p is two-sided, and exact where one label has at most 8 strings and none are tied.
    """
    return np.asarray(stats.mannwhitneyu(good, bad, axis=1).pvalue)


TESTS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    function.__name__: function for function in (levene_p, mann_whitney_p_as_published, mann_whitney_p)
}


def p_values(labels: np.ndarray, scores: np.ndarray, sets: np.ndarray) -> pd.DataFrame:
    """Return the p of each test for each set: ``set`` is the index, a test a column."""
    frame = pd.DataFrame({"set": sets, "label": labels, "score": scores}).sort_values(["set", "label"], kind="stable")
    parts = []
    for names, good, bad in _of_one_shape(frame):
        values = {name: test(good, bad) for name, test in TESTS.items()}
        parts.append(pd.DataFrame(values, index=pd.Index(names, name="set")))
    return pd.concat(parts).loc[frame["set"].unique()]


def _of_one_shape(frame: pd.DataFrame) -> Iterator[tuple[list[str], np.ndarray, np.ndarray]]:
    """Group sets that have equally many strings of each label and all have ties, or none: names, acceptable, others."""
    of_shape: dict[tuple, list] = {}
    for name, part in frame.groupby("set", sort=False):
        scores, bad = part["score"].to_numpy(), int((part["label"] == 0).sum())
        shape = bad, len(part) - bad, len(np.unique(scores)) < len(scores)
        of_shape.setdefault(shape, []).append((name, scores[bad:], scores[:bad]))
    for group in of_shape.values():
        names, good, bad = zip(*group, strict=True)
        yield list(names), np.stack(good), np.stack(bad)


def smallest_p(acceptable: int, others: int) -> dict[str, float]:
    """Return the smallest p that so many strings can have: if all acceptable ones score higher than all others.

    Returns: ``as_published``, half of the normal approximation's; ``two_sided``, twice that; ``exact``, over all
    orders.
    """
    good, bad = np.arange(others, others + acceptable)[None], np.arange(others)[None]
    half = float(mann_whitney_p_as_published(good, bad)[0])
    exact = stats.mannwhitneyu(good, bad, method="exact", axis=1).pvalue
    return {"as_published": half, "two_sided": 2 * half, "exact": float(exact[0])}
