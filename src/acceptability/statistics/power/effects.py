"""Simulate how often an experiment finds that acceptable sentences of a phenomenon are rated higher.

**The model.** In z-scores, a rating is the mean of its sentence, plus half the participant's deviation from the mean
difference (with the sign reversed for unacceptable sentences), plus an error. The difference of a pair is that of the
phenomenon plus the pair's deviation. All deviations and errors are normal and independent. Each participant has one
list of a Latin square; half of the sentences that it has of the phenomenon are acceptable.

**The test** is Clark's (1973) quasi-F (F″), for lists. It is the squared mean difference of pairs, divided by
V = V₁ + V₂ − V₃. V₁ is the variance of the mean by differences between participants of one list, and V₂ that by
differences between pairs. Both contain the error of single ratings, V₃, which is therefore subtracted once. V is at
least the greater of V₁ and V₂. The degrees of freedom are Satterthwaite's, rounded down. The test treats participants
and pairs as random, as a linear mixed model with random slopes does (docs/numbers.md compares the two).

**How it is computed.** In this model, the mean difference and the three variances are independent, and the variances
are multiples of χ² variables. So these four are drawn, and not the ratings.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from acceptability.contracts.defaults import LEVEL
from acceptability.statistics.power.simulation import POWER, SEED

EXPERIMENTS = 4000
FEWEST_ITEMS = 4  # pairs of a phenomenon: with fewer, more than 5 % of tests find a difference where there is none
MOST_PARTICIPANTS = 200  # of a list, among which the number needed is searched for


@dataclass(frozen=True)
class Simulated:
    """Contain differences of simulated experiments without an effect, and the excess that each needs to be found."""

    differences: np.ndarray
    limits: np.ndarray

    def found(self, difference: float) -> float:
        """Return the share of experiments in which the test finds an effect of this size, in the right direction."""
        return float((self.differences + difference > self.limits).mean())


def simulate(
    pairs: int, lists: int, participants: int, assumed: Mapping[str, float], number: int = EXPERIMENTS
) -> Simulated | None:
    """Return the tests of so many experiments; None where there is no test.

    There is none with fewer than FEWEST_ITEMS pairs, or with one participant in each list.

    Parameters:
        pairs: of the phenomenon.
        lists: how many lists there are, at least 2.
        participants: in each list.
        assumed: values of ASSUMPTIONS, by name.
    """
    if pairs < FEWEST_ITEMS or participants < 2:
        return None
    generator = np.random.default_rng(SEED)
    more, fewer = divmod(2 * pairs, lists)[::-1]  # lists with a sentence more, and sentences of the others
    sizes = np.array([fewer + 1] * more + [fewer] * (lists - more))
    sizes = sizes[sizes > 0]
    slope, between = assumed["participant_sd"] ** 2, assumed["human_sd_pairs"] ** 2
    single = max(0.0, assumed["rater_sd"] ** 2 - slope / 4)
    error = 2 * single / (participants * pairs)
    by_participants = slope * float((sizes**2).sum()) / (4 * participants * pairs**2) + error
    by_pairs = between / pairs + error
    freedom = np.array([len(sizes) * (participants - 1), pairs - 1, (participants - 1) * (sizes - 1).sum()])
    expected = np.array([by_participants, by_pairs, error])
    differences = generator.standard_normal(number) * np.sqrt(by_participants + by_pairs - error)
    draws = generator.standard_gamma(np.maximum(freedom, 1) / 2, (number, 3)) / (np.maximum(freedom, 1) / 2)
    variances = draws * np.where(freedom > 0, expected, 0.0)
    variance = np.maximum(variances @ np.array([1, 1, -1]), variances[:, :2].max(axis=1))
    squares = (variances**2 / np.maximum(freedom, 1)).sum(axis=1)
    degrees = np.floor(np.divide(variance**2, squares, out=np.ones(number), where=squares > 0))
    return Simulated(differences, stdtrit(degrees, 1 - LEVEL / 2) * np.sqrt(variance))


def found(difference: float, pairs: int, lists: int, participants: int, assumed: Mapping[str, float]) -> float:
    """Return the share of experiments that find a difference; 0 where there is no test. See ``simulate``."""
    tests = simulate(pairs, lists, participants, assumed)
    return tests.found(difference) if tests else 0.0


def needed(difference: float, pairs: int, lists: int, assumed: Mapping[str, float]) -> int | None:
    """Return the least number of participants in each list with which 80 % of experiments find a difference.

    None where MOST_PARTICIPANTS are too few. See ``simulate``.
    """
    numbers = range(2, MOST_PARTICIPANTS + 1)
    place = bisect_left(numbers, POWER, key=lambda number: found(difference, pairs, lists, number, assumed))
    return numbers[place] if place < len(numbers) else None
