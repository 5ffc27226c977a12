"""Compute what permuted deltas reach: exact expectations over all permutations (pure).

A system whose deltas are mostly positive and of a middling size meets the ADC on many pairs, whichever pair gets which
delta. That share is the *chance* matched to the system: the mean over all permutations of its own deltas over the pairs
(each pair gets each delta equally often, its own too). Permuted deltas still say which sentence is acceptable as often.
What the system reaches above chance comes from matching deltas to pairs, or only to the right phenomena: of these two,
others_within leaves the first. Chance itself is made of parts, too: share_by_knowledge says what a share is made of.
"""

import numpy as np
import pandas as pd

from acceptability.statistics import criteria
from acceptability.statistics.clusters import Estimate, effective_number, mean, sums_by


def matches_of_human(human, model, step: tuple[str, float]) -> np.ndarray:
    """Return, for each human delta, how many model deltas meet the criterion with it.

    Parameters:
        human, model: the deltas of people and of a system. ``human`` may have any shape, which the result has too.
        step: a criterion (``blimp`` or ``adc``) and its δ. A tie counts as half (criteria.credit); corrected variant.
    """
    low, high = criteria.accepted(human, *step)
    ordered = np.sort(model)
    met = np.searchsorted(ordered, high, side="left") - np.searchsorted(ordered, low, side="right")
    return np.maximum(met, 0) + _halves(human, step) * (ordered == 0).sum()


def matches_of_model(human, model, step: tuple[str, float]) -> np.ndarray:
    """Return, for each model delta, how many human deltas meet the criterion with it.

    ``model`` may have any shape, which the result has too; parameters as in matches_of_human.
    """
    low, high = criteria.accepted(human, *step)
    low, high = low[low < high], high[low < high]  # an empty range holds nothing, not −1
    met = np.searchsorted(np.sort(low), model, side="left") - np.searchsorted(np.sort(high), model, side="right")
    return met + _halves(human, step).sum() * (np.asarray(model) == 0)


def _halves(human, step: tuple[str, float]) -> np.ndarray:
    """Return what each human delta adds to a count where the model delta is 0: 1/2 or 0 (criteria.half_of_ties)."""
    return criteria.half_of_ties(human, np.zeros(np.shape(human)), *step)


def permuted(human, model, numbers: np.ndarray, step: tuple[str, float]) -> tuple[Estimate, float]:
    """Return the expected share over all permutations of the model deltas, and the SD of the share of one permutation.

    With a_ij = 1 where human delta i and model delta j meet the criterion (1/2 for a tie), the expectation is
    Σ a_ij / n², and the variance of one permutation's count is Σ (a_ij − row mean − column mean + mean)² / (n − 1)
    (Hoeffding 1951).

    Parameters:
        numbers: the number of each pair's cluster (clusters.cluster_numbers), for the interval of the estimate.
    """
    human, model = np.asarray(human, dtype=float), np.asarray(model, dtype=float)
    by_human, by_model = matches_of_human(human, model, step), matches_of_model(human, model, step)
    number, total = len(human), by_human.sum()
    within = np.array([matches_of_human(human[members], model[members], step).sum() for members in _members(numbers)])
    rest = total - sums_by(numbers, by_human) - sums_by(numbers, by_model) + within
    others = number - np.bincount(numbers)
    with np.errstate(divide="ignore", invalid="ignore"):
        left_out = rest / others**2
    effective = effective_number(np.bincount(numbers))
    return Estimate(total / number**2, left_out, effective), float(np.sqrt(_variance(human, model, step))) / number


def _variance(human: np.ndarray, model: np.ndarray, step: tuple[str, float]) -> float:
    """Return the variance of the number of pairs that meet the criterion in one permutation; see permuted."""
    by_human, by_model = matches_of_human(human, model, step), matches_of_model(human, model, step)
    number, total = len(by_human), by_human.sum()
    each_squared = total - _halves(human, step).sum() * (model == 0).sum() / 2  # 1/4 for each 1/2
    squares = each_squared - ((by_human**2).sum() + (by_model**2).sum()) / number + (total / number) ** 2
    return float(max(squares / (number - 1), 0)) if number > 1 else 0.0


