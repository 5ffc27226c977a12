"""Compute the jackknife and the bootstrap over clusters, tests by sign flips, and Holm's correction (pure)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import pandas as pd
from scipy.special import expit, gammaln, logit, ndtri, stdtr, stdtrit

AT_ONCE = 10_000, 1_000  # repetitions of sign flips, and columns, for the memory's sake
ROUNDING = 1e-6  # of numbers made from scores, which are kept to about seven digits
MOST = 500  # clusters that are left out one at a time; of more, several at a time
FEWEST = 5  # clusters for an interval
ENOUGH = 20  # clusters of one size for intervals of shares by jackknifed logits; of fewer, the share is jackknifed
SCORE = float(ndtri(0.975)) ** 2  # 3.84: Wilson's interval of G successes out of G ends at G / (G + SCORE)


def cluster_numbers(clusters) -> np.ndarray:
    """Return the number of each item's cluster, from 0. Clusters beyond MOST are joined with others, whole."""
    return pd.factorize(np.asarray(clusters))[0] % MOST


def effective_number(sizes) -> float:
    """Return how many clusters of one size would say as much as clusters of these: (Σ n)² / Σ n² (Kish 1965)."""
    sizes = np.asarray(sizes, dtype=float)
    squares = (sizes**2).sum()
    return float(sizes.sum() ** 2 / squares) if squares > 0 else np.nan


def parts_of_clusters(pairs: pd.DataFrame) -> pd.Series | None:
    """Return the phenomenon of each pair where phenomena are parts of clusters, else None.

    They are where each phenomenon lies in one cluster, and some cluster has several.
    """
    several = pairs["phenomenon"].nunique() > pairs["cluster"].nunique()
    whole = (pairs.groupby("phenomenon")["cluster"].nunique() <= 1).all()
    return pairs["phenomenon"] if several and whole else None


def sums_by(numbers: np.ndarray, values) -> np.ndarray:
    """Return the sum of the values (n) of each cluster, by its number (n numbers)."""
    return np.bincount(numbers, weights=np.asarray(values, dtype=float))


