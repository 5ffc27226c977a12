"""What holds of the ADC without its paper's systems, on any sample of rated pairs (pure).

A finding is one or more numbers that must be above 0: differences of shares, or of a share and a bound. It *holds*
where the 95 % intervals over clusters of all of them lie above 0; it *fails* where one of them lies below 0. Otherwise
it is *not certain*. Ties count as half (criteria.credit).

A finding that holds on one sample *carries over* to another where it holds there, and does not where it fails there. If
it is not certain there, it is *clearly weaker* where the number is smaller there: the difference of the samples lies
below 0, and its p, corrected by Holm's method for all findings, is below 0.05.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import stdtr, stdtrit

from acceptability.contracts.defaults import LEVEL
from acceptability.statistics import chance, criteria
from acceptability.statistics.clusters import Estimate, cluster_numbers, holm, mean
from acceptability.statistics.references import reference_shares

HOLDS, FAILS, UNCERTAIN, WEAKER = "yes", "no", "not certain", "clearly weaker"
BLIMP, SMALL, MIDDLE, LARGE = ("blimp", np.nan), ("adc", 0.5), ("adc", 1.0), ("adc", 5.0)
ORACLE, WITHIN, ACROSS = "reference/oracle", "reference/permuted_within", "reference/permuted_across"
CONSTANT, RANDOM = "reference/best_constant_left_out", "reference/random"
SLOR, LOG_PROB = "brown-trigram/slor", "brown-trigram/log_prob"
Step = tuple[str, float]


@dataclass(frozen=True)
class Number:
    """An estimate over clusters; ``more`` is variance that it has besides that over clusters.

    ``row`` is the system and measure that it is about, of a finding that is about several.
    """

    estimate: Estimate
    more: float = 0.0
    row: str = ""

    def __sub__(self, other: "Number | float") -> "Number":
        if isinstance(other, Number):
            return replace(self, estimate=self.estimate - other.estimate, more=self.more + other.more)
        moved = replace(self.estimate, value=self.estimate.value - other, left_out=self.estimate.left_out - other)
        return replace(self, estimate=moved)

    def __neg__(self) -> "Number":
        turned = replace(self.estimate, value=-self.estimate.value, left_out=-self.estimate.left_out)
        return replace(self, estimate=turned)

    def of(self, row: str) -> "Number":
        """Return the same number, as one about a row (system/measure)."""
        return replace(self, row=row)

    @property
    def value(self) -> float:
        return self.estimate.value

    @property
    def interval(self) -> tuple[float, float]:
        """Return its 95 % interval: the value twice, where clusters do not differ; NaN where they are too few."""
        ends = self.estimate.interval(self.more)
        same = (self.value, self.value) if self.estimate.enough else (np.nan, np.nan)
        return ends if np.isfinite(ends).all() else same


class Sample:
    """The shares of pairs that rows and references meet, by criterion and δ.

    Parameters:
        columns: deltas by pair_id, as systems.delta_columns returns them, of systems that cover all pairs that count,
            and of the references that have deltas.
        pairs: the table PAIRS.
    """

    def __init__(self, columns: pd.DataFrame, pairs: pd.DataFrame) -> None:
        self._columns = columns[criteria.counted(columns["human"])]
        self._pairs = pairs.set_index("pair_id", drop=False).loc[self._columns.index]
        self._numbers = cluster_numbers(self._pairs["cluster"])
        self.systems = [row for row in columns if row != "human" and not row.startswith("reference/")]
        self._of_references: dict[Step, dict[str, Number]] = {}

    def share(self, row: str, step: Step) -> Number:
        """Return the share of pairs on which a row (system/measure, or reference/name) meets a criterion."""
        human = self._columns["human"]
        if row in self._columns:
            credit = criteria.credit(human, self._columns[row], *step)
            return Number(mean(credit, self._numbers))
        if step not in self._of_references:
            self._of_references[step] = {
                f"reference/{each.measure}": Number(each.share, each.more)
                for each in reference_shares(human, self._pairs, step)
            }
        return self._of_references[step][row]

    def chance(self, row: str, step: Step) -> Number:
        """Return the share that a row's deltas are expected to reach when they are assigned to the pairs at random."""
        deltas = (self._columns[name].to_numpy() for name in ("human", row))
        return Number(chance.permuted(*deltas, self._numbers, step)[0])


