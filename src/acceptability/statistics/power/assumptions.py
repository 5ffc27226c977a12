"""Collect the assumptions about a table of pairs: from the literature, the table or the user (pure).

A *unit* is the set of pairs that share a phenomenon and a cluster. A delta is the sum of a mean, of what its unit has
in common and of what the pair alone has; SDs and correlations are known of these two parts apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from acceptability.errors import InputError
from acceptability.statistics import criteria
from acceptability.statistics.noise import delta_variances, pooled_variance
from acceptability.statistics.panels import Answers, answers, rated_pairs
from acceptability.statistics.power.declared import (
    ASSUME,
    ASSUMPTIONS,
    GIVEN,
    LEVELS,
    RATINGS,
    SCORES,
    check_assumptions,
)

FEWEST_PAIRS, FEWEST_UNITS = 30, 6  # of a table whose own numbers replace those of the literature
SURE = 0.99  # the greatest correlation that is taken over from data


def units_of(pairs: pd.DataFrame) -> np.ndarray:
    """Return the number of each pair's unit, from 0: pairs of one phenomenon and one cluster. ``pairs`` as in PAIRS."""
    return pairs.groupby(["cluster", "phenomenon"], sort=False).ngroup().to_numpy()


def components(first: np.ndarray, second: np.ndarray, units: np.ndarray) -> tuple[float, float]:
    """Return the covariance of two columns between units and within them, by analysis of variance (may be below 0).

    With one column twice, these are variances. Within: the mean product within units W; between: (B − W) / n₀, with the
    mean product B of units' means and n₀ = (N − Σ n² / N) / (G − 1) (Searle, Casella & McCulloch 1992, section 3.6).
    """
    sizes = np.bincount(units)
    means = [np.bincount(units, column) / sizes for column in (first, second)]
    apart = [mean - column.mean() for mean, column in zip(means, (first, second), strict=True)]
    within = (first - means[0][units]) @ (second - means[1][units]) / (len(first) - len(sizes))
    mean_size = (len(first) - (sizes**2).sum() / len(first)) / (len(sizes) - 1)
    return float(((sizes * apart[0]) @ apart[1] / (len(sizes) - 1) - within) / mean_size), float(within)


def enough(units: np.ndarray) -> bool:
    """Return whether pairs in these units are enough for their own numbers to replace those of the literature."""
    sizes = np.bincount(units) if len(units) else np.zeros(0, dtype=int)
    return len(units) >= FEWEST_PAIRS and int((sizes > 1).sum()) >= FEWEST_UNITS


def of_ratings(human: np.ndarray, error: float, units: np.ndarray) -> dict[str, float]:
    """Return the assumptions about human deltas. ``error``: the mean variance of their sampling error."""
    between, within = components(human, human, units)
    sds = np.sqrt(np.maximum([between, within - error], 0))
    return {"human_mean": float(human.mean())} | {
        f"human_sd_{level}": float(sd) for level, sd in zip(LEVELS, sds, strict=True)
    }


def of_systems(
    columns: Mapping[tuple[str, str], np.ndarray], human: np.ndarray, error: float, units
) -> dict[str, float]:
    """Return the assumptions about systems: medians over rows, and over two rows of different systems.

    A tie is half right. What cannot be estimated is left out: agreement with people where there are no ``human`` deltas
    (all NaN), agreement of systems where there is one, and correlations where a variance is 0.

    Parameters:
        columns: deltas of each row (system, measure).
        error: the mean variance of the sampling error of human deltas.
    """
    variances = {row: np.array(components(deltas, deltas, units)) for row, deltas in columns.items()}
    rated = not np.isnan(human).any()
    human_variances = np.array(components(human, human, units)) - [0, error] if rated else np.zeros(2)
    estimates: dict[str, list[float]] = {}

    def say(name: str, values) -> None:
        for level, value in zip(LEVELS, values, strict=True):
            if np.isfinite(value):
                estimates.setdefault(f"{name}_{level}", []).append(float(value))

    for row, deltas in columns.items():
        estimates.setdefault("share_right", []).append(float(criteria.right(deltas).mean()))
        say("system_sd", np.sqrt(np.maximum(variances[row], 0)))
        if rated:
            say("people_r", _correlations(components(human, deltas, units), human_variances, variances[row]))
    for one, other in combinations(columns, 2):
        if one[0] != other[0]:
            covariances = components(columns[one], columns[other], units)
            say("systems_r", _correlations(covariances, variances[one], variances[other]))
    return {name: float(np.median(values)) for name, values in estimates.items()}