@dataclass(frozen=True)
class Estimate:
    """Describe an estimate, and what it is with each cluster left out: the *delete-one jackknife*.

    The jackknife's standard error is √((G − 1)/G · Σ (v − mean v)²) over the G estimates v that leave one cluster out.
    Where few clusters contain most items, it is less certain than G suggests, so intervals take Student's t with
    ``clusters`` − 1 degrees of freedom, the number of clusters of one size that would say as much (effective_number; G
    where it is not given). Each further stratum takes away one more. All are 95 % intervals, and NaN where there are
    fewer than FEWEST clusters, or where there is no more than one degree of freedom, with which t is 12.7.

    In 2,000 simulated worlds of 40 clusters of very unequal sizes, intervals of shares of .30 and .94, of their
    differences and of the excess over chance contain the truth in 95.7 to 98.1 %. With G − 1 degrees of freedom and no
    bound on shares (perfect_end), they did in 91.9 to 94.0 % (tests/thorough/test_coverage.py).

    Parameters:
        left_out: the estimate without each cluster.
        clusters: their effective number.
        strata: the stratum of each cluster, where clusters are drawn within strata that are not drawn themselves.
    """

    value: float
    left_out: np.ndarray
    clusters: float = np.nan
    strata: np.ndarray | None = None

    def __sub__(self, other: "Estimate") -> "Estimate":
        clusters = np.fmin(self.clusters, other.clusters)
        return Estimate(self.value - other.value, self.left_out - other.left_out, float(clusters), self.strata)

    def _as(self, function: Callable) -> "Estimate":
        """Return the estimate on another scale, which ``function`` gives."""
        return replace(self, value=function(self.value), left_out=function(np.asarray(self.left_out)))

    def _t(self, below: float = 0.975) -> float:
        """Return the quantile of Student's t for intervals; ``below``: the probability below it."""
        return _t(self.free, below) if self.enough else np.nan

    @property
    def enough(self) -> bool:
        """Return whether clusters are enough for an interval: at least FEWEST, and more than 1 degree of freedom."""
        return len(self.left_out) >= FEWEST and self.free > 1

    def _effective(self) -> float:
        """Return the number of clusters of one size that would say as much; G where it is not known."""
        return self.clusters if np.isfinite(self.clusters) else len(self.left_out)

    def standard_error(self) -> float:
        """Return the jackknife's standard error; NaN where there is one cluster. Variances of strata add up."""
        clusters = len(self.left_out)
        if clusters < 2:
            return np.nan
        if self.strata is None:
            return float(np.sqrt((clusters - 1) * self.left_out.var()))
        parts = pd.Series(self.left_out).groupby(self.strata)
        return float(np.sqrt(((parts.size() - 1) * parts.var(ddof=0)).sum()))

    @property
    def free(self) -> float:
        """Return the degrees of freedom: the effective number of clusters minus the number of strata."""
        return self._effective() - (1 if self.strata is None else len(np.unique(self.strata)))

    def _clusters_agree(self, more: float) -> bool:
        """Return whether all clusters have equal values, up to rounding, so that no standard error can be estimated.

        Of G clusters of one size, values differ by G − 1 times the difference of the leave-one-out estimates.
        """
        if more or not len(self.left_out):
            return False
        apart = (len(self.left_out) - 1) * np.ptp(self.left_out)
        return bool(apart < ROUNDING * max(1, abs(self.value)))

    def interval(self, more: float = 0.0, most: float = np.inf) -> tuple[float, float]:
        """Return the interval on the estimate's own scale, which ends at ±``most``; NaN where clusters do not differ.

        ``more`` is further variance, from another source than clusters. It may be estimated below 0, but does not take
        away more than a quarter of theirs.
        """
        variance = self.standard_error() ** 2
        half = self._t() * np.sqrt(np.maximum(variance + more, 0.75 * variance))
        if self._clusters_agree(more):
            return np.nan, np.nan
        return float(np.maximum(self.value - half, -most)), float(np.minimum(self.value + half, most))

    def ratio_interval(self) -> tuple[float, float]:
        """Return the interval of a ratio that is above 0, on the scale of its logarithm."""
        low, high = self._as(np.log).interval()
        return float(np.exp(low)), float(np.exp(high))

    def detectable(self) -> float:
        """Return how far from 0 the estimate would have to be for a single test at the level 0.05 to see it in 80 % of
        samples.
        """
        return (self._t() + self._t(0.8)) * self.standard_error()

    def share_interval(self, answers: float, more: float = 0.0) -> tuple[float, float]:
        """Return the interval of a share of ``answers``, on the scale of logits, with half an answer added to either
        side.

        An answer is what counts or does not: a pair of a system, or what one of several people said about a pair. Of at
        least ENOUGH effective clusters, the logit is jackknifed. Of fewer, one may hold most failures, and without it
        the logit is far away: the better of two systems would have the wider interval. So the share is jackknifed, and
        its standard error divided by share · (1 − share), the slope of the logit.

        No lower end is above that of a perfect share, nor an upper end below that of none (perfect_end). Clusters that
        fail as a whole may be missing from the data by chance. docs/numbers.md compares methods in simulations.
        """
        if self.value > 1:  # a variant may let more pairs add to the count than to the number
            return self.interval(more)
        perfect = self.value in (0, 1) and (self.left_out == self.value).all()
        if not self.enough or (self._clusters_agree(more) and not perfect):
            return np.nan, np.nan
        end = self.perfect_end()
        if perfect:
            return (end, 1.0) if self.value else (0.0, 1 - end)
        smooth = self._as(lambda share: (share * answers + 0.5) / (answers + 1))
        slope, centre = 1 / (smooth.value * (1 - smooth.value)), logit(smooth.value)
        if self._effective() < ENOUGH:
            logits = replace(smooth, value=centre, left_out=centre + slope * (smooth.left_out - smooth.value))
        else:
            logits = smooth._as(logit)
        low, high = expit(logits.interval(more * slope**2))
        return float(np.min([low, self.value, end])), float(np.max([high, self.value, 1 - end]))

    def perfect_end(self) -> float:
        """Return the lower end of the interval of a share of 1: that of all G clusters out of G, G / (G + 1.96²).

        It is Wilson's (1927); the upper end of a share of 0 is 1 minus it. G does not depend on sizes: it decides how
        likely it is that none of those that fail is in the data.
        """
        return len(self.left_out) / (len(self.left_out) + SCORE)

    def r_interval(self, more: float = 0.0) -> tuple[float, float]:
        """Return the interval of a correlation, by Fisher's transformation.

        It is that of the method interval where the correlation is 1 or more, as it may be without noise.
        """
        if not (np.abs([self.value, *self.left_out]) < 1).all():
            return self.interval(more)
        low, high = self._as(np.arctanh).interval(more / (1 - self.value**2) ** 2)
        return float(np.tanh(low)), float(np.tanh(high))

    def p(self) -> float:
        """Return the two-sided p of an estimate of 0: below 0.05 where interval leaves 0 out; NaN without one."""
        if np.isnan(self.interval()).any():
            return np.nan
        return float(2 * stdtr(self.free, -abs(self.value) / self.standard_error()))

    def r_p(self) -> float:
        """Return the two-sided p of a correlation of 0: below 0.05 where r_interval leaves 0 out.

        NaN where there is no interval; 0 for a perfect correlation, which leaving clusters out does not change.
        """
        if abs(self.value) == 1 and (self.left_out == self.value).all():
            return 0.0
        return np.nan if np.isnan(self.r_interval()).any() else self._as(np.arctanh).p()