Asked = Callable[[Sample], Iterable[Number]]


def _above(first: str, second: str, step: Step, sample: Sample) -> Iterable[Number]:
    """Yield by how much the first row is above the second."""
    yield sample.share(first, step) - sample.share(second, step)


def _above_systems(first: str, step: Step, sample: Sample) -> Iterable[Number]:
    """Yield by how much a row is above each system."""
    for row in sample.systems:
        yield (sample.share(first, step) - sample.share(row, step)).of(row)


def _loses_more(bound: float, step: Step, sample: Sample) -> Iterable[Number]:
    """Yield by how much more than a bound each system loses from the BLiMP criterion to the ADC."""
    for row in sample.systems:
        yield (sample.share(row, BLIMP) - sample.share(row, step) - bound).of(row)


def _loses_less(bound: float, step: Step, sample: Sample) -> Iterable[Number]:
    """Yield how far each system's loss, and its gain, from the BLiMP criterion to the ADC are below a bound."""
    for row in sample.systems:
        lost = sample.share(row, BLIMP) - sample.share(row, step)
        yield from ((-lost - -bound).of(row), (lost - -bound).of(row))


def _below(bound: float, step: Step, sample: Sample) -> Iterable[Number]:
    """Yield how far each system is below a bound."""
    for row in sample.systems:
        yield (-(sample.share(row, step) - bound)).of(row)


FINDINGS: dict[str, Asked] = {
    "People’s mean ratings agree with the experts on more than 95 % of the pairs": lambda sample: [
        sample.share(ORACLE, BLIMP) - 0.95
    ],
    "At δ = 0.5, one constant for all pairs, fitted to other clusters, is above shuffled human deltas": partial(
        _above, CONSTANT, ACROSS, SMALL
    ),
    "… and above every system": partial(_above_systems, CONSTANT, SMALL),
    "At δ = 0.5, people’s own ratings, at a standard deviation of 1, are above that constant": partial(
        _above, ORACLE, CONSTANT, SMALL
    ),
    "At δ = 0.5, human deltas shuffled within phenomena are above those shuffled over all pairs": partial(
        _above, WITHIN, ACROSS, SMALL
    ),
    "At δ = 0.5, every system loses more than 0.3 of the pairs (Section 8)": partial(_loses_more, 0.3, SMALL),
    "At δ = 1, every system loses more than 0.2 of the pairs (Section 8)": partial(_loses_more, 0.2, MIDDLE),
    "At δ = 5, no system is more than 0.02 from its BLiMP share (Section 8)": partial(_loses_less, 0.02, LARGE),
    "At δ = 0.5, no system meets the ADC on half of the pairs (Table 1)": partial(_below, 0.5, SMALL),
    "By the BLiMP criterion, the trigram does better with SLOR than with the log-probability (Table 1)": partial(
        _above, SLOR, LOG_PROB, BLIMP
    ),
    "… and at δ = 0.5 (Table 1)": partial(_above, SLOR, LOG_PROB, SMALL),
    "At δ = 0.5, the trigram’s SLOR is above random scores": partial(_above, SLOR, RANDOM, SMALL),
    "… and above its chance": lambda sample: [sample.share(SLOR, SMALL) - sample.chance(SLOR, SMALL)],
}


@dataclass(frozen=True)
class Judgment:
    """What a sample says of a finding: the numbers that must all be above 0."""

    numbers: tuple[Number, ...]

    @property
    def verdict(self) -> str:
        ends = [number.interval for number in self.numbers]
        if all(low > 0 for low, _ in ends):
            return HOLDS
        return FAILS if any(high < 0 for _, high in ends) else UNCERTAIN

    @property
    def place(self) -> int:
        """Return the place of the smallest number, the first of several."""
        return min(range(len(self.numbers)), key=lambda place: self.numbers[place].value)

    @property
    def least(self) -> Number:
        return self.numbers[self.place]