def _correlations(covariances: tuple[float, float], first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the correlation at each level; NaN where a variance is not above 0."""
    product = np.maximum(first, 0) * np.maximum(second, 0)
    root = np.sqrt(np.where(product > 0, product, np.nan))
    return np.clip(np.array(covariances) / root, -SURE, SURE)


@dataclass(frozen=True)
class Assumed:
    """Describe the value of each of ASSUMPTIONS, by its name, and where it is from."""

    values: Mapping[str, float]
    sources: Mapping[str, str]

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    def at(self, name: str) -> np.ndarray:
        """Return the values of ``<name>_phenomena`` and ``<name>_pairs``."""
        return np.array([self.values[f"{name}_{level}"] for level in LEVELS])


def assume(
    pairs: pd.DataFrame,
    sentences: pd.DataFrame,
    ratings: pd.DataFrame | None = None,
    columns: Mapping[tuple[str, str], np.ndarray] | None = None,
    raters: int | None = None,
    assumptions: Mapping[str, str | float] | None = None,
) -> Assumed:
    """Return what is assumed of these pairs: declared numbers, or the table's own where it has enough, or given ones.

    The table's own numbers are taken over where at least FEWEST_PAIRS pairs have them, and FEWEST_UNITS units have two
    of these or more. Where agreement with people leaves no room for so little agreement of systems, and nobody gave the
    latter, it is that of systems that agree about people alone. Raises what check_assumptions does, and InputError
    where given numbers contradict each other.

    Parameters:
        pairs, sentences, ratings: tables PAIRS, SENTENCES and RATINGS, or None.
        columns: deltas of each row (system, measure), in the order of ``pairs``; NaN where there is none.
        raters: raters of each sentence, if known.
        assumptions: the user's, by name.
    """
    numbers = check_assumptions(assumptions or {})
    if raters is not None:
        if numbers.get("raters", raters) != raters:
            raise InputError(
                ASSUME, f": raters: {numbers['raters']:g} is not RATERS, which is {raters}; write one of them"
            )
        numbers |= check_assumptions({"raters": raters})
    values, sources = (
        {name: getattr(declared, part) for name, declared in ASSUMPTIONS.items()} for part in ("value", "source")
    )

    def take(new_values: Mapping[str, float], source: str) -> None:
        new = {name: value for name, value in new_values.items() if name not in numbers or source == GIVEN}
        values.update(new)
        sources.update(dict.fromkeys(new, source))

    take(numbers, GIVEN)
    rated = answers(ratings) if ratings is not None and len(ratings) else None
    if rated is not None:
        take({"raters": float(max(1, round(rated.counts.mean())))}, RATINGS)
        take(_rater_sd(rated), RATINGS)
    human = criteria.pair_deltas(pairs, sentences.set_index("sentence_id")["rating"]).to_numpy()
    counts, units = criteria.counted(human), units_of(pairs)
    human, units = human[counts], np.unique(units[counts], return_inverse=True)[1]
    if not enough(units):
        return _reconciled(values, sources)
    error = _error(pairs[counts], rated, values)
    if not np.isnan(human).any():
        take(of_ratings(human, error, units), RATINGS)
    if ratings is not None:
        take(_participant_sd(ratings, pairs), RATINGS)
    own_columns = {row: deltas[counts] for row, deltas in (columns or {}).items() if not np.isnan(deltas[counts]).any()}
    if own_columns:
        take(of_systems(own_columns, human, error, units), SCORES)
    return _reconciled(values, sources)


def rater_sd(ratings: pd.DataFrame | None, assumptions: Mapping[str, float]) -> float:
    """Return the SD of a participant's answers to one sentence as ``assume`` has it: given, the table's, or declared.

    ``ratings`` is the table RATINGS, or None.
    """
    rated = answers(ratings) if ratings is not None and len(ratings) else None
    of_table = {} if rated is None else _rater_sd(rated)
    return ({"rater_sd": ASSUMPTIONS["rater_sd"].value} | of_table | dict(assumptions))["rater_sd"]


def _rater_sd(rated: Answers) -> dict[str, float]:
    """Return ``rater_sd`` by its name, if single ratings tell."""
    variance = pooled_variance(rated)
    return {"rater_sd": float(np.sqrt(variance))} if variance > 0 else {}


def _participant_sd(ratings: pd.DataFrame, pairs: pd.DataFrame) -> dict[str, float]:
    """Return ``participant_sd`` by its name, if at least FEWEST_UNITS participants rated two of the sentences each.

    Half a participant's difference is the mean deviation from the means of sentences, with the sign reversed for
    unacceptable ones. Its variance over participants is that of half the differences, and that of the mean's error.
    """
    sides = [pd.Series(sign, index=pairs[name]) for name, sign in (("good_id", 1.0), ("bad_id", -1.0))]
    signs = pd.concat(sides).groupby(level=0).first()
    z_scores = ratings.groupby("sentence_id")["z_score"]
    counts = z_scores.transform("size")
    alone = np.sqrt(counts / (counts - 1).clip(lower=1))  # a sentence's mean contains the rating itself
    half = ratings["sentence_id"].map(signs) * (ratings["z_score"] - z_scores.transform("mean")) * alone
    of_each = half[counts > 1].groupby(ratings["participant"]).agg(["mean", "var", "count"]).dropna()
    if len(of_each) < FEWEST_UNITS:
        return {}
    between = of_each["mean"].var() - (of_each["var"] / of_each["count"]).mean()
    return {"participant_sd": 2 * float(np.sqrt(max(0.0, between)))}


def _error(pairs: pd.DataFrame, rated: Answers | None, values: Mapping[str, float]) -> float:
    """Return the mean variance of the sampling error of human deltas; with ``rated``, by the counts of its raters."""
    if rated is not None:
        good, bad = rated_pairs(rated, pairs)
        if len(good):
            return float(delta_variances(values["rater_sd"] ** 2, rated.counts, good, bad).mean())
    return 2 * values["rater_sd"] ** 2 / values["raters"]


def _reconciled(values: dict[str, float], sources: dict[str, str]) -> Assumed:
    """Return what is assumed, if it can be true: with deltas of people and of two systems, correlations are bound.

    Systems that agree with people by p agree with each other by 2p² − 1 at least.
    """
    for level in LEVELS:
        people, systems = f"people_r_{level}", f"systems_r_{level}"
        if values[systems] >= 2 * values[people] ** 2 - 1:
            continue
        if sources[systems] == GIVEN:
            raise InputError(
                ASSUME,
                f": {systems}: {values[systems]:g} is not possible: systems that agree with people by "
                f"{values[people]:.3g} ({people}) agree by at least {2 * values[people] ** 2 - 1:.3g}; change one",
            )
        values[systems], sources[systems] = values[people] ** 2, sources[people]
    if values["system_sd_phenomena"] + values["system_sd_pairs"] == 0:
        raise InputError(ASSUME, ": system_sd_phenomena and system_sd_pairs: one of the two must be above 0")
    return Assumed(values, sources)
