"""Rank pairs by how much ratings of them would tell about systems, and draw a sample to be weighted back (pure)."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pandas as pd
from scipy.special import entr, ndtr

from acceptability.statistics import criteria

ROUNDING = 1e-9  # bits: less is what rows that agree differ by, computed
MOST = 50  # pairs that are rated first, where nobody says how many
LEAST = 0.2  # of the sample is spread over all pairs alike, so that no pair has the inclusion probability 0


def usual_number(pairs: int) -> int:
    """Return how many of so many pairs are rated first where nobody says it: a third, 1 at least and MOST at most."""
    return min(MOST, max(1, pairs // 3))


def information(deltas: np.ndarray, spread: float) -> np.ndarray:
    """Return how much a participant's ratings of each pair are expected to say about which row is closest to people.

    The rows are equally probable beforehand. If row s is right, people rate the good sentence of pair i higher with
    probability p_si = Φ(Δ_si / ``spread``). The expected information of the answer (Lindley 1956), in bits, is
    H(mean of p_si over s) − mean of H(p_si) over s, with H(p) = −p log₂ p − (1 − p) log₂(1 − p): 0 where rows say the
    same (up to ROUNDING), at most 1.

    Parameters:
        deltas: differences of z-scores, pair × row; a row that lacks a pair (NaN) is left out of this pair.
        spread: standard deviation of one participant's difference of ratings around the right row's.
    """
    p = ndtr(deltas / spread)

    def entropy(share: np.ndarray) -> np.ndarray:
        return (entr(share) + entr(1 - share)) / np.log(2)

    known = np.isfinite(p)
    count = known.sum(axis=1)
    filled = np.where(known, p, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = filled.sum(axis=1) / count
        of_rows = np.where(known, entropy(filled), 0).sum(axis=1) / count
        bits = entropy(mean) - of_rows
    return np.where((count > 1) & (bits > ROUNDING), bits, 0)


def inclusion(sizes: np.ndarray, number: int) -> np.ndarray:
    """Return the probability of each pair to be in a sample of ``number`` pairs, in proportion to ``sizes``.

    A share LEAST of the sample is spread over all pairs alike. What would be more than 1 is 1, and the rest is shared
    by the others; the sum is ``number``, or the number of pairs, if that is smaller.
    """
    number = min(number, len(sizes))
    even = np.full(len(sizes), 1 / len(sizes))
    weights = LEAST * even + (1 - LEAST) * (sizes / sizes.sum() if sizes.sum() > 0 else even)
    certain = np.zeros(len(sizes), dtype=bool)
    while True:
        rest = np.where(certain, 0, weights)
        chances = np.where(certain, 1.0, (number - certain.sum()) * rest / (rest.sum() or 1))
        if not (over := chances > 1 + 1e-12).any():
            return np.minimum(chances, 1)
        certain |= over


def systematic_sample(chances: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Return whether each item is drawn: systematic sampling in random order (Madow 1949).

    Each is drawn with exactly its chance, and as many are drawn as the chances add up to.
    """
    order = generator.permutation(len(chances))
    ends = np.cumsum(chances[order])
    ends[-1] = round(ends[-1])  # of sums that are whole except for rounding
    points = np.arange(round(ends[-1])) + generator.uniform()
    drawn = np.zeros(len(chances), dtype=bool)
    drawn[order[np.searchsorted(ends, points, side="right").clip(max=len(chances) - 1)]] = True
    return drawn


