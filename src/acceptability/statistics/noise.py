"""Model the sampling error of mean ratings, and predict what panels of any size would reach (pure)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy.special import ndtr

from acceptability.statistics.halves import spearman_brown
from acceptability.statistics.panels import Answers

GRID = 121  # points of the estimated distribution of error-free deltas
STEPS = 2000  # of the EM algorithm that estimates it
NODES = 100  # of the integral over the difference of two panels' errors


def correlations_of(observed: pd.DataFrame, panel_sizes: list[tuple[str, float, float]]) -> list[tuple]:
    """Return Pearson's r between panels of any size, by Spearman and Brown's formula.

    It starts from the greatest observed equal panels of which all pairs (or sentences) are rated, and is the square
    root of the product of both panels' reliabilities. Rows are (comparison, raters, against, criterion, NaN, r); r is
    NaN where that of the observed panels is not above 0.

    Parameters:
        observed: what panels.split_halves returns.
        panel_sizes: (comparison, raters, against) of each panel.
    """
    rows = []
    panels = observed[observed["comparison"] == "equal_panels"]
    for criterion in ("sentence_r", "pair_r"):
        seen = panels[panels["criterion"] == criterion]
        if seen.empty:  # sentences that are in no pairs
            continue
        base = seen[seen["pairs"] == seen["pairs"].max()].iloc[-1]
        r = base["mean"] if base["mean"] > 0 else np.nan
        for comparison, raters, against in panel_sizes:
            reliability = [spearman_brown(r, size / base["raters"]) for size in (raters, against)]
            rows.append((comparison, raters, against, criterion, np.nan, float(np.sqrt(np.prod(reliability)))))
    return rows


@dataclass(frozen=True)
class Noise:
    """Model sampling error, to predict what panels of other sizes would reach.

    It assumes that a participant's z-score is the sentence's expected rating plus normal error, of the same ``sd`` for
    every participant and sentence (pooled within sentences), all errors independent. Error-free ``deltas`` have the
    shares ``weights``: the distribution under which the observed deltas are likeliest, without any assumption on its
    shape (Kiefer & Wolfowitz 1956). That list, order and other sentences do nothing is assumed, too. The rows of
    ``ceiling`` show how far it is off where split halves can be observed.
    """

    sd: float
    deltas: np.ndarray
    weights: np.ndarray


def pooled_variance(rated: Answers) -> float:
    """Return the variance of z-scores within sentences, pooled; NaN where no sentence has two answers."""
    several = rated.counts > 1
    freedom = rated.counts[several] - 1
    return float((rated.variances()[several] * freedom).sum() / freedom.sum()) if several.any() else np.nan


def fit_noise(rated: Answers, good: np.ndarray, bad: np.ndarray) -> Noise | None:
    """Return the noise model of these ratings, or None where participants never differ."""
    variance = pooled_variance(rated)
    if not variance > 1e-12:
        return None
    means = rated.means()
    errors = delta_variances(variance, rated.counts, good, bad)
    return Noise(np.sqrt(variance), *deconvolve(means[good] - means[bad], errors))


def delta_variances(variance: float, counts: np.ndarray, good: np.ndarray, bad: np.ndarray) -> np.ndarray:
    """Return the variance of the sampling error of each pair's delta.

    Parameters:
        variance: that of one rating.
        counts: raters of each sentence.
        good, bad: the positions of each pair's sentences in ``counts``.
    """
    return variance * (1 / counts[good] + 1 / counts[bad])


def deconvolve(observed: np.ndarray, variances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return error-free values and their shares, such that values with normal errors are likeliest as ``observed``.

    ``variances`` are those of the errors. The values stand on a grid over the observed range; the EM algorithm finds
    their shares.
    """
    grid = np.linspace(observed.min(), observed.max(), GRID)
    exponent = -((observed[:, None] - grid) ** 2) / (2 * variances[:, None])
    likelihood = np.exp(exponent - exponent.max(axis=1, keepdims=True))
    weights = np.full(GRID, 1 / GRID)
    for _ in range(STEPS):  # the mean over observations of their posterior weights
        weights = weights * (1 / (likelihood @ weights) @ likelihood) / len(observed)
    return grid, weights


def expected_sd(rated: Answers) -> float:
    """Return the SD (ddof = 0) of the expected ratings over sentences: that of the mean ratings, less their sampling
    error.
    """
    return error_free_sd(rated.means(), pooled_variance(rated) / rated.counts)


def error_free_sd(means: np.ndarray, errors: np.ndarray) -> float:
    """Return the SD (ddof = 0) of what means estimate, from the variances of their sampling errors.

    Independent errors add (n − 1) / n of their mean variance to that of n means: the rest is in the mean of all.
    """
    variance = means.var(ddof=0) - errors.mean() * (1 - 1 / len(means))
    return float(np.sqrt(max(variance, 1e-12)))


