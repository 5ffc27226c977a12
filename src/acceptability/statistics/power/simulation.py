"""Simulate experiments with a number of pairs, phenomena and raters from a stated model (pure).

**The model.** A *unit* is the pairs of one phenomenon and cluster. For pair i of unit u,

- people expect the delta T = human_mean + a(u) + e(i); with R raters of each sentence, the observed human delta is
  H = T + ε, ε ~ N(0, 2 rater_sd² / R), all ε independent
- two systems have the deltas M₁ = μ + b₁(u) + f₁(i) and M₂ = μ + b₂(u) + f₂(i) − shift; μ is such that M₁ is above 0 in
  the share ``share_right`` of pairs
- (a, b₁, b₂) and (e, f₁, f₂) are normal, and independent between units and between pairs; SDs and correlations are
  those of acceptability.statistics.power.assumptions

So the systems differ in one thing: deltas of the second are lower by a constant. What the project's own criteria, test
and interval say of such an experiment is computed by the functions that analyses call. There are no ties.

Units of one cluster are as independent as others. Where phenomena of one publication are alike, and clusters are
publications, true intervals are therefore wider: on 230 phenomena from 67 publications (Vázquez Martínez 2021), by a
quarter. There, the smallest differences between BERT and a trigram are within a quarter of those predicted.

**How it is computed.** Units are simulated once, with many pairs each, in REPEATS independent *pools*. A unit of n
pairs of an experiment is n successive pairs of a unit that is drawn from its pool. Of units with more pairs than those
of the pool, the sum is stretched, so that its mean and variance are right. With more than MOST_UNITS units, the sums of
clusters are normal, with the right means and variances. Monte Carlo errors are those between pools.
"""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pandas as pd
from scipy.special import ndtri, stdtrit

from acceptability.contracts.defaults import LEVEL
from acceptability.statistics import criteria
from acceptability.statistics.clusters import (
    MOST,
    cluster_numbers,
    effective_number,
    ratio_of_sums,
    sign_flip_p,
)
from acceptability.statistics.power.assumptions import Assumed, units_of

POWER = 0.8
REPEATS = 8  # pools
POOL = 2**15  # pairs of each
MOST_PAIRS = 256  # of a unit of a pool
MOST_UNITS = 2000  # of an experiment, that are simulated one by one
EXPERIMENTS = 600  # with each pool
QUARTER = 4  # a part of the pools is enough for shares of certain decisions
INTERVALS = 30  # experiments with each pool of which intervals are computed
ALL_SIGNS = 11  # clusters of which all signs are tried; of more, random ones are drawn
FLIPS = 250_000, 500, 2_500  # of signs: divided by the number of clusters, but between these two
FEWEST = 6  # clusters with which a p can be below LEVEL: 2^(1 − 5) is not
STEPS = 24  # of the curve of differences over shifts, from which the search starts
TRIES = 8  # of the search
NEAR = 0.012  # of POWER, where it ends: what is left is taken as linear
SEED = 1
Step = tuple[str, float]


@dataclass(frozen=True)
class Design:
    """Describe an experiment: how many pairs each unit has, the number of its cluster, the raters of each sentence."""

    sizes: np.ndarray
    clusters: np.ndarray
    raters: int

    @property
    def pairs(self) -> int:
        return int(self.sizes.sum())

    @property
    def number(self) -> int:
        """Return the number of clusters that tests flip and intervals leave out."""
        return int(self.clusters.max() + 1)

    def by_cluster(self, values: np.ndarray) -> np.ndarray:
        """Return sums of values (… × unit) over the units of each cluster (… × cluster)."""
        order = np.argsort(self.clusters, kind="stable")
        if self.number == len(order):
            return values[..., order]
        starts = np.searchsorted(self.clusters[order], np.arange(self.number))
        return np.add.reduceat(values[..., order], starts, axis=-1)

    def twice_pairs(self) -> "Design":
        return replace(self, sizes=2 * self.sizes)

    def twice_phenomena(self) -> "Design":
        """Return the design with as many clusters again, each with its units."""
        again = np.concatenate([self.clusters, self.clusters + self.number]) % MOST
        return replace(self, sizes=np.tile(self.sizes, 2), clusters=again)

    def twice_raters(self) -> "Design":
        return replace(self, raters=2 * self.raters)


def planned(pairs: pd.DataFrame, raters: int) -> Design:
    """Return the design of the table PAIRS."""
    units = units_of(pairs)
    first = np.unique(units, return_index=True)[1]
    return Design(np.bincount(units), cluster_numbers(pairs["cluster"])[first], raters)


@dataclass(frozen=True)
class Estimated:
    """Represent a number with its Monte Carlo error; NaN if there is none, with the reason in ``note``.

    ``shift``: by how much the deltas of the second system are lower where a difference of shares is so great.
    """

    value: float
    error: float = 0.0
    note: str = ""
    shift: float = np.nan