def crossed_interval(*estimates: Estimate, bounding: int | None = None) -> tuple[float, float]:
    """Return the interval of an estimate over crossed kinds of cluster, all of them samples, as items and people are.

    Of two kinds, the variance is that over items plus that over people minus that over both, which the other two share.
    Of more, it continues by inclusion and exclusion (Cameron, Gelbach & Miller 2011). Its degrees of freedom are
    Satterthwaite's (1946). NaN where no kind differs, or one of them is not enough for an interval.

    Parameters:
        estimates: the estimate with each cluster of a kind left out, for one kind after the other; then with all left
            out that is in the same cluster of two kinds, for each two kinds in the order of itertools.combinations;
            then of three, and so on. Two kinds have three estimates, three kinds seven.
        bounding: the variance is not below that over any one of the first so many kinds; by default, of all.
    """
    half = _crossed_half(estimates, bounding)
    return estimates[0].value - half, estimates[0].value + half


def crossed_r_interval(*estimates: Estimate, bounding: int | None = None) -> tuple[float, float]:
    """Return crossed_interval of a correlation, by Fisher's transformation; NaN where it is 1 or −1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = crossed_interval(*(each._as(np.arctanh) for each in estimates), bounding=bounding)
    return float(np.tanh(low)), float(np.tanh(high))


def crossed_share_interval(first: Estimate, second: Estimate, cells: Estimate, answers: float) -> tuple[float, float]:
    """Return crossed_interval of a share of ``answers``, on the scale of logits, by the share's own standard errors.

    Where all answers count, or none, it is that over items or over people, whichever are fewer. Else, its ends are no
    nearer than those of a perfect share over as many items (Estimate.perfect_end): whole items may fail.
    """
    if first.value in (0, 1):
        return min(first, second, key=lambda each: len(each.left_out)).share_interval(answers)
    smooth = (first.value * answers + 0.5) / (answers + 1)
    half = _crossed_half((first, second, cells)) / (smooth * (1 - smooth))
    low, high = expit(logit(smooth) + half * np.array([-1, 1]))
    end = first.perfect_end()
    return float(np.min([low, first.value, end])), float(np.max([high, first.value, 1 - end]))


def _crossed_half(estimates: Sequence[Estimate], bounding: int | None = None) -> float:
    """Return half the width of crossed_interval; NaN where there is none."""
    kinds = len(estimates).bit_length()
    single = estimates[:kinds]
    variances = np.square([each.standard_error() for each in estimates])
    free = np.array([each.free for each in single])
    enough = all(each.enough for each in single)
    if not enough or all(each._clusters_agree(0) for each in single) or not np.isfinite(variances).all():
        return np.nan
    signs = [(-1) ** shared for shared in range(kinds) for _ in combinations(range(kinds), shared + 1)]
    variance = max(*variances[: bounding or kinds], np.dot(signs, variances))
    degrees = max(free.min(), variance**2 / (variances[:kinds] ** 2 / free).sum())
    return float(_t(degrees) * np.sqrt(variance))


def _t(degrees: float, below: float = 0.975) -> float:
    """Return the quantile of Student's t; NaN with 1 degree of freedom or fewer."""
    return float(stdtrit(degrees, below)) if degrees > 1 else np.nan


def mean(values, numbers: np.ndarray) -> Estimate:
    """Return the mean of values by item; ``numbers`` are those of the items' clusters."""
    return ratio(values, np.ones(len(numbers)), numbers)


def ratio(numerators, denominators, numbers: np.ndarray) -> Estimate:
    """Return Σ numerators / Σ denominators, both by item; ``numbers`` are those of the items' clusters."""
    above, below = (sums_by(numbers, values) for values in (numerators, denominators))
    return ratio_of_sums(above, below)