def permuted_within(human, model, groups, numbers: np.ndarray, step: tuple[str, float]) -> tuple[Estimate, float]:
    """Return what permuted returns, for permutations that keep each delta within its group.

    Groups are permuted independently of each other. ``groups`` has the group of each pair, a phenomenon say.
    """
    human, model, groups = np.asarray(human, dtype=float), np.asarray(model, dtype=float), np.asarray(groups)
    hits, variance = np.zeros(len(human)), 0.0
    for members in _members(groups):
        by_human = matches_of_human(human[members], model[members], step)
        hits[members] = by_human / len(members)
        variance += _variance(human[members], model[members], step)
    return mean(hits, numbers), float(np.sqrt(variance)) / len(hits)


def others_within(human, model, groups, numbers: np.ndarray, step: tuple[str, float]) -> Estimate:
    """Return the expected share where each pair gets the delta of another pair of its group.

    A pair that is alone in its group keeps its own delta. ``groups`` and ``numbers`` have the group and the number of
    the cluster of each pair.
    """
    human, model = np.asarray(human, dtype=float), np.asarray(model, dtype=float)
    credit = criteria.credit(human, model, *step)
    hits = credit.copy()
    for members in _members(np.asarray(groups)):
        if len(members) > 1:
            by_human = matches_of_human(human[members], model[members], step)
            hits[members] = (by_human - credit[members]) / (len(members) - 1)
    return mean(hits, numbers)


def share_by_knowledge(human, model, groups, step: tuple[str, float]) -> dict[str, float]:
    """Return the expected share of pairs that meet a criterion, by what is known of each pair's delta.

    So a system's share is taken apart. The system's own deltas are used throughout; a pair gets the size or the delta
    of any pair with the same chance, its own included. A delta of 0 has no sign: it counts as half (criteria.credit);
    where only signs count, it gets one at random. The keys:

    no_knowledge
        The sign of each pair is random, its size that of any pair.
    size_only
        The sign of each pair is random, its size the pair's own.
    sign_only
        The sign of each pair is its own, its size that of any pair.
    chance
        The delta of any pair, sign and size together (permuted): it says which sentence is acceptable as often.
    chance_within
        The delta of another pair of the same group (others_within).
    share
        The pair's own delta: the share itself.
    """
    human, model = np.asarray(human, dtype=float), np.asarray(model, dtype=float)
    number, size, sign = len(human), np.abs(model), np.sign(model)
    upwards, downwards = (matches_of_human(human, way * size, step) / number for way in (1, -1))
    own_size_positive, own_size_negative = (criteria.credit(human, way * size, *step) for way in (1, -1))
    by_sign = np.select([sign > 0, sign < 0], [upwards, downwards], (upwards + downwards) / 2)
    return {
        "no_knowledge": float((upwards + downwards).mean() / 2),
        "size_only": float((own_size_positive.mean() + own_size_negative.mean()) / 2),
        "sign_only": float(by_sign.mean()),
        "chance": float(matches_of_human(human, model, step).mean() / number),
        "chance_within": others_within(human, model, groups, np.zeros(number, dtype=int), step).value,
        "share": float(criteria.credit(human, model, *step).mean()),
    }


def shares_by_knowledge(columns: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float]) -> pd.DataFrame:
    """Return share_by_knowledge of the ADC for each row at each δ, with phenomena as groups.

    Columns: ``row, threshold, known`` (a key of share_by_knowledge), ``share``; corrected variant.

    Parameters:
        columns: deltas of people and of each row by pair_id, as systems.delta_columns returns them.
        pairs: the table PAIRS.
        thresholds: the values of δ.
    """
    columns = columns[criteria.counted(columns["human"])]
    phenomena = pairs.set_index("pair_id")["phenomenon"].loc[columns.index].to_numpy()
    rows = [
        (row, threshold, known, share)
        for row in columns.columns.drop("human")
        for threshold in thresholds
        for known, share in share_by_knowledge(columns["human"], columns[row], phenomena, ("adc", threshold)).items()
    ]
    return pd.DataFrame(rows, columns=["row", "threshold", "known", "share"])


def _members(groups: np.ndarray) -> list[np.ndarray]:
    """Return the positions of the items of each group, an array for each group."""
    _, numbers = np.unique(groups, return_inverse=True)
    order = np.argsort(numbers, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1)