def standard_error(values: np.ndarray, chances: np.ndarray) -> float:
    """Return the standard error of the weighted mean of a sample that is drawn with these ``chances``.

    Of pairs i with values yᵢ and chances πᵢ, the mean is Σ yᵢ/πᵢ / Σ 1/πᵢ over the drawn ones. With its residuals
    eᵢ = yᵢ − ȳ and dᵢ = πᵢ(1 − πᵢ), the variance is N/(N − 1) Σ dᵢ(eᵢ/πᵢ − B)² / N², with B = Σ dᵢ eᵢ/πᵢ / Σ dᵢ
    (Hájek 1964). With equal chances, that is the standard error of a simple random sample.
    """
    number, spread = len(values), chances * (1 - chances)
    if number < 2 or spread.sum() == 0:
        return 0.0
    each = (values - values.mean()) / chances
    squares = spread * (each - (spread * each).sum() / spread.sum()) ** 2
    return float(np.sqrt(squares.sum() / (number * (number - 1))))


def standard_errors(deltas: pd.DataFrame, chances: np.ndarray, number: int) -> pd.DataFrame:
    """Return how certain rated pairs make the share of pairs that a row gets right, and the difference of two rows.

    Columns: ``choice`` of pairs, random (all have the same chance) or drawn (they have ``chances``); ``quantity``,
    share or difference; ``standard_error``, its median over rows, or over two rows, if people prefer all good
    sentences.

    Parameters:
        deltas: pair × row; rows that lack a pair are left out.
        number: of pairs in the sample.
    """
    right = criteria.right(deltas.dropna(axis=1).to_numpy(dtype=float))
    by_choice = {"random": np.full(len(deltas), min(number, len(deltas)) / len(deltas)), "drawn": chances}
    values: dict[str, Iterable[np.ndarray]] = {
        "share": right.T,
        "difference": (right[:, one] - right[:, other] for one, other in combinations(range(right.shape[1]), 2)),
    }
    rows = []
    for quantity, of_quantity in values.items():
        errors = [[standard_error(each, by) for by in by_choice.values()] for each in of_quantity]
        if errors:
            medians = np.median(errors, axis=0)
            rows += [(choice, quantity, median) for choice, median in zip(by_choice, medians, strict=True)]
    return pd.DataFrame(rows, columns=["choice", "quantity", "standard_error"]).astype({"standard_error": float})


def ranked(deltas: pd.DataFrame, number: int, spread: float, seed: int) -> pd.DataFrame:
    """Return all pairs, those first that say most about which row is closest to people.

    Columns: ``pair_id``; ``rank``, from 1; ``information``, see above; ``rows_right``, how many rows prefer the good
    sentence, a tie counting as half; ``agree``, 1 where all rows prefer the same sentence, or none does; ``chance`` to
    be ``drawn`` (1 or 0) into a sample of ``number`` pairs, and ``weight``, 1/chance: Σ weight · right / Σ weight over
    the drawn pairs estimates the share of all (Hájek 1971); ``random``, 1 in a simple random sample of the same size.

    Parameters:
        deltas: pair × row, indexed by pair_id; see information.
    """
    values = deltas.to_numpy(dtype=float)
    generator = np.random.default_rng(seed)
    expected = information(values, spread)
    chances = inclusion(expected, number)
    drawn = systematic_sample(chances, generator)
    random = np.zeros(len(deltas), dtype=int)
    random[generator.choice(len(deltas), size=min(number, len(deltas)), replace=False)] = 1
    table = pd.DataFrame(
        {
            "pair_id": deltas.index,
            "information": expected,
            "rows_right": (criteria.right(values) * np.isfinite(values)).sum(axis=1, where=np.isfinite(values)),
            "agree": _agree(values).astype(int),
            "chance": chances,
            "weight": 1 / chances,
            "drawn": drawn.astype(int),
            "random": random,
        }
    )
    table = table.sort_values("information", ascending=False, kind="stable", ignore_index=True)
    table.insert(1, "rank", np.arange(1, len(table) + 1))
    return table


def _agree(deltas: np.ndarray) -> np.ndarray:
    """Return whether the deltas of each pair have one sign. Rows that lack the pair (NaN) say nothing."""
    signs, known = np.sign(deltas), np.isfinite(deltas)
    highest = signs.max(axis=1, initial=-1, where=known)
    return ~(known & (signs < highest[:, None])).any(axis=1)
