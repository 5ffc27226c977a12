"""Compare numbers that a paper prints with recomputed ones (pure).

``paper/<study>/printed/*.csv`` hold what a paper prints, as facts, by the contract PRINTED. ``printed`` is a number
with the paper's own decimals (also as ``8.5e-25``), a bound (``<0.0001``, ``>0``) or ``yes``/``no``. ``kind`` is one of
``KINDS``. ``quantity`` names a quantity of the study or one of ``OF_THE_PRINT``; its arguments are in ``argument``,
separated by spaces. Where it is empty, ``reason`` names a row of resources/searches.csv, or ``note`` says why nothing
can be recomputed.
"""

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from inspect import signature
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.studies import FOUND, PRINTED, SEARCHES
from acceptability.errors import InputError, collecting, naming, raise_all, suggest
from acceptability.studies.evidence import About, Evidence, NotFetched, NotRecomputable, Quantity, Value


def _in_pairs(numbers: Sequence[float]) -> list[tuple[float, float]]:
    """Pair the first number with the second, the third with the fourth, and so on."""
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def lies_within(value: float, centre: float, margin: float) -> bool:
    """Return whether a number is at most ``margin`` away from another."""
    return abs(value - centre) <= margin


def exceeds(first: float, second: float, *more: float) -> bool:
    """Return whether the first number of each pair is greater; arguments are pairs: 2, 1, 5, 3 …"""
    return all(high > low for high, low in _in_pairs((first, second, *more)))


def equals(first: float, second: float, *more: float) -> bool:
    """Return whether the two numbers of each pair are equal; arguments are pairs: 1, 1, 3, 3 …"""
    return all(one == other for one, other in _in_pairs((first, second, *more)))


def exceeding(*numbers: float) -> int:
    """Count the pairs whose first number is greater; arguments are pairs: 2, 1, 3, 5 …"""
    return sum(first > second for first, second in _in_pairs(numbers))


def falls_more(*numbers: float) -> bool:
    """Return whether the first pair falls more than each other pair; arguments are pairs, before and after."""
    fall, *others = [before - after for before, after in _in_pairs(numbers)]
    return fall > max(others)


def largest_fall(*numbers: float) -> float:
    """Return, in %, the largest share that is lost from the first of two numbers to the second."""
    return max(100 * (1 - after / before) for before, after in _in_pairs(numbers))


def largest_distance(*numbers: float) -> float:
    """Return the largest distance of two numbers."""
    return max(abs(first - second) for first, second in _in_pairs(numbers))


def difference(first: float, *others: float) -> float:
    """Return the first number minus all others."""
    return first - sum(others)


def _of_numbers(function: Callable[..., Value]) -> Quantity:
    """Make a quantity of a function of numbers, which are the words of a fact's argument."""
    return lambda evidence, variant, *words: function(*map(float, words))


ABOUT_NUMBERS = (
    lies_within,
    exceeds,
    equals,
    exceeding,
    falls_more,
    largest_fall,
    largest_distance,
    difference,
)
OF_THE_PRINT: dict[str, Quantity] = {  # quantities about other printed numbers, which are in the argument
    function.__name__: _of_numbers(function) for function in ABOUT_NUMBERS
} | {"rows": lambda evidence, variant, start="": sum(row.startswith(start) for row in evidence.rows)}


AGREEING = {  # the verdict on a number that comes out, by what it was compared with
    "data": "reproduced",
    "print": "consistent",
    "log": "as the authors' log prints it",
    "sheet": "as the authors' sheet has it",
}


SHOWN = 20  # mistakes in printed numbers that one error lists
READABLE = re.compile(r"yes|no|[<>]?[+-]?(\d+\.?\d*|\.\d+)(e-?\d+)?")  # what a paper prints, as ``agrees`` reads it


def decimals(printed: str) -> int:
    """Count the decimals with which a number is printed: 1 of 0.5, 26 of 8.5e-25."""
    mantissa, _, exponent = printed.partition("e-")
    return len(mantissa.partition(".")[2]) + int(exponent or 0)