class Pools:
    """Describe simulated units of many pairs, and what experiments with them come to.

    Arrays are units × pairs, the units of each pool after those of the one before.
    """

    def __init__(self, assumed: Assumed, largest: int, seed: int = SEED) -> None:
        """Simulate units of about as many pairs as the ``largest`` unit of any design has, or MOST_PAIRS."""
        self.assumed = assumed
        self.width = int(np.clip(2 ** np.ceil(np.log2(largest)), 8, MOST_PAIRS))
        self.units = POOL // self.width
        self.generator = np.random.default_rng(seed)
        shape = (REPEATS * self.units // 2, self.width)  # see _twice
        of_units = np.concatenate([self._of_units() for _ in range(REPEATS)])
        of_pairs = self.generator.standard_normal((3, *shape))
        human, system = (assumed.at(f"{who}_sd") for who in ("human", "system"))
        parts = [
            _correlated(draws, assumed.at("people_r")[level], assumed.at("systems_r")[level])
            for level, draws in enumerate((of_units.T[:, :, None], of_pairs))
        ]
        sds = (human, system, system)
        deltas = [sum(sd[level] * parts[level][place] for level in range(2)) for place, sd in enumerate(sds)]
        middle = ndtri(assumed["share_right"]) * np.hypot(*system)
        error = self.generator.standard_normal(shape)
        self.expected, self.error = self._twice(assumed["human_mean"] + deltas[0]), self._twice(error)
        one, other = middle + deltas[1], middle + deltas[2]
        self.first, self.second = self._twice(one, other), self._twice(other, one)
        self.greatest = max(0.0, middle) + 4 * float(np.hypot(*system))  # shift: hardly a delta is then above 0
        self._first: dict[tuple, np.ndarray] = {}
        self._curves: dict[tuple, tuple] = {}
        self._half_intervals: dict[int, np.ndarray] = {}

    def _of_units(self) -> np.ndarray:
        """Return standard normal numbers that fill their space evenly (unit × 3)."""
        from scipy.stats import qmc  # here, as only this needs it and it takes most of a second

        return ndtri(np.clip(qmc.Sobol(3, rng=self.generator).random(self.units // 2), 1e-9, 1 - 1e-9))

    def _twice(self, values: np.ndarray, others: np.ndarray | None = None) -> np.ndarray:
        """Return the units of each pool, and then the same again, or others.

        Each unit is in its pool twice, with the two systems exchanged: without a shift, neither is better there.
        """
        halves = [half.reshape(REPEATS, -1, self.width) for half in (values, values if others is None else others)]
        return np.concatenate(halves, axis=1).reshape(-1, self.width)

    def human(self, raters: int) -> np.ndarray:
        """Return observed human deltas with so many raters of each sentence."""
        return self.expected + self.assumed["rater_sd"] * np.sqrt(2 / raters) * self.error

    def met_by_first(self, step: Step, raters: int) -> np.ndarray:
        """Return running counts of pairs that the first system meets."""
        key = step, raters if step[0] == "adc" else 0
        if key not in self._first:
            self._first[key] = self._running(self.first, step, raters)
        return self._first[key]

    def met_by_second(self, shift: float, step: Step, raters: int) -> np.ndarray:
        """Return the same of the second system."""
        return self._running(self.second - shift, step, raters)

    def _running(self, model: np.ndarray, step: Step, raters: int) -> np.ndarray:
        """Return how many of the first 0, 1, … pairs of each unit meet a criterion (units × (pairs + 1))."""
        human = self.human(raters) if step[0] == "adc" else np.zeros(1)
        counts = np.zeros((len(model), self.width + 1), dtype=np.int16)
        np.cumsum(criteria.meets(human, model, *step), axis=1, out=counts[:, 1:])
        return counts

    def apart(self, shift: float, step: Step, raters: int) -> np.ndarray:
        """Return the running difference of the two systems' counts."""
        return self.met_by_first(step, raters) - self.met_by_second(shift, step, raters)

    def means(self, running: np.ndarray) -> np.ndarray:
        """Return the mean over all pairs of each pool."""
        return running[:, -1].reshape(REPEATS, -1).mean(axis=1) / self.width

    def curve(self, step: Step, design: Design) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return shifts, the difference of shares at each, and about its standard error, from the first pool alone."""
        key = step, design.raters if step[0] == "adc" else 0
        if key not in self._curves:
            shifts, part = np.linspace(0, self.greatest, STEPS), slice(self.units)
            human = self.human(design.raters)[part]
            met = [criteria.meets(human, model, *step) for model in (self.first[part], self.second[part])]
            rows = []
            for shift in shifts:
                second = criteria.meets(human, self.second[part] - shift, *step)
                running = np.zeros((self.units, self.width + 1), dtype=np.int16)
                np.cumsum(met[0].astype(np.int16) - second, axis=1, out=running[:, 1:])
                between, within = _variances(running)
                rows.append((met[1].mean() - second.mean(), between, within))
            self._curves[key] = (shifts, *np.array(rows).T)
        shifts, apart, between, within = self._curves[key]
        sizes = design.sizes.astype(float)
        return shifts, apart, np.sqrt(between * (sizes**2).sum() + within * sizes.sum()) / sizes.sum()

    def certain(self, threshold: float, raters: int) -> Estimated:
        """Return the share of pairs whose decision by the ADC is the same in the human delta's whole 95 % interval.

        The first system's decision, as in analyses.people: the interval is by Student's t, with Welch and
        Satterthwaite's degrees of freedom, from the ratings' own variances.
        """
        if raters < 2:
            return Estimated(0.0, 0.0, "with one rating of each sentence, nothing says how certain it is")
        some = np.arange(len(self.first)) % self.units < max(2, self.units // QUARTER)
        if raters not in self._half_intervals:
            shape = (2, some.sum(), self.width)
            variances = 2 * self.generator.standard_gamma((raters - 1) / 2, shape) / (raters - 1)
            freedom = (raters - 1) * variances.sum(axis=0) ** 2 / (variances**2).sum(axis=0)
            error = self.assumed["rater_sd"] * np.sqrt(variances.sum(axis=0) / raters)
            self._half_intervals[raters] = stdtrit(freedom, 0.975) * error
        human, half = self.human(raters)[some], self._half_intervals[raters]
        low, high = criteria.accepted(self.first[some], "adc", threshold)
        least, most = human - half, human + half
        sure = ((low < least) & (most < high)) | (most <= low) | (high <= least)
        return _over_pools(sure.reshape(REPEATS, -1).mean(axis=1))


def _correlated(draws: np.ndarray, people: float, systems: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return three standard normal variables, from independent ones: people, and two systems.

    ``people`` is the correlation of people with either system, ``systems`` that of the two systems.
    """
    residual_variance = 1 - people**2
    alike = (systems - people**2) / residual_variance
    other = alike * draws[1] + np.sqrt(max(0.0, 1 - alike**2)) * draws[2]
    return draws[0], *(people * draws[0] + np.sqrt(residual_variance) * residual for residual in (draws[1], other))


def _over_pools(values: np.ndarray) -> Estimated:
    """Return the mean of the pools' values, and its standard error."""
    return Estimated(float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values))))


class Experiments:
    """Describe many experiments of one design, with the units of the pools."""

    def __init__(self, pools: Pools, design: Design) -> None:
        self.pools, self.design = pools, design
        generator = np.random.default_rng([SEED, 1])
        number, sizes = REPEATS * EXPERIMENTS, design.sizes
        self.pool = np.repeat(np.arange(REPEATS), EXPERIMENTS)
        self.pairs_of = design.by_cluster(sizes.astype(float))
        if self.many:
            self.normal = generator.standard_normal((number, design.number))
            return
        unit = generator.integers(pools.units, size=(number, len(sizes)), dtype=np.int32)
        unit += pools.units * self.pool[:, None].astype(np.int32)
        taken = np.minimum(sizes, pools.width).astype(np.int32)
        start = generator.integers(pools.width - taken + 1, size=unit.shape, dtype=np.int32)
        self.first = unit * np.int32(pools.width + 1) + start
        self.last = self.first + taken

    @property
    def many(self) -> bool:
        """Return whether units are too many to simulate each."""
        return len(self.design.sizes) > MOST_UNITS

    def sums(self, running: np.ndarray, most: int = EXPERIMENTS) -> np.ndarray:
        """Return the sums of the pairs of each cluster (experiment × cluster), of up to ``most`` experiments a pool."""
        some = np.arange(len(self.pool)) % EXPERIMENTS < most
        means, sizes = self.pools.means(running)[self.pool[some], None], self.design.sizes
        if self.many:
            between, within = _variances(running)
            spread = np.sqrt(within * self.pairs_of + between * self.design.by_cluster(sizes.astype(float) ** 2))
            exact = means * self.pairs_of + spread * self.normal[some]
            return np.rint(2 * exact) / 2  # halves, with which sign_flip_p is faster
        flat, rows = running.ravel(), slice(None) if some.all() else some
        sums = (flat[self.last[rows]] - flat[self.first[rows]]).astype(np.float32)
        large = sizes > self.pools.width
        if large.any():
            between, within = _variances(running)
            at_pairs, at_width = between + within / np.array([sizes[large], np.full(large.sum(), self.pools.width)])
            factor = np.sqrt(np.divide(at_pairs, at_width, out=np.ones(large.sum()), where=at_width > 0))
            deviations = sums[:, large] / self.pools.width - means
            sums[:, large] = np.rint(2 * sizes[large] * (means + factor * deviations)) / 2
        return self.design.by_cluster(sums)

    def power(self, shift: float, step: Step) -> np.ndarray:
        """Return the share of each pool's experiments in which the paired test finds a difference."""
        p = paired_p(self.sums(self.pools.apart(shift, step, self.design.raters)))
        return (p < LEVEL).reshape(REPEATS, -1).mean(axis=1)

    def smallest_difference(self, step: Step) -> Estimated:
        """Return the smallest difference of two shares that the test finds in 80 % of experiments.

        The search starts where a normal distribution of the difference would put it, and goes on in units of that.
        """
        clusters = self.design.number
        if clusters < FEWEST:
            one = clusters == 1
            reason = (
                "all pairs are in one cluster, so there is no test" if one else f"there are only {clusters} clusters"
            )
            rest = "" if one else f", and no p is below {LEVEL} with fewer than {FEWEST}"
            return Estimated(np.nan, np.nan, reason + rest)
        shifts, apart, error = self.pools.curve(step, self.design)
        rising = slice(int(np.flatnonzero(apart <= 0).max()), None)
        shifts, apart, error = shifts[rising], np.maximum.accumulate(apart[rising]), error[rising]
        standard_errors, greatest = ndtri(0.975) + ndtri(POWER), float(apart[-1])
        low, high, aim = 0.0, np.inf, float(apart[np.argmax(apart >= np.minimum(standard_errors * error, greatest))])
        for _ in range(TRIES):
            shift = float(np.interp(aim, apart, shifts))
            reached = self.power(shift, step)
            if abs(reached.mean() - POWER) < NEAR:
                break
            if reached.mean() > POWER:
                high = aim
            elif aim < greatest:
                low = aim
            else:
                reason = f"not even the greatest difference is found in {100 * POWER:.0f} % of experiments"
                return Estimated(np.nan, np.nan, reason)
            aim = min(aim * standard_errors / (ndtri(np.clip(reached.mean(), 0.05, 0.999)) + ndtri(0.975)), greatest)
            if not low < aim < high:
                aim = (low + min(high, greatest)) / 2
        value = float(self.pools.means(self.pools.apart(shift, step, self.design.raters)).mean())
        slope = np.exp(-(ndtri(POWER) ** 2) / 2) / np.sqrt(2 * np.pi) * standard_errors / value
        power = _over_pools(reached)
        missing = (POWER - power.value) / slope
        return Estimated(value + missing, power.error / slope, shift=float(np.interp(aim + missing, apart, shifts)))

    def share(self, step: Step) -> Estimated:
        """Return the expected share of the better system."""
        return _over_pools(self.pools.means(self.pools.met_by_first(step, self.design.raters)))

    def interval_width(self, step: Step) -> Estimated:
        """Return the mean width of the 95 % interval of the better system's share."""
        sums = self.sums(self.pools.met_by_first(step, self.design.raters), INTERVALS)
        widths = np.array(
            [np.ptp(ratio_of_sums(each, self.pairs_of).share_interval(self.design.pairs)) for each in sums]
        )
        if np.isnan(widths).all():
            effective = effective_number(self.pairs_of)
            return Estimated(
                np.nan, np.nan, f"pairs are in {effective:.1f} clusters of one size, too few for an interval"
            )
        by_pool = widths.reshape(REPEATS, -1)
        return _over_pools(np.nanmean(by_pool, axis=1))


def paired_p(sums: np.ndarray) -> np.ndarray:
    """Return the p of the test by flipped signs, of each experiment (experiment × cluster: differences of counts).

    Of few clusters, all signs are tried, which the random ones of analyses estimate; of more, fewer random ones are.
    """
    clusters = sums.shape[1]
    if clusters > ALL_SIGNS:
        fewest, most = FLIPS[1:]
        flips = int(np.clip(FLIPS[0] // clusters, fewest, most))
        return sign_flip_p(sums.T, flips, SEED)
    extreme = np.abs(_all_signs(clusters) @ sums.T) >= np.abs(sums.sum(axis=1)) - 1e-6
    return extreme.mean(axis=0)


@cache
def _all_signs(clusters: int) -> np.ndarray:
    """Return all signs of so many clusters of which the first is 1: the others are their opposites."""
    numbers = np.arange(2 ** (clusters - 1))[:, None]
    return (1 - 2 * (numbers >> np.arange(clusters) & 1)).astype(np.float32)


def _variances(running: np.ndarray) -> tuple[float, float]:
    """Return the variance of what running counts count between units and within them."""
    width = running.shape[1] - 1
    values = np.diff(running, axis=1)
    within = float(values.var(axis=1, ddof=1, dtype=float).mean())
    return max(0.0, float((running[:, -1] / width).var(ddof=1)) - within / width), within