def judge(sample: Sample, findings: Mapping[str, Asked] = FINDINGS) -> dict[str, Judgment]:
    """Return what a sample says of each finding."""
    return {finding: Judgment(tuple(question(sample))) for finding, question in findings.items()}


class Difference(NamedTuple):
    """Give the difference of a number between two samples, its 95 % interval, and the two-sided p of no difference."""

    value: float
    low: float
    high: float
    p: float


def difference(first: Judgment, second: Judgment) -> Difference:
    """Return the finding's number in the second sample minus that in the first.

    Of several numbers, it is the one that is smallest in the first sample, in both. To choose it by the second sample
    would find a fall where chance alone makes one number small; chosen by the first, a fall is, if anything,
    understated. So it need not be the difference of the two samples' smallest numbers.

    The samples are taken as independent. They share hardly any sentences, but most articles of the second are in the
    first, too; to take these whole moves no end of an interval by more than 0.005 (tests/thorough/test_released.py).
    Where neither number has a variance, there is no test, and p is NaN.
    """
    numbers = first.numbers[first.place], second.numbers[first.place]
    value = numbers[1].value - numbers[0].value
    error, df = error_of_difference(*numbers)
    if error == 0:
        return Difference(value, value, value, np.nan)
    half = stdtrit(df, 0.975) * error
    return Difference(value, value - half, value + half, 2 * stdtr(df, -abs(value) / error))


def error_of_difference(first: Number, second: Number) -> tuple[float, float]:
    """Return the standard error of the difference of two independent numbers, and its degrees of freedom.

    Their variances add up, and the degrees of freedom are Satterthwaite's (1946), (a + b)² / (a² / (G − 1) + b² /
    (H − 1)) of variances a and b over G and H effective clusters. As in Number.interval, a number of which clusters do
    not differ has no variance; where neither has one, the degrees of freedom are NaN.
    """
    free = np.array([number.estimate.clusters - 1 for number in (first, second)])
    halves = np.array([np.ptp(number.interval) / 2 for number in (first, second)])
    variances = np.square(halves / stdtrit(free, 0.975))
    if not variances.any():
        return 0.0, np.nan
    return np.sqrt(variances.sum()), variances.sum() ** 2 / (variances**2 / free).sum()


@dataclass(frozen=True)
class Comparison:
    """Compare two samples on a finding: their difference, its corrected p, and whether the finding carries over.

    ``verdict`` is HOLDS, WEAKER, UNCERTAIN or FAILS; None where the finding does not hold on the first sample.
    """

    difference: Difference
    p_holm: float
    verdict: str | None


def compare(first: Mapping[str, Judgment], second: Mapping[str, Judgment]) -> dict[str, Comparison]:
    """Compare two samples finding by finding. Each p is corrected by Holm's method for all findings that are tested."""
    differences = {finding: difference(judgment, second[finding]) for finding, judgment in first.items()}
    tested = pd.Series({finding: change.p for finding, change in differences.items()}).dropna()
    corrected = pd.Series(holm(tested), index=tested.index).reindex(list(differences))
    return {
        finding: Comparison(change, p, carries_over(first[finding], second[finding], p))
        for (finding, change), p in zip(differences.items(), corrected, strict=True)
    }


def carries_over(first: Judgment, second: Judgment, p_holm: float) -> str | None:
    """Return whether a finding on the first sample carries over to the second; see Comparison.

    Parameters:
        p_holm: p of the difference of the samples, corrected for all findings.
    """
    if first.verdict != HOLDS:
        return None
    if second.verdict == UNCERTAIN and p_holm < LEVEL and difference(first, second).value < 0:
        return WEAKER
    return second.verdict