def perfect_shares(
    noise: Noise, rated: Answers, good: np.ndarray, bad: np.ndarray, thresholds: Sequence[float]
) -> dict[tuple[str, float], float]:
    """Return the share by the ADC of a predictor that knows the expected rating of each sentence, by scale and δ.

    It is an expectation over the sampling error of the human deltas (Noise). Scales: ``raw``, that of the ratings;
    ``sd_1``, on which predictions have a standard deviation of 1 over sentences, as systems' scores do.

    Parameters:
        noise: what fit_noise returns for ``rated, good, bad``.
        thresholds: the values of δ.
    """
    error = float(delta_variances(noise.sd**2, rated.counts, good, bad).mean())
    scales = {"raw": 1.0, "sd_1": 1 / expected_sd(rated)}
    return {
        (scale, delta): float((noise.weights * expected_adc(noise.deltas, 0.0, error, delta, stretch)).sum())
        for scale, stretch in scales.items()
        for delta in thresholds
    }


def perfect_r(rated: Answers) -> float:
    """Return the expected r, with the mean ratings, of a predictor that knows the expected rating of each sentence.

    It is the root of the reliability of the mean ratings: the SD of the expected ratings divided by that of the means.
    NaN where no sentence has two answers, or all means are the same.
    """
    spread = rated.means().std()
    known = np.isfinite(pooled_variance(rated)) and spread > 0
    return min(1.0, expected_sd(rated) / float(spread)) if known else np.nan


def stretches(noise: Noise, expected: float) -> Callable[[float], float]:
    """Return a function of the number of raters: by what their mean ratings must be multiplied to have an SD of 1.

    The SD is over sentences. ``expected`` is the SD of the expected ratings, which is that of infinitely many raters.
    """
    return lambda raters: 1 / np.sqrt(expected**2 + noise.sd**2 / raters)


def shares_of(
    noise: Noise,
    panel_sizes: list[tuple[str, float, float]],
    thresholds: list[float],
    stretch: Callable[[float], float] = lambda raters: 1.0,
) -> list[tuple]:
    """Return expected shares of pairs that meet both criteria, panel (``raters``) against panel (``against``).

    Rows are (comparison, raters, against, criterion, δ, share). A judge without sampling error (infinitely many raters)
    has no row for the BLiMP criterion. The number of error-free deltas just below 0 is hardly known, as observed ones
    of that size are mostly error.

    Parameters:
        panel_sizes: (comparison, raters, against) of each row.
        stretch: what the deltas of the first side are multiplied by, by its number of raters.
    """
    rows = []
    for comparison, raters, against in panel_sizes:
        first, second = (2 * noise.sd**2 / size for size in (raters, against))
        if first:
            blimp = (noise.weights * expected_blimp(noise.deltas, first)).sum()
            rows.append((comparison, raters, against, "blimp", np.nan, float(blimp)))
        for delta in thresholds:
            adc = (noise.weights * expected_adc(noise.deltas, first, second, delta, stretch(raters))).sum()
            rows.append((comparison, raters, against, "adc", float(delta), float(adc)))
    return rows


def expected_blimp(deltas: np.ndarray, variance: float) -> np.ndarray:
    """Return the probability that error-free delta + normal error, of this ``variance``, is above 0."""
    return ndtr(deltas / np.sqrt(variance))


def expected_adc(deltas: np.ndarray, first: float, second: float, threshold: float, stretch: float = 1.0) -> np.ndarray:
    """Return the probability that two panels' deltas meet the ADC, given the error-free ``deltas``.

    A panel's delta is delta + normal error; ``first`` (may be 0) and ``second`` are the errors' variances, and what the
    first panel has is multiplied by ``stretch``. If it is A > 0, the second must lie between max(0, A − δ) and A + δ;
    for A < 0 everything is mirrored. So the probability is an integral over A.
    """
    deltas = np.asarray(deltas, dtype=float)
    if not first:
        size = np.abs(deltas)
        excess = (stretch - 1) * size
        low = np.maximum(excess - threshold, -size)  # the error that keeps the sign, and is near enough
        spread = np.sqrt(second)
        return np.where(size == 0, 0, np.maximum(0, ndtr((excess + threshold) / spread) - ndtr(low / spread)))
    positive = _both_positive(deltas, first, second, threshold, stretch)
    return positive + _both_positive(-deltas, first, second, threshold, stretch)


def _both_positive(deltas: np.ndarray, first: float, second: float, threshold: float, stretch: float) -> np.ndarray:
    """Return the part of that integral where A > 0, in two parts, as the second side's range bends at δ."""
    node, weight = _nodes()
    mean, spread = stretch * deltas[..., None], stretch * np.sqrt(first)
    total = np.zeros(deltas.shape)
    for start, end in ((0, threshold), (threshold, np.inf)):
        low = np.clip(mean - 9 * spread, start, end)  # beyond, nothing is left
        half = (np.clip(mean + 9 * spread, start, end) - low) / 2
        a = low + (node + 1) * half
        density = np.exp(-(((a - mean) / spread) ** 2) / 2) / (spread * np.sqrt(2 * np.pi))
        ends = ((end - deltas[..., None]) / np.sqrt(second) for end in (a + threshold, np.maximum(a - threshold, 0)))
        above, below = (ndtr(end) for end in ends)
        total += (density * half * weight * (above - below)).sum(axis=-1)
    return total


@lru_cache(maxsize=1)
def _nodes() -> tuple[np.ndarray, np.ndarray]:
    """Return points and weights of the integral between −1 and 1."""
    return np.polynomial.legendre.leggauss(NODES)