def agrees(printed: str, value: Value) -> bool:
    """Return whether a recomputed value comes out as printed.

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
    """Write a recomputed value with all its digits; one that is rounded to a unit as ``2400 (2365)``."""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, About):
        return f"{_exact(value.nearest)} ({_exact(value.value)})"
    return str(int(value)) if float(value).is_integer() else str(float(value))


def _verdict(row, values: Mapping[str, Value], compared_with: str) -> str:
    """Return in words whether a fact comes out, from its values by variant; there is at least one."""
    agreeing = [name for name, value in values.items() if agrees(row.printed, value)]
    if len(agreeing) == len(values):
        return AGREEING[compared_with]
    if agreeing:
        return f"{' and '.join(agreeing).replace('_', ' ')} only"
    if compared_with in ("log", "sheet"):
        return f"differs from the authors' {compared_with}"
    return "differs by our reading" if row.kind == "reading" else "differs"


def _searched(search: pd.Series, addition: str) -> tuple[str, str]:
    """Return the verdict on a number whose data were searched for, and a note on the search."""
    note = f"{FOUND[search['found']]}: {search['missing']}"
    if repositories := len(search["looked"].split()):
        counted = "1 repository" if repositories == 1 else f"{repositories} repositories"
        note += f" (looked in {counted}, {search['date']})"
    verdict = "not recomputable" if search["found"] == "unsearched" else "not found"
    return verdict, "; ".join(filter(None, (note, addition)))


def _difference(value: Value | str, printed: str) -> str:
    """Subtract the printed number from the recomputed one; empty where one of them is not a number."""
    try:
        difference = float(value.nearest if isinstance(value, About) else value) - float(printed)
    except ValueError:
        return ""
    return _exact(difference) if math.isfinite(difference) else ""


def _check(row, place: str, known: Mapping[str, Quantity], reasons: Collection[str]) -> None:
    """Raise InputError if a printed number contradicts itself, or names an unknown quantity or reason.

    The argument must have as many words as its quantity takes.
    """
    if row.quantity and row.quantity not in known:
        raise InputError(f"{place}: the quantity {row.quantity!r} is unknown{suggest(row.quantity, known)}")
    if row.quantity and not READABLE.fullmatch(row.printed):
        raise InputError(f"{place}: {row.printed!r} is not a number (60), a bound (<0.05), yes or no; correct it")
    if row.quantity and row.kind == "definition":
        raise InputError(f"{place}: a definition has no quantity; leave it empty, or choose another kind")
    if row.reason and (row.quantity or row.kind == "definition"):
        raise InputError(f"{place}: only a result without a quantity has a reason; leave one of the two empty")
    if row.reason and row.reason not in reasons:
        raise InputError(f"{place}: the reason {row.reason!r} is unknown; add its row to resources/searches.csv")
    if row.quantity:
        try:
            signature(known[row.quantity]).bind(None, "", *row.argument.split())
        except TypeError as error:
            problem = f"the quantity {row.quantity!r} cannot use the argument {row.argument!r}: {error}"
            raise InputError(f"{place}: {problem}") from error


def read_printed(paths: Sequence[Path], faults: list[str]) -> tuple[pd.DataFrame, list[str]]:
    """Return the rows of tables of printed numbers (contract PRINTED), and the file and row of each.

    Messages on rows and files that break the contract are put into ``faults``; the other rows are returned.
    """
    tables = {}
    for path in paths:
        with collecting(faults):
            tables[path] = io.read_table(path, PRINTED, faults)
    places = [f"{path}, row {number + 2}" for path, table in tables.items() for number in table.index]
    if not tables:
        return pd.DataFrame(columns=[*PRINTED.columns]), places
    return pd.concat(tables.values(), ignore_index=True).fillna(""), places


def groups_of(module: ModuleType) -> dict[str, Mapping[str, Quantity]]:
    """Return the quantities of a study that do not compute from data, as ``compare`` takes them."""
    return {name: getattr(module, name.upper(), {}) for name in ("of_the_print", "of_a_log", "of_a_sheet")}


def mistakes(paths: Sequence[Path], searches: Path, module: ModuleType) -> list[str]:
    """Return messages on all mistakes in tables of printed numbers that show without data.

    Parameters:
        paths: the tables, the contract PRINTED.
        searches: the contract SEARCHES.
        module: the study's quantities.
    """
    messages: list[str] = []
    with collecting(messages):
        printed, places = read_printed(paths, messages)
        reasons = set(io.read_table(searches, SEARCHES)["reason"])
        known = _all_quantities(*groups_of(module).values(), getattr(module, "QUANTITIES", {}))
        for row, place in _rows(printed, places):
            with collecting(messages):
                _check(row, place, known, reasons)
    return messages


def _all_quantities(*groups: Mapping[str, Quantity]) -> dict[str, Quantity]:
    """Return the quantities of all groups and OF_THE_PRINT, by name."""
    return {**OF_THE_PRINT, **{name: group[name] for group in groups for name in group}}


def _rows(printed: pd.DataFrame, places: Sequence[str]) -> Iterator[tuple[Any, str]]:
    """Yield each row of the contract PRINTED, and its place, for messages."""
    table = printed.assign(reason=printed.get("reason", ""))
    for row, file in zip_longest(table.itertuples(index=False), places):
        yield row, f"{file} ({row.place}, {row.item})" if file else f"{row.place}, {row.item}"


def _compared(
    row,
    place: str,
    evidence: Evidence,
    known: Mapping[str, Quantity],
    groups: Mapping[str, Mapping[str, Quantity]],
    records: Mapping[str, pd.Series],
) -> dict[str, object]:
    """Return a row of the contract REPRODUCTION: a printed number, its recomputed values and the verdict.

    Parameters:
        place: where it is printed, for messages.
        known: all quantities.
        groups: those that compute from something else than data, by what it is: print, log or sheet.
        records: rows of the contract SEARCHES, by reason.
    """
    compared_with = next((name for name, group in groups.items() if row.quantity in group), "data")
    values, note, verdict = {}, row.note, "definition" if row.kind == "definition" else "not recomputable"
    if row.reason:
        verdict, note = _searched(records[row.reason], row.note)
    for variant in evidence.variants if row.quantity else ():
        try:
            with naming(place):
                values[variant] = known[row.quantity](evidence, variant, *row.argument.split())
        except NotRecomputable as lacking:
            note, verdict = str(lacking), "file not fetched" if isinstance(lacking, NotFetched) else verdict
        except KeyError as error:
            raise InputError(f"{place}: nothing is called {error.args[0]!r}; correct its row") from error
    exact = {variant: _exact(values[variant]) if variant in values else "" for variant in evidence.variants}
    return (
        row._asdict()
        | {"note": row.note if values else note}
        | exact
        | {
            "difference": _difference(values.get("corrected", ""), row.printed),
            "compared_with": compared_with if values else "nothing",
            "verdict": _verdict(row, values, compared_with) if values else verdict,
        }
    )


def compare(
    printed: pd.DataFrame,
    evidence: Evidence,
    quantities: Mapping[str, Quantity],
    of_the_print: Mapping[str, Quantity] = MappingProxyType({}),
    *,
    of_a_log: Mapping[str, Quantity] = MappingProxyType({}),
    of_a_sheet: Mapping[str, Quantity] = MappingProxyType({}),
    searches: pd.DataFrame | None = None,
    places: Sequence[str] = (),
    faults: Sequence[str] = (),
) -> pd.DataFrame:
    """Compare every printed number with the recomputed one in each variant, and give a verdict.

    Parameters:
        printed: the contract PRINTED.
        evidence: what the study's quantities compute from; its ``variants`` name the columns that are added.
        quantities: the study's quantities, by name.
        of_the_print: those of its quantities that compare printed numbers with each other, as all of OF_THE_PRINT do.
        of_a_log, of_a_sheet: those that quote a log or a table of results that the authors released.
        searches: the contract SEARCHES, which has the reasons that printed numbers name; None: they name none.
        places: the file and row of each printed number, for messages.
        faults: messages on other rows, which are reported with those of this table.

    Returns: the contract REPRODUCTION: ``printed`` with a column for each variant (all digits; empty where the variant
    lacks something), ``difference`` (corrected − printed; empty where one is not a number), ``compared_with`` and
    ``verdict``.

    Raises one InputError for all rows, which lists up to SHOWN mistakes: an unknown quantity or reason, an argument
    that names nothing, a printed number that cannot be read, a definition with a quantity, a reason beside a quantity.
    """
    groups = {"print": {**OF_THE_PRINT, **of_the_print}, "log": of_a_log, "sheet": of_a_sheet}
    known = _all_quantities(*groups.values(), quantities)
    records = {} if searches is None else {search["reason"]: search for _, search in searches.iterrows()}
    rows, messages = [], [*faults]
    for row, place in _rows(printed, places):
        with collecting(messages):
            _check(row, place, known, records)
            rows.append(_compared(row, place, evidence, known, groups, records))
    raise_all(messages, SHOWN)
    added = [*evidence.variants, "difference", "compared_with", "verdict"]
    return pd.DataFrame(rows, columns=[*PRINTED.columns, *added])
