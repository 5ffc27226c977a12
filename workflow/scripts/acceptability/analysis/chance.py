"""What deltas reach when they are dealt out to pairs at random: exact expectations over all permutations (pure).

A system whose deltas are mostly positive and of a middling size meets the ADC on many pairs, whichever pair gets which
delta. That share is the *chance* matched to the system: the mean over all permutations of its own deltas over the pairs
(each pair gets each delta equally often, its own too). Permuted deltas still say which sentence is acceptable as often.
What the system reaches above chance comes from matching deltas to pairs, or only to the right phenomena: of these two,
others_within leaves the first. Chance itself is made of parts, too: steps says what a share is made of.
"""

import numpy as np
import pandas as pd

from acceptability.analysis import criteria, statistics
from acceptability.analysis.statistics import Estimate


def matches(human, model, step: tuple[str, float]) -> tuple[np.ndarray, np.ndarray]:
    """Returns what matches_of_human and matches_of_model give.

    A tie counts as half (criteria.credit). ``step`` is a criterion and its δ; corrected.
    """
    return matches_of_human(human, model, step), matches_of_model(human, model, step)


def matches_of_human(human, model, step: tuple[str, float]) -> np.ndarray:
    """For each human delta, how many model deltas meet the criterion with it; ``human`` may have any shape."""
    low, high = criteria.accepted(human, *step)
    ordered = np.sort(model)
    met = np.searchsorted(ordered, high, side="left") - np.searchsorted(ordered, low, side="right")
    return np.maximum(met, 0) + _halves(human, step) * (ordered == 0).sum()


def matches_of_model(human, model, step: tuple[str, float]) -> np.ndarray:
    """For each model delta, how many human deltas meet the criterion with it; ``model`` may have any shape."""
    low, high = criteria.accepted(human, *step)
    low, high = low[low < high], high[low < high]  # an empty range holds nothing, not −1
    met = np.searchsorted(np.sort(low), model, side="left") - np.searchsorted(np.sort(high), model, side="right")
    return met + _halves(human, step).sum() * (np.asarray(model) == 0)


def _halves(human, step: tuple[str, float]) -> np.ndarray:
    """What each human delta adds with a model delta of 0."""
    return criteria.half_of_ties(human, np.zeros(np.shape(human)), *step)


def permuted(human, model, numbers: np.ndarray, step: tuple[str, float]) -> tuple[Estimate, float]:
    """Expected share over all permutations of the model deltas, and the SD of the share of one permutation.

    ``numbers`` are those of the pairs' clusters. With a_ij = 1 where human delta i and model delta j meet the
    criterion (1/2 for a tie), the expectation is Σ a_ij / n², and the variance of one permutation's count is
    Σ (a_ij − row mean − column mean + mean)² / (n − 1) (Hoeffding 1951).
    """
    human, model = np.asarray(human, dtype=float), np.asarray(model, dtype=float)
    of_human, of_model = matches(human, model, step)
    number, total = len(human), of_human.sum()
    within = np.array([matches(human[members], model[members], step)[0].sum() for members in _members(numbers)])
    rest = total - statistics.sums_by(numbers, of_human) - statistics.sums_by(numbers, of_model) + within
    left = number - np.bincount(numbers)
    with np.errstate(divide="ignore", invalid="ignore"):
        left_out = rest / left**2
    clusters = statistics.effective_number(np.bincount(numbers))
    return Estimate(total / number**2, left_out, clusters), float(np.sqrt(_variance(human, model, step))) / number


def _variance(human: np.ndarray, model: np.ndarray, step: tuple[str, float]) -> float:
    """Variance of the count that one permutation meets."""
    of_human, of_model = matches(human, model, step)
    number, total = len(of_human), of_human.sum()
    each_squared = total - _halves(human, step).sum() * (model == 0).sum() / 2  # 1/4 for each 1/2
    squares = each_squared - ((of_human**2).sum() + (of_model**2).sum()) / number + (total / number) ** 2
    return float(max(squares / (number - 1), 0)) if number > 1 else 0.0


def permuted_within(human, model, groups, numbers: np.ndarray, step: tuple[str, float]) -> tuple[Estimate, float]:
    """The same over permutations that keep each delta within its group. Groups are permuted independently."""
    human, model, groups = np.asarray(human, dtype=float), np.asarray(model, dtype=float), np.asarray(groups)
    hits, variance = np.zeros(len(human)), 0.0
    for members in _members(groups):
        of_human, _ = matches(human[members], model[members], step)
        hits[members] = of_human / len(members)
        variance += _variance(human[members], model[members], step)
    return statistics.ratio(hits, np.ones(len(hits)), numbers), float(np.sqrt(variance)) / len(hits)


def others_within(human, model, groups, numbers: np.ndarray, step: tuple[str, float]) -> Estimate:
    """Expected share where each pair gets the delta of another pair of its group; one that is alone keeps its own."""
    human, model = np.asarray(human, dtype=float), np.asarray(model, dtype=float)
    own = criteria.credit(human, model, *step)
    hits = own.copy()
    for members in _members(np.asarray(groups)):
        if len(members) > 1:
            of_human, _ = matches(human[members], model[members], step)
            hits[members] = (of_human - own[members]) / (len(members) - 1)
    return statistics.ratio(hits, np.ones(len(hits)), numbers)


def steps(human, model, groups, step: tuple[str, float]) -> dict[str, float]:
    """What the share of a system's deltas is made of: the expected share by what is known of each pair.

    The system's own deltas are used throughout; a pair gets the size or the delta of any pair with the same chance, its
    own included. A delta of 0 has no sign: it counts as half (criteria.credit); where only signs count, a coin gives
    it one.

    no_knowledge
        The sign of each pair is a coin, its size that of any pair.
    size_only
        The sign of each pair is a coin, its size the pair's own.
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
    upwards, downwards = (matches(human, way * size, step)[0] / number for way in (1, -1))
    one, other = (criteria.credit(human, way * size, *step) for way in (1, -1))
    by_sign = np.select([sign > 0, sign < 0], [upwards, downwards], (upwards + downwards) / 2)
    return {
        "no_knowledge": float((upwards + downwards).mean() / 2),
        "size_only": float((one.mean() + other.mean()) / 2),
        "sign_only": float(by_sign.mean()),
        "chance": float(matches(human, model, step)[0].mean() / number),
        "chance_within": others_within(human, model, groups, np.zeros(number, dtype=int), step).value,
        "share": float(criteria.credit(human, model, *step).mean()),
    }


def steps_of_rows(columns: pd.DataFrame, pairs: pd.DataFrame, thresholds: list[float]) -> pd.DataFrame:
    """steps of the ADC of each row, within phenomena, at each δ: ``row, threshold, known, share``; corrected variant.

    ``columns`` as systems.delta_columns gives them, ``pairs`` as in the contract PAIRS.
    """
    columns = columns[criteria.counted(columns["human"])]
    phenomena = pairs.set_index("pair_id")["phenomenon"].loc[columns.index].to_numpy()
    rows = [
        (row, threshold, known, share)
        for row in columns.columns.drop("human")
        for threshold in thresholds
        for known, share in steps(columns["human"], columns[row], phenomena, ("adc", threshold)).items()
    ]
    return pd.DataFrame(rows, columns=["row", "threshold", "known", "share"])


def _members(groups: np.ndarray) -> list[np.ndarray]:
    """The places of each group's items."""
    _, numbers = np.unique(groups, return_inverse=True)
    order = np.argsort(numbers, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1)
