"""Measure how results change over a series of systems that differ in one number (pure)."""

import numpy as np

from acceptability.contracts.defaults import LEVEL
from acceptability.statistics.clusters import (
    Estimate,
    cluster_numbers,
    cluster_sums,
    least_sign_flip_p,
    mean,
    sign_flip_p,
)
from acceptability.statistics.criteria import ROUNDING_ERROR

FLIPS, SEED = 100_000, 1


def slope(credit: np.ndarray, numbers: np.ndarray, units: np.ndarray) -> tuple[Estimate, float, int]:
    """Return the least-squares slope of the share on log10 of the number, over units, its p, and how many units have a
    slope that is not 0.

    The slope is how much the share rises where the number is ten times as large. The p is two-sided, by flips of the
    signs of whole units (clusters.sign_flip_p); NaN where so few units differ that no p could be below LEVEL.

    Parameters:
        credit: what each pair adds to the share of each system (pairs × systems).
        numbers: the number of each system.
        units: the cluster of each pair; intervals and tests resample or flip whole clusters.
    """
    powers = np.log10(numbers)
    weights = (powers - powers.mean()) / np.square(powers - powers.mean()).sum()
    slopes, clusters = credit @ weights, cluster_numbers(units)
    sums = _sums(slopes[:, None], clusters)
    return mean(slopes, clusters), float(_p(sums)[0]), int((sums != 0).sum())


def falls(credit: np.ndarray, units: np.ndarray) -> tuple[list[Estimate], np.ndarray]:
    """Return how much less the last system gets right than each one before it, and the p of each of these differences.

    A difference below 0 is a fall. The p is two-sided, as that of slope. Parameters as of slope, systems in the order
    of their numbers.
    """
    apart, clusters = credit[:, -1:] - credit[:, :-1], cluster_numbers(units)
    return [mean(column, clusters) for column in apart.T], _p(_sums(apart, clusters))


def _sums(values: np.ndarray, clusters: np.ndarray) -> np.ndarray:
    """Return sums of values (pairs × k) over clusters (clusters × k): exactly 0 for a cluster that says nothing."""
    sums = cluster_sums(values, clusters)
    return np.where(np.abs(sums) < 1e-9, 0.0, sums)  # what rounding leaves


def _p(sums: np.ndarray) -> np.ndarray:
    """Return the p of the mean of each column (clusters × k) being 0, by flips of the signs of whole clusters."""
    least = least_sign_flip_p(sums, FLIPS)
    return np.where(least < LEVEL, sign_flip_p(sums, FLIPS, SEED), np.nan)


def apart_from(people: np.ndarray, credit: np.ndarray, units: np.ndarray) -> list[Estimate]:
    """Return the share of each system minus that of people, over units; none where nothing is known of people.

    Parameters:
        people: people's share of each pair.
        credit, units: as of slope, of the same pairs.
    """
    if not len(people):
        return []
    clusters = cluster_numbers(units)
    return [mean(column, clusters) for column in (credit - people[:, None]).T]


def first_reaching(apart: list[Estimate]) -> tuple[int | None, int | None]:
    """Return the place of the first system that is not below people, and of the first later one that is clearly below.

    The first is by its share alone: were it by an interval, few pairs would make it easier. Clearly below is one whose
    difference's whole interval is. None where there is none; ``apart`` are differences from people, in order.
    """
    first = next((place for place, difference in enumerate(apart) if difference.value >= -ROUNDING_ERROR), None)
    if first is None:
        return None, None
    return first, next((place for place in range(first, len(apart)) if apart[place].interval(most=1)[1] < 0), None)
