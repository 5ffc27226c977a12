"""Test a share of pairs against chance, with intervals over clusters or, if these are too few, pairs (pure)."""

from dataclasses import dataclass

import numpy as np

from acceptability.statistics import chance, criteria
from acceptability.statistics.clusters import (
    Estimate,
    cluster_numbers,
    exact_sign_flip_p,
    mean,
    sign_flip_p,
    sums_by,
)

FLIPS, SEED = 10_000, 1  # by the ADC: a p of this test is not corrected for others, so that few flips are enough


@dataclass(frozen=True)
class AgainstChance:
    """Describe the share of pairs that meet a criterion, and how it compares with chance.

    Attributes:
        right: how many pairs meet the criterion, a tie counting as half.
        ties: how many ties would otherwise decide whether the criterion is met.
        share: ``right`` divided by the number of pairs.
        low, high: the 95 % interval of ``share``; NaN where no units differ.
        chance: 0.5 by the BLiMP criterion; by the ADC, what the row's own deltas are expected to reach when they are
            permuted over the pairs (chance.permuted).
        p: the two-sided p of ``share`` being ``chance``.
        over: what the interval and the p are over: ``clusters`` or ``pairs``.
        units: the number of these clusters, or pairs.
    """

    right: float
    ties: int
    share: float
    low: float
    high: float
    chance: float
    p: float
    over: str
    units: int


def units(clusters) -> tuple[str, np.ndarray]:
    """Return ``clusters`` or ``pairs``, and the number of each pair's unit, which intervals and tests keep together.

    They are over clusters where these are enough for an interval (Estimate.enough). Where they are too few, each pair
    is a unit, which says how the share would differ with other pairs of the same clusters, not with other clusters.
    """
    numbers = cluster_numbers(clusters)
    if mean(np.ones(len(numbers)), numbers).enough:
        return "clusters", numbers
    return "pairs", cluster_numbers(np.arange(len(numbers)))


def compared_with_chance(human, model, clusters, step: tuple[str, float]) -> AgainstChance:
    """Return the share of pairs that meet a criterion, compared with chance.

    The test flips the signs of whole units: if the system knew nothing, each unit would be as far above chance as below
    it. By the BLiMP criterion, the p is exact: over pairs, it is that of the sign test. By the ADC, signs are flipped
    FLIPS times, and of more than 500 units, several flip together. In simulated worlds in which a system knows nothing,
    p is below 0.05 in 2 to 4 % (BLiMP) and 5 to 6 % (ADC): see tests/thorough/test_against_chance.py.

    Parameters:
        human, model: the deltas of people and of the system, of the pairs that count and that the system covers.
        clusters: the cluster of each pair.
        step: a criterion (``blimp`` or ``adc``) and its δ.
    """
    human, model = np.asarray(human, dtype=float), np.asarray(model, dtype=float)
    over, numbers = units(clusters)
    hits = criteria.credit(human, model, *step)
    share: Estimate = mean(hits, numbers)
    expected = 0.5 if step[0] == "blimp" else float(chance.matches_of_human(human, model, step).mean() / len(human))
    above = _above_chance(human, model, hits, step)
    each, unit = np.unique(clusters if over == "clusters" else np.arange(len(hits)), return_inverse=True)
    if step[0] == "blimp":
        p = exact_sign_flip_p(sums_by(unit, above))
    else:
        p = float(sign_flip_p(sums_by(numbers, above)[:, None], FLIPS, SEED)[0])
    ends = share.share_interval(len(hits))
    ties = int(np.count_nonzero(hits == 0.5))
    return AgainstChance(float(hits.sum()), ties, share.value, *ends, expected, p, over, len(each))


def _above_chance(human: np.ndarray, model: np.ndarray, hits: np.ndarray, step: tuple[str, float]) -> np.ndarray:
    """Return what each pair adds to the number of pairs above chance.

    By the ADC, that is a_ii − row mean − column mean + mean of the matrix a of chance.permuted.
    """
    if step[0] == "blimp":
        return hits - 0.5
    by_human, by_model = chance.matches_of_human(human, model, step), chance.matches_of_model(human, model, step)
    return hits - (by_human + by_model - by_human.mean()) / len(hits)
