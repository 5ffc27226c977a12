"""Check a paper's claims under every specification of its own rows and for other clusters of pairs (pure).

``paper/<study>/claims.csv`` holds the claims by the contract CLAIMS. ``quantity`` names one of ``QUANTITIES``;
``argument`` holds patterns of rows (system/measure) and, for those of ``BOUNDED``, a bound. Where ``quantity`` is
empty, ``note`` says why nothing can be computed.

**Support.** In each specification, a claim is *supported* where it holds in at least 97.5 % of the bootstraps over
clusters. It is *refuted* where it holds in at most 2.5 %. These are the ends of a 95 % interval.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy.special import ndtr

from acceptability.errors import InputError
from acceptability.statistics import criteria
from acceptability.statistics.clusters import bootstrap_weights, cluster_sums
from acceptability.statistics.specifications import DEFAULT_CHOICES, SPECIFICATION, Case

QUANTITIES = {  # what each is computed from, how the statistic must lie to the bound, and its patterns of rows
    "above": ("share", ">", 2),
    "blimp_above": ("blimp", ">", 2),
    "r_above": ("pearson_r", ">", 2),
    "falls_further": ("loss", ">", 2),
    "below": ("share", "<", 1),
    "reaches": ("share", ">=", 1),
    "apart_less": ("share", "<", 2),
    "loses_more": ("loss", ">", 1),
    "loses_less": ("loss", "<", 1),
}
BOUNDED = ("below", "reaches", "apart_less", "loses_more", "loses_less")  # their argument ends with a number
EQUIVALENCE = ("apart_less", "loses_less")  # claims that something is small
ENDS = 0.025, 0.975  # of a 95 % interval
REPETITIONS = 10_000
SEED = 1
RESULT = ["own", "holding", "specifications", "different", "supported", "refuted", "bootstraps"]
RESULT += ["equivalence_p", "bound", "bound_from", "bound_to", "depends_on", "verdict"]


def parse(rows, quantity: str, argument: str) -> tuple[list[list[str]], float]:
    """Return the rows that fit each pattern of a claim's argument, and its bound (0 where it has none).

    Raises InputError for an unknown quantity, for a pattern that fits no row, and for an argument that has too few or
    too many patterns, or no bound.
    """
    if quantity not in QUANTITIES:
        raise InputError(f"{quantity!r} is not a quantity of a claim; there are: {', '.join(QUANTITIES)}")
    *_, number = QUANTITIES[quantity]
    patterns = argument.split()
    bound = float(pd.to_numeric(patterns.pop(), errors="coerce")) if quantity in BOUNDED and patterns else 0.0
    if len(patterns) != number or not np.isfinite(bound):
        form = " ".join(["model/measure"] * number + ["0.5"] * (quantity in BOUNDED))
        raise InputError(f"a claim with the quantity {quantity} needs an argument such as {form!r}, not {argument!r}")
    groups = []
    for pattern in patterns:
        groups.append([row for row in rows if fnmatchcase(row, pattern)])
        if not groups[-1]:
            raise InputError(f"a claim is about {pattern!r}, but no such row was scored")
    return groups, bound


def compared(values: Mapping[str, pd.DataFrame], quantity: str, argument: str) -> np.ndarray:
    """Return the numbers that a claim is about: comparisons × case (specification, bootstrap).

    ``values`` has ``share, blimp, pearson_r``: frames, system/measure × case. Of a claim on two patterns of rows, these
    are the differences of each row that fits the first and each that fits the second; else the rows' own numbers. From
    BLiMP to the ADC, a row loses ``blimp`` − ``share``. Raises InputError as parse does.
    """
    groups, _ = parse(values["share"].index, quantity, argument)
    name, *_ = QUANTITIES[quantity]
    by_row = values["blimp"] - values["share"] if name == "loss" else values[name]
    first, *others = (by_row.loc[group].to_numpy() for group in groups)
    numbers = (first[:, None] - others[0][None]).reshape(-1, first.shape[1]) if others else first
    return numbers.round(9)  # equal shares are equal, in whatever order they were added up


def statistic(numbers: np.ndarray, quantity: str) -> np.ndarray:
    """Return what a claim compares with its bound, in each case; ``numbers`` as compared returns them.

    ``above A B``: every row that fits pattern A has a greater share than every row that fits B: the smallest difference
    is above 0. ``blimp_above``: the same by the BLiMP criterion; ``r_above``: of the correlation of deltas. ``below A
    x``: the greatest share of A is below x; ``reaches A x``: the smallest is not. ``apart_less A B x``: the greatest
    distance of A and B is below x. ``loses_more A x``: from BLiMP to the ADC, the smallest loss of A is above x;
    ``loses_less A x``: the greatest loss or gain is below x. ``falls_further A B``: each A loses more than each B.
    """
    if quantity in EQUIVALENCE:
        numbers = np.abs(numbers)
    return numbers.max(axis=0) if QUANTITIES[quantity][1] == "<" else numbers.min(axis=0)


def holds(values: Mapping[str, pd.DataFrame], quantity: str, argument: str) -> np.ndarray:
    """Describe the cases in which a claim holds."""
    _, bound = parse(values["share"].index, quantity, argument)
    return _meets(statistic(compared(values, quantity, argument), quantity), quantity, bound)


def _meets(value: np.ndarray, quantity: str, bound: float) -> np.ndarray:
    sense = QUANTITIES[quantity][1]
    return value < bound if sense == "<" else value > bound if sense == ">" else value >= bound


@lru_cache(maxsize=4)
def _weights(clusters: int, repetitions: int) -> np.ndarray:
    """Return how often each cluster counts: once, and as often as each bootstrap draws it; the same for all cases."""
    return np.vstack([np.ones(clusters), bootstrap_weights(clusters, repetitions, SEED)])


def drawn(case: Case, clusters: pd.Series, thresholds: list[float], repetitions: int = REPETITIONS) -> dict:
    """Return shares and correlations of all rows of a case: on the data, and in each bootstrap over the clusters.

    Parameters:
        clusters: the cluster of each pair, indexed by pair_id.
        thresholds: the δs of the ADC.

    Returns: by δ, ``share`` (of the ADC at that δ), ``blimp`` and ``pearson_r``: frames of row × case, the first of
    which is the data themselves. A tie counts as half.
    """
    human, models = case.columns["human"].to_numpy(), case.columns.drop(columns="human")
    of_pair = case.columns.index.map(clusters)
    numbers = len(set(of_pair))
    weights = _weights(numbers, repetitions)

    def sums(values: np.ndarray) -> np.ndarray:
        return weights @ cluster_sums(values * case.weights[:, None], of_pair)

    def spread(values: np.ndarray, sum_: np.ndarray) -> np.ndarray:
        squares = sums(values**2)
        left = squares - sum_**2 / whole
        return np.where(left > 1e-12 * squares, left, np.nan)  # equal values leave a rounding error

    def frame(values: np.ndarray) -> pd.DataFrame:
        return pd.DataFrame(values.T, index=models.columns)

    x, y = models.to_numpy(), human[:, None]
    whole = sums(np.ones_like(y))
    model_sums, human_sum = sums(x), sums(y)
    together = sums(x * y) - model_sums * human_sum / whole
    r = together / np.sqrt(spread(x, model_sums) * spread(y, human_sum))

    def shares(criterion: str, threshold: float | None) -> pd.DataFrame:
        met = [criteria.credit(human, models[row], criterion, threshold) for row in models]
        return frame(sums(np.column_stack(met)) / whole)

    shared = {"pearson_r": frame(r), "blimp": shares("blimp", None)}
    return {threshold: shared | {"share": shares("adc", threshold)} for threshold in thresholds}


@dataclass
class Outcome:
    """Describe the result of one specification for a claim.

    Attributes:
        value, low, high: the claim's statistic, and its 2.5th and 97.5th percentile over bootstraps.
        holds, share: whether the claim holds, and the share of the bootstraps in which it does.
        numbers: what the claim is about: see compared.
        equivalence_p: see equivalence.
    """

    value: float
    holds: bool
    low: float
    high: float
    share: float
    numbers: tuple[float, ...]
    equivalence_p: float = np.nan


def weigh(
    claims: pd.DataFrame,
    cases: Iterable[Case],
    rows: list[str],
    clusters: pd.Series,
    thresholds: list[float],
) -> list[dict[tuple, Outcome]]:
    """Weigh each claim: its outcome by specification (δ and choices); {} where it cannot be asked.

    Takes what check_claims takes.
    """
    weighed: list[dict[tuple, Outcome]] = [{} for _ in claims.index]
    for case in cases:
        case = Case(case.choices, case.columns[["human", *rows]], case.weights)
        values = drawn(case, clusters, thresholds)
        for claim, outcomes in zip(claims.itertuples(), weighed, strict=True):
            claim_thresholds = [float(claim.threshold)] if claim.threshold else thresholds
            for threshold in claim_thresholds if claim.quantity else ():
                if threshold in values:
                    outcomes[threshold, *case.choices] = _outcome(values[threshold], claim.quantity, claim.argument)
    return weighed


def _outcome(values: dict, quantity: str, argument: str) -> Outcome:
    """Judge a claim in one specification, by the data and the bootstraps."""
    numbers, (_, bound) = compared(values, quantity, argument), parse(values["share"].index, quantity, argument)
    statistics_ = statistic(numbers, quantity)
    truth = _meets(statistics_, quantity, bound)
    known = statistics_[1:][~np.isnan(statistics_[1:])]
    low, high = np.quantile(known, ENDS) if len(known) else (-np.inf, np.inf)
    p = equivalence(numbers, bound) if quantity in EQUIVALENCE else np.nan
    return Outcome(
        float(statistics_[0]), bool(truth[0]), float(low), float(high), float(truth[1:].mean()), tuple(numbers[:, 0]), p
    )


def equivalence(numbers: np.ndarray, bound: float) -> float:
    """Return p of two one-sided tests that all of these numbers lie between −bound and bound: the greatest p of all.

    The first column are the numbers, the others bootstraps, whose SD is the standard error.
    """
    value, error = numbers[:, 0], numbers[:, 1:].std(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = ndtr((np.abs(value) - bound) / error)
    return float(np.where(error > 0, p, np.abs(value) >= bound).max())


def check_claims(
    claims: pd.DataFrame,
    cases: Iterable[Case],
    rows: list[str],
    clusters: pd.Series,
    thresholds: list[float],
) -> pd.DataFrame:
    """Check each claim of a paper under all specifications with its δ (with each δ, if it names none).

    Parameters:
        claims: the contract CLAIMS, with empty strings.
        cases: the pairs' deltas under each specification, as specifications.cases gives them.
        rows: the paper's rows (system/measure).
        clusters: what the bootstraps draw, indexed by pair_id.
        thresholds: the δs that are asked.

    Returns: the contract CHECKED_CLAIMS without the verdict over phenomena. ``bootstraps`` is the lowest share over δ.
    ``verdict`` is *robust* (supported in every specification), *holds* (supported under the paper's own choices,
    refuted nowhere), *depends* (supported in some, refuted in others), *never holds* (refuted in every one), *fails*
    (refuted under the paper's own choices, supported nowhere), *undecided*, *not reproducible here*, or that its δ was
    not asked.
    """
    weighed = weigh(claims, cases, rows, clusters, thresholds)
    checked = [
        _checked(claim, outcomes, rows) for claim, outcomes in zip(claims.itertuples(index=False), weighed, strict=True)
    ]
    return pd.concat([claims.reset_index(drop=True), pd.DataFrame(checked, columns=RESULT)], axis=1)


def _checked(claim, outcomes: dict[tuple, Outcome], rows: list[str]) -> dict[str, object]:
    """Return what check_claims adds to one claim."""
    if not outcomes:
        counts = dict.fromkeys(("holding", "specifications", "different", "supported", "refuted"), 0)
        why = "not reproducible here" if not claim.quantity else f"δ = {claim.threshold} was not asked"
        return {"own": "", **counts, "depends_on": "", "verdict": why}
    _, bound = parse(rows, claim.quantity, claim.argument)
    sense = QUANTITIES[claim.quantity][1]
    default_outcomes = [each for key, each in outcomes.items() if key[1:] == DEFAULT_CHOICES]
    truths = {key: _truth(each, bound, sense) for key, each in outcomes.items()}
    verdict, depends = _verdict(truths), ""
    if verdict == "depends":
        alone = [name for place, name in enumerate(SPECIFICATION) if _turns(truths, place)]
        depends = ", ".join(alone) or "several choices together"
    low, high = _same_verdict(outcomes, bound, sense, verdict)
    return {
        "own": "yes" if all(each.holds for each in default_outcomes) else "no",
        "holding": sum(each.holds for each in outcomes.values()),
        "specifications": len(outcomes),
        "different": len({each.numbers for each in outcomes.values()}),
        "supported": sum(truth is True for truth in truths.values()),
        "refuted": sum(truth is False for truth in truths.values()),
        "bootstraps": min(each.share for each in default_outcomes),
        "equivalence_p": max(each.equivalence_p for each in default_outcomes),
        "bound": bound if claim.quantity in BOUNDED else np.nan,
        "bound_from": low,
        "bound_to": high,
        "depends_on": depends,
        "verdict": verdict,
    }


def _truth(outcome: Outcome, bound: float, sense: str) -> bool | None:
    """Return whether a claim with this bound is supported (True), refuted (False) or neither (None)."""
    if sense == "<":
        supported, refuted = outcome.high < bound, outcome.low >= bound
    elif sense == ">":
        supported, refuted = outcome.low > bound, outcome.high <= bound
    else:
        supported, refuted = outcome.low >= bound, outcome.high < bound
    return True if supported else False if refuted else None


def _verdict(truths: dict[tuple, bool | None]) -> str:
    """Return the verdict on a claim from what each specification says of it, by δ and choices."""
    by_default, everywhere = (
        {truth for key, truth in truths.items() if key[1:] == DEFAULT_CHOICES},
        set(truths.values()),
    )
    if {True, False} <= everywhere:
        return "depends"
    if by_default == {True}:
        return "robust" if everywhere == {True} else "holds"
    if by_default == {False}:
        return "never holds" if everywhere == {False} else "fails"
    return "undecided"


def _same_verdict(outcomes: dict[tuple, Outcome], bound: float, sense: str, verdict: str) -> tuple[float, float]:
    """Return the smallest and the greatest bound with the same verdict as this one; NaN where there is no such end."""
    places = np.unique([end for each in outcomes.values() for end in (each.low, each.high) if np.isfinite(end)])
    between = (places[:-1] + places[1:]) / 2
    trials = np.unique(np.concatenate([places[:1] - 1, between, places[-1:] + 1]))
    same = [
        _verdict({key: _truth(each, trial, sense) for key, each in outcomes.items()}) == verdict for trial in trials
    ]
    below, above = (np.flatnonzero(~np.array(same, dtype=bool) & side) for side in (trials < bound, trials > bound))
    low = places[below[-1]] if len(below) else np.nan
    high = places[above[0] - 1] if len(above) else np.nan
    return float(low), float(high)


def _turns(truths: dict[tuple, bool | None], place: int) -> bool:
    """Return whether two specifications that differ in this choice only support and refute the claim."""
    seen: dict[tuple, set] = {}
    for key, truth in truths.items():
        seen.setdefault(key[:place] + key[place + 1 :], set()).add(truth)
    return any({True, False} <= values for values in seen.values())
