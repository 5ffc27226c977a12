"""Tests against chance in simulated worlds in which a system knows nothing: how often is p below 0.05?"""

import numpy as np
import pytest

from acceptability.statistics import against_chance
from acceptability.statistics.against_chance import compared_with_chance

WORLDS = 1000


def world(generator: np.random.Generator, clusters: int, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return human deltas, deltas of a system that knows nothing of the pairs, and the cluster of each pair.

    Human deltas are mostly positive and alike within clusters. So are the sizes of the system's deltas, but each
    cluster has its own sign, so that pairs of a cluster are right or wrong together.
    """
    numbers = np.repeat(np.arange(clusters), size)
    human = 0.7 + 0.4 * generator.normal(size=clusters)[numbers] + 0.4 * generator.normal(size=len(numbers))
    common = generator.normal(size=clusters)[numbers] if size > 1 else 0.0
    return human, 0.8 * common + 0.8 * generator.normal(size=len(numbers)), numbers


@pytest.mark.parametrize(("clusters", "size"), [(24, 1), (100, 1), (8, 6), (20, 10)])
@pytest.mark.parametrize("step", [("blimp", np.nan), ("adc", 0.5)], ids=["blimp", "adc"])
def test_p_of_a_system_that_knows_nothing_is_rarely_small(clusters, size, step, monkeypatch):
    monkeypatch.setattr(against_chance, "FLIPS", 2000)
    generator = np.random.default_rng(1)
    p = np.array([compared_with_chance(*world(generator, clusters, size), step).p for _ in range(WORLDS)])
    print(f"{step[0]}, {clusters} clusters of {size}: p < 0.05 in {100 * (p < 0.05).mean():.1f} % of the worlds")
    assert (p < 0.05).mean() < 0.065  # 5 %, and 2 standard errors of 1,000 worlds
