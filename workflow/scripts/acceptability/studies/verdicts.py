"""Numbers that a paper prints beside recomputed ones (pure).

``paper/<study>/printed/*.csv`` hold what a paper prints, as facts, by the contract PRINTED. ``printed`` is a number
with the paper's own decimals (also as ``8.5e-25``), a bound (``<0.0001``, ``>0``) or ``yes``/``no``. ``kind`` is one of
``KINDS``. ``quantity`` names a function of the study's module or one of ``OF_THE_PRINT``; its arguments stand in
``argument``, separated by spaces. Where it is empty, ``note`` says why nothing can be recomputed.
"""

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
import pandas as pd

from acceptability.errors import InputError


@dataclass(frozen=True)
class About:
    """A recomputed number, and the ``unit`` (10, 100, …) to which the paper rounds it: “about 2400 pairs”."""

    value: float
    unit: float

    @property
    def nearest(self) -> float:
        """The number, rounded to the unit."""
        return round(self.value / self.unit) * self.unit


Value = float | bool | About
Quantity = Callable[..., Value]  # of the evidence, what a variant chooses, and the words of the argument


class NotRecomputable(Exception):
    """Raised by a quantity that lacks something; the message says what."""


def _pairs(words: Sequence[str]) -> Iterable[tuple[str, str]]:
    """The first and the second word, the third and the fourth, and so on."""
    return zip(words[::2], words[1::2], strict=True)


def _exceeds(e: object, o: object, first: str, second: str, *more: str) -> bool:
    """Is the first number above the second, the third above the fourth, and so on?"""
    return all(float(high) > float(low) for high, low in _pairs((first, second, *more)))


def _equals(e: object, o: object, first: str, second: str, *more: str) -> bool:
    """Is the first number the second, the third the fourth, and so on?"""
    numbers = [float(number) for number in (first, second, *more)]
    return numbers[::2] == numbers[1::2]


def _falls_more(e: object, o: object, *numbers: str) -> bool:
    """Does the first number fall more to the second than the third to the fourth, the fifth to the sixth, and so on?"""
    fall, *others = [float(before) - float(after) for before, after in _pairs(numbers)]
    return fall > max(others)


def _largest_fall(e: object, o: object, *numbers: str) -> float:
    """In %, the largest share that is lost from the first number to the second, the third to the fourth, and so on."""
    return max(100 * (1 - float(after) / float(before)) for before, after in _pairs(numbers))


OF_THE_PRINT: dict[str, Quantity] = {  # about other printed numbers, which are the argument
    "lies_within": lambda e, o, value, centre, margin: abs(float(value) - float(centre)) <= float(margin),
    "exceeds": _exceeds,
    "equals": _equals,
    "falls_more": _falls_more,
    "exceeding": lambda e, o, *numbers: sum(_exceeds(e, o, *pair) for pair in _pairs(numbers)),  # how many do
    "largest_fall": _largest_fall,
    "largest_distance": lambda e, o, *numbers: max(abs(float(a) - float(b)) for a, b in _pairs(numbers)),
    "mean": lambda e, o, *numbers: fmean(map(float, numbers)),
    "difference": lambda e, o, first, *others: float(first) - sum(map(float, others)),
    "rows": lambda e, o, start="": sum(row.startswith(start) for row in e.rows),  # of the study
}


def decimals(printed: str) -> int:
    """Number of decimals with which a number is printed: 1 of 0.5, 26 of 8.5e-25."""
    mantissa, _, exponent = printed.partition("e-")
    return len(mantissa.partition(".")[2]) + int(exponent or 0)


def agrees(printed: str, value: Value) -> bool:
    """Does a recomputed value come out as printed?

    A number does when it rounds to the printed one: |value − printed| ≤ half a unit of the last printed
    decimal. A bound does when it holds. ``yes`` and ``no`` are True and False.
    """
    if isinstance(value, About):
        value = value.nearest
    if printed in ("yes", "no"):
        return bool(value) == (printed == "yes")
    bound = re.fullmatch(r"([<>])(.+)", printed)
    if bound:
        return value < float(bound[2]) if bound[1] == "<" else value > float(bound[2])
    return abs(value - float(printed)) <= 0.5 * 10 ** -decimals(printed) * (1 + 1e-9)


def _exact(value: Value) -> str:
    """A recomputed value with all its digits; of one that is rounded to a unit, both: ``2400 (2365)``."""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, About):
        return f"{_exact(value.nearest)} ({_exact(value.value)})"
    return str(int(value)) if float(value).is_integer() else str(float(value))


def _verdict(row, values: Mapping[str, Value], of_the_print: bool) -> str:
    """In words, from the values by variant."""
    if row.kind == "definition":
        return "definition"
    if not values:
        return "not recomputable"
    agreeing = [name for name, value in values.items() if agrees(row.printed, value)]
    if len(agreeing) == len(values):
        return "consistent" if of_the_print else "reproduced"
    if agreeing:
        return f"{' and '.join(agreeing).replace('_', ' ')} only"
    return "differs by our reading" if row.kind == "reading" else "differs"


def _difference(value: Value | str, printed: str) -> str:
    """Recomputed minus printed; empty where one of them is not a number."""
    try:
        difference = float(value.nearest if isinstance(value, About) else value) - float(printed)
    except ValueError:
        return ""
    return _exact(difference) if math.isfinite(difference) else ""


def compare(
    printed: pd.DataFrame,
    evidence: object,
    quantities: Mapping[str, Quantity],
    variants: Mapping[str, object],
    of_the_print: Collection[str] = (),
) -> pd.DataFrame:
    """Every printed number with the recomputed one in each variant and a verdict.

    ``printed`` as PRINTED; ``evidence`` is what the study's ``quantities`` compute from, with ``rows``, the study's
    rows; ``variants`` (name → what it chooses) holds ``corrected``; ``of_the_print`` names those of the quantities that
    compare printed numbers with each other, as all of OF_THE_PRINT do. Adds a column for each variant (all digits;
    empty where the variant lacks something), ``difference`` (corrected − printed, empty where one is not a number),
    ``compared_with`` and ``verdict``, as REPRODUCTION explains them.

    Raises InputError for an unknown quantity, an argument that names nothing, or a definition with a quantity.
    """
    known = {**OF_THE_PRINT, **quantities}
    rows = []
    for row in printed.itertuples(index=False):
        place = f"{row.place}, {row.item}"
        if row.quantity and row.quantity not in known:
            raise InputError(f"{place}: the quantity {row.quantity!r} is unknown")
        if row.quantity and row.kind == "definition":
            raise InputError(f"{place}: a definition has no quantity; leave it empty, or choose another kind")
        values, missing = {}, ""
        for name, chosen in variants.items() if row.quantity else ():
            try:
                values[name] = known[row.quantity](evidence, chosen, *row.argument.split())
            except NotRecomputable as reason:
                missing = str(reason)
            except KeyError as error:
                raise InputError(f"{place}: nothing is called {error.args[0]!r}; correct its row") from error
        of_print = row.quantity in OF_THE_PRINT or row.quantity in of_the_print
        compared_with = ("print" if of_print else "data") if values else "nothing"
        exact = [_exact(values[name]) if name in values else "" for name in variants]
        difference = _difference(values.get("corrected", ""), row.printed)
        row = row if values or not missing else row._replace(note=missing)
        rows.append((*row, *exact, difference, compared_with, _verdict(row, values, of_print)))
    added = [*variants, "difference", "compared_with", "verdict"]
    return pd.DataFrame(rows, columns=[*printed.columns, *added])