def ratio_of_sums(above: np.ndarray, below: np.ndarray) -> Estimate:
    """Return ratio from the sums of each cluster: above the line and below it. NaN where there are none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        left_out = (above.sum() - above) / (below.sum() - below)
        return Estimate(above.sum() / below.sum(), left_out, effective_number(below))


def jackknife(function: Callable[..., float], numbers: np.ndarray, *columns: np.ndarray) -> Estimate:
    """Return what ``function`` makes of columns with a value for each item, and of those with each cluster left out.

    ``numbers`` are those of the items' clusters.
    """
    without = [function(*(column[numbers != left] for column in columns)) for left in range(numbers.max() + 1)]
    return Estimate(function(*columns), np.array(without), effective_number(np.bincount(numbers)))


def shared_variance(changes: np.ndarray, numbers: np.ndarray, group: np.ndarray) -> float:
    """Return the part of the variance of a sum over items that is due to what participants do to more clusters than
    one.

    As a difference of two variances it is below 0 where chance makes it so: to take 0 instead would make intervals too
    wide.

    Parameters:
        changes: what leaving out each participant adds to the items' values (participant × item).
        numbers: the numbers of the items' clusters.
        group: the number of each participant's group: the jackknife leaves out one participant of a group.
    """
    return shared_variance_of_sums(changes @ np.eye(numbers.max() + 1)[numbers], group)


def shared_variance_of_sums(by_cluster: np.ndarray, group: np.ndarray) -> float:
    """Return shared_variance from the sums of each participant's changes over each cluster (participant × cluster)."""
    size = np.bincount(group)
    by_cluster = by_cluster - np.stack([by_cluster[group == number].mean(axis=0) for number in range(len(size))])[group]
    shared = by_cluster.sum(axis=1) ** 2 - (by_cluster**2).sum(axis=1)
    return float(((1 - 1 / size)[group] * shared).sum())


def cluster_sums(values, clusters) -> np.ndarray:
    """Return sums of the rows of ``values`` (n × k, or n) over clusters, in the order of the clusters' names."""
    return pd.DataFrame(np.asarray(values, dtype=float)).groupby(np.asarray(clusters)).sum().to_numpy()


def bootstrap_weights(clusters: int, repetitions: int, seed: int) -> np.ndarray:
    """Return how often each cluster is drawn, with replacement (repetitions × clusters)."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(clusters, np.full(clusters, 1 / clusters), size=repetitions)


def sign_flip_p(differences: np.ndarray, repetitions: int, seed: int) -> np.ndarray:
    """Return the two-sided p of each column's sum under random signs of its rows, the same signs for all columns.

    The null: within a cluster, the two things compared may be exchanged. p = (1 + as extreme) / (1 + repetitions), or
    that of least_sign_flip_p where the draws of few clusters happen to give less. It is NaN for a column that is not
    all finite. ``differences`` is clusters × k.
    """
    generator = np.random.default_rng(seed)
    finite = np.isfinite(differences).all(axis=0)
    differences = np.where(finite, differences, 0.0)
    halves = (2 * differences == np.rint(2 * differences)).all()
    differences = differences.astype(np.float32 if halves else float)  # exact for halves, and twice as fast
    observed = np.abs(differences.sum(axis=0)) - differences.dtype.type(1e-9)
    extreme = np.zeros(differences.shape[1])
    for start in range(0, repetitions, AT_ONCE[0]):
        size = (min(AT_ONCE[0], repetitions - start), len(differences))
        signs = generator.choice(np.array([-1, 1], dtype=differences.dtype), size=size)
        for first in range(0, differences.shape[1], AT_ONCE[1]):
            some = slice(first, first + AT_ONCE[1])
            extreme[some] += (np.abs(signs @ differences[:, some]) >= observed[some]).sum(axis=0)
    p = np.where(finite, (1 + extreme) / (1 + repetitions), np.nan)
    return np.maximum(p, least_sign_flip_p(differences, repetitions))


def least_sign_flip_p(differences: np.ndarray, repetitions: int) -> np.ndarray:
    """Return the smallest p that sign_flip_p can give each column: that of all clusters in one direction.

    Clusters with a difference of 0 do not count.
    """
    clusters = (differences != 0).sum(axis=0)
    return np.maximum(np.minimum(1, 2.0 ** (1 - clusters)), 1 / (1 + repetitions))


def exact_sign_flip_p(sums: np.ndarray) -> float:
    """Return the exact two-sided p of the sum of multiples of 1/2 under random signs, for sums of clusters.

    If all have one size, it is the p of the sign test.
    """
    halves = np.rint(2 * np.asarray(sums, dtype=float)).astype(int)
    chances = np.ones(1)  # of each number that the positive terms may add up to
    for size, count in zip(*np.unique(np.abs(halves[halves != 0]), return_counts=True), strict=True):
        positive = np.arange(count + 1)  # how many of the terms of this size: a binomial distribution
        ways = gammaln(count + 1) - gammaln(positive + 1) - gammaln(count - positive + 1)
        of_size = np.zeros(size * count + 1)
        of_size[size * positive] = np.exp(ways - count * np.log(2))
        chances = np.convolve(chances, of_size)
    totals = np.abs(2 * np.arange(len(chances)) - np.abs(halves).sum())
    return float(min(1.0, chances[totals >= abs(halves.sum())].sum()))


def holm(p) -> np.ndarray:
    """Return p-values adjusted for their number (Holm 1979): in order, times m, m − 1, …; never falling, at most 1."""
    p = np.asarray(p, dtype=float)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return adjusted
