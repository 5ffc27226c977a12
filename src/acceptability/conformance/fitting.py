"""Find the convention that a column of scores follows: compare it with what each convention gives (pure).

A column follows a convention if each of its numbers differs from the expected one by rounding alone, after one factor
for all: the sign, the base of the logarithm and a power of ten. Columns of probabilities or perplexities are compared
by their logarithms.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from acceptability.scoring.conventions import LENGTHS, POWERS, UNITS, Convention, Length

DIGITS = 6  # numbers with more digits are not taken for rounded ones
SNAP = 0.02  # how far, as a share, the factor between scores and expected ones may be from a known unit
ALIKE = 3.0  # conventions fit equally well whose greatest differences have at most this ratio
NEAREST = 0.02  # the median difference, as a share of scores, up to which a convention is called the nearest
# Noise is a sentence's difference in nats, divided by the square root of its tokens. For each precision: its median and
# its maximum, at most. They are about twice those of the kit's models in transformers: maxima of 0.011 and 0.075.
PRECISIONS = {"float16": (0.0065, 0.03), "bfloat16": (0.06, 0.15)}
# The maximum is at most so many times the median. Conventions fit as well that are at most so many times as far, by
# the root mean square.
EVEN, APART = 12.0, 4.0
# How many standard errors a trend of the noise may be from 0: the kit's models in half precision have up to 4.6, and a
# softmax temperature of 1.005 has 35 with 20 sentences.
SYSTEMATIC = 6.0
STEP = 0.1  # sums that are multiples of it are those of rounded token scores, not of half precision


@dataclass(frozen=True)
class Candidate:
    """Describe what a convention gives for the sentences: sums of natural log-probabilities, and a length.

    ``sums`` are NaN where no token counts.
    """

    model: str
    convention: Convention
    length: Length
    sums: np.ndarray
    tokens: np.ndarray
    lengths: np.ndarray


@dataclass(frozen=True)
class Column:
    """Describe scores, or their logarithms, and by how much each may have been rounded."""

    scores: np.ndarray
    rounding: np.ndarray
    is_log: bool = False


@dataclass(frozen=True)
class Fit:
    """Describe how scores compare with a candidate.

    Attributes:
        factor, unit: what its values are multiplied by, and that in words; no words if no unit is known.
        within: for each sentence, whether the score is the expected one; NaN where nothing can be compared.
        differences: score minus expected one, in nats of a sum; NaN where nothing can be compared.
    """

    candidate: Candidate
    factor: float
    unit: str
    within: np.ndarray
    differences: np.ndarray

    @property
    def compared(self) -> np.ndarray:
        """Return which sentences are compared."""
        return np.isfinite(self.within)

    @property
    def count(self) -> int:
        """Return how many scores are the expected ones."""
        return int(np.nansum(self.within))

    @property
    def is_whole(self) -> bool:
        """Return whether all scores are the expected ones, in a known unit."""
        return bool(self.unit) and self.count == self.compared.sum() > 0

    @property
    def is_half(self) -> bool:
        """Return whether at least half of the scores are the expected ones."""
        return self.count * 2 >= self.compared.sum()

    @property
    def greatest(self) -> float:
        """Return the greatest difference in nats; infinite if nothing is compared."""
        return float(np.nanmax(np.abs(self.differences))) if np.isfinite(self.differences).any() else math.inf

    @property
    def noise(self) -> np.ndarray:
        """Return differences in nats, divided by the square root of the number of tokens."""
        return (self.differences / np.sqrt(np.maximum(self.candidate.tokens, 1)))[np.isfinite(self.differences)]

    @property
    def size(self) -> float:
        """Return the root mean square of the noise."""
        return float(np.sqrt(np.mean(self.noise**2)))

    @property
    def is_systematic(self) -> bool:
        """Return whether differences have a bias, or grow with the number of tokens or with the sum."""
        places = np.flatnonzero(np.isfinite(self.differences))
        tokens = np.maximum(self.candidate.tokens[places], 1)
        for trend in (np.ones(len(places)), tokens, np.nan_to_num(self.candidate.sums[places])):
            line = trend / np.sqrt(tokens)
            slope = line @ self.noise / (line @ line)
            left = self.noise - slope * line
            if abs(slope) > SYSTEMATIC * math.sqrt(left @ left / (len(places) - 1) / (line @ line)):
                return True
        return False

    @property
    def is_of_rounded_tokens(self) -> bool:
        """Return whether all sums are multiples of 0.1, in a base of the logarithm."""
        sums = (np.nan_to_num(self.candidate.sums) + self.differences)[np.isfinite(self.differences)]
        steps = (sums * size / STEP for size in UNITS.values())
        return any(bool((np.abs(of_unit - np.round(of_unit)) < STEP / 2).all()) for of_unit in steps)

    @property
    def middle(self) -> float:
        """Return the median difference in nats, without signs."""
        return float(np.nanmedian(np.abs(self.differences)))

    @property
    def relative(self) -> float:
        """Return the median difference as a share of the median sum."""
        return self.middle / float(np.nanmedian(np.abs(self.candidate.sums)))

    @property
    def words(self) -> str:
        """Return the convention in words, with the unit."""
        return f"{self.candidate.length.words} of {self.unit or 'log-probabilities'}, {self.candidate.convention.words}"


@dataclass(frozen=True)
class Finding:
    """Describe the convention of a column.

    Attributes:
        fit: the convention that fits, or else the nearest one; None if none is near.
        precision: of the scores, as ``float32``, or one that their differences are as small as; empty where the
            convention does not fit.
        alike: the words of other conventions that fit equally well.
    """

    fit: Fit | None
    precision: str = ""
    alike: tuple[str, ...] = ()


def candidates(sums: pd.DataFrame, ways: Mapping[str, Convention], texts: Mapping[str, str]) -> list[Candidate]:
    """Return each convention with each length.

    ``sums`` has ``model, convention, sentence_id, log_prob, tokens``, for all sentences of ``texts``.
    """
    whole = []
    for (model, name), rows in sums.groupby(["model", "convention"], sort=False):
        by_id = rows.set_index("sentence_id").loc[list(texts)]
        log_probs, tokens = (by_id[column].to_numpy(dtype=float) for column in ("log_prob", "tokens"))
        for length in LENGTHS:
            lengths = [
                max(1.0, length.divisor(text, count)) for text, count in zip(texts.values(), tokens, strict=True)
            ]
            whole.append(Candidate(str(model), ways[str(name)], length, log_probs, tokens, np.array(lengths)))
    return whole


def find(scores: np.ndarray, known: Sequence[Candidate], tolerance: float, optional: np.ndarray) -> Finding:
    """Return the convention of scores; differences up to ``tolerance`` nats are rounding.

    Scores are NaN where there are none. This is a difference, except where a convention counts no token and where the
    score is ``optional``.
    """
    columns = [Column(scores, _rounding(scores))]
    if (scores[np.isfinite(scores)] > 0).all():
        columns.append(Column(np.log(scores), columns[0].rounding / scores, is_log=True))
    fits = [fit for one in known for column in columns if (fit := _fit(column, one, tolerance, optional))]
    if whole := [fit for fit in fits if fit.is_whole]:
        least = min(fit.greatest for fit in whole)
        equal = [fit for fit in whole if fit.greatest <= ALIKE * least + tolerance / 10]
        rounding = float(np.nanmax(columns[0].rounding))
        precision = "float32" if rounding < tolerance else f"rounded to {rounding:.1g}"
        return Finding(equal[0], precision, tuple(fit.words for fit in equal[1:]))
    if lower := _lower_precision([fit for fit in fits if fit.unit]):
        return lower
    fits = [fit for fit in fits if len(fit.noise)]
    nearest = max(fits, key=lambda fit: (fit.count, -fit.relative), default=None)
    if nearest and not nearest.is_half:
        nearest = min((fit for fit in fits if fit.unit), key=lambda fit: fit.relative, default=None)
        nearest = nearest if nearest and nearest.relative <= NEAREST else None
    return Finding(nearest)


def _fit(column: Column, candidate: Candidate, tolerance: float, optional: np.ndarray) -> Fit | None:
    """Return how a column compares with a candidate; None if nothing can be compared."""
    scores, values = column.scores, candidate.sums / candidate.lengths
    usable = np.isfinite(scores) & np.isfinite(values) & (values != 0)
    factor, unit = _unit(float(np.median(scores[usable] / values[usable])) if usable.any() else 0.0, column.is_log)
    if not factor or not math.isfinite(factor):
        return None
    nats = tolerance / candidate.lengths + column.rounding / abs(factor) + 1e-6 * np.abs(values)
    differences = scores / factor - values
    uncounted = np.isnan(values) & np.isfinite(scores)  # where no token counts, a sum is 0
    differences[uncounted] = (scores / factor)[uncounted]
    nats[uncounted] = tolerance
    within = np.where(np.isfinite(differences), (np.abs(differences) <= nats).astype(float), np.nan)
    within[np.isnan(scores) & np.isfinite(values) & ~optional] = 0
    return Fit(candidate, factor, unit, within, differences * candidate.lengths)


def _unit(factor: float, is_log: bool) -> tuple[float, str]:
    """Return the known factor that one is near to, with its words; or the factor itself, without words."""
    if is_log:
        sign = math.copysign(1.0, factor)
        words = f"log-probabilities, as a {'perplexity' if factor < 0 else 'probability'}"
        return (sign, words) if abs(factor / sign - 1) <= SNAP else (factor, "")
    for (base, size), (power, times) in ((unit, power) for unit in UNITS.items() for power in POWERS.items()):
        if abs(abs(factor) / (size * power) - 1) <= SNAP:
            changed = ", with the sign changed" if factor < 0 else ""
            return math.copysign(size * power, factor), f"{base} log-probabilities{times}{changed}"
    return factor, ""


def _rounding(scores: np.ndarray) -> np.ndarray:
    """Return by how much each score may have been rounded, judged by the digits of all of them."""
    finite = scores[np.isfinite(scores)]
    decimals = next(
        (n for n in range(DIGITS + 1) if np.allclose(finite, np.round(finite, n), rtol=0, atol=1e-12)), None
    )
    of_decimals = 0.0 if decimals is None else 0.5 * 10.0**-decimals
    with np.errstate(divide="ignore", invalid="ignore"):
        sizes = np.floor(np.log10(np.abs(scores)))
    sizes = np.where(np.isfinite(sizes), sizes, 0)
    fits = (n for n in range(1, DIGITS + 1) if all(math.isclose(x, float(f"{x:.{n}g}"), rel_tol=1e-12) for x in finite))
    digits = next(fits, None)
    of_digits = np.zeros(len(scores)) if digits is None else 0.5 * 10.0 ** (sizes - digits + 1)
    return np.maximum(of_decimals, of_digits) * 1.001


def _lower_precision(fits: Sequence[Fit]) -> Finding | None:
    """Return the convention that scores follow with even noise, such as that of half precision; None without one."""
    fits = [fit for fit in fits if len(fit.noise) == fit.compared.sum() > 0]
    if not fits:
        return None
    best = min(fits, key=lambda fit: fit.size)
    noise = np.abs(best.noise)
    median, maximum = float(np.median(noise)), float(noise.max())
    precision = next((name for name, (middle, _) in PRECISIONS.items() if median <= middle), None)
    if precision is None or not 0 < maximum <= min(PRECISIONS[precision][1], EVEN * median):
        return None
    if best.is_systematic or best.is_of_rounded_tokens:
        return None
    alike = tuple(fit.words for fit in fits if fit is not best and fit.size < APART * best.size)
    return Finding(best, precision, alike)
