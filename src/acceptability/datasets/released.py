"""Check files of human judgments as their authors released them; a wrong one has to be fetched again."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import inf, isfinite
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.errors import InputError
from acceptability.reading.report import fail

AGAIN = "fetch the file again"
BOTH = "fetch both files again"
LIKERT = {"low": 1, "high": 7, "whole": True}


def read(
    path: Path,
    columns: tuple[str, ...],
    may_be_empty: tuple[str, ...] = (),
    *,
    unique: bool = False,
    rows: int | None = None,
    skip_rows: int = 0,
    encoding: str = "utf-8",
    rename: Mapping[int, str] | None = None,
) -> pd.DataFrame:
    """Read a CSV as text, indexed by the rows of the file. The first of ``columns``, the id, is the first column.

    InputError unless all columns are there, no cell is empty but in ``may_be_empty``, the file has so many ``rows``
    (any number but 0 without it), and, if ``unique``, no id occurs twice. ``rename`` as in io.read_raw_csv.
    """
    with fetched_again():
        raw = io.read_raw_csv(path, encoding, skip_rows, rename)
    raw.index += skip_rows + 2
    check_columns(path, raw, (*columns, *may_be_empty))
    check_count(path, len(raw), rows)
    if raw.empty:
        raise InputError(f"{path}: has no rows; {AGAIN}")
    raw.insert(0, columns[0], raw.pop(columns[0]))
    for column in columns:
        refuse(path, raw, raw[column].str.strip() == "", f"has no {column}")
    refuse(path, raw, raw[columns[0]].duplicated() & unique, f"has the {columns[0]} of another row")
    return raw


@contextmanager
def fetched_again() -> Iterator[None]:
    """End an InputError about any file with how to fix a released one, in place of what follows its last semicolon."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{str(error).rsplit('; ', 1)[0]}; {AGAIN}") from error


def check_columns(place: Path | str, header: Iterable[str], columns: tuple[str, ...]) -> None:
    """Raise InputError for the first of these columns that the header does not have."""
    if missing := [name for name in columns if name not in header]:
        raise InputError(f"{place}: has no column {missing[0]!r}; {AGAIN}; it has: {', '.join(header)}")


def check_count(path: Path, count: int, expected: int | None, unit: str = "rows") -> None:
    """Raise InputError for a file with more or fewer rows than its release, where that number is known."""
    if expected not in (None, count):
        raise InputError(f"{path}: has {count} {unit} instead of {expected}; {AGAIN}")


def refuse(path: Path, raw: pd.DataFrame, wrong: pd.Series, what: str | pd.Series, fix: str = AGAIN) -> None:
    """Raise InputError that lists the wrong rows, by index and first column, and ``what`` is wrong with them."""
    faults = pd.DataFrame({"name": raw.iloc[:, 0], "what": what})[wrong.to_numpy()]
    name = raw.columns[0]
    fail(path, [f"row {row.Index} ({name} {row.name!r}): {row.what}; {fix}" for row in faults.itertuples()])


def numbers(
    path: Path,
    raw: pd.DataFrame,
    column: str,
    low: float = -inf,
    high: float = inf,
    *,
    whole: bool = False,
    needed: bool = False,
) -> pd.Series:
    """Return a column of a frame of ``read`` as floats, NaN where the file has none.

    InputError for other text, infinite numbers, those outside of the scale, and, if ``needed``, missing ones.
    """
    cells = raw[column].str.strip()
    values = pd.to_numeric(cells, errors="coerce").astype(float)
    right = values.between(low, high) & values.map(isfinite) & ((values % 1 == 0) | (not whole))
    scale = ("a whole number" if whole else "a number") + (f" from {low} to {high}" if high < inf else "")
    missing = cells.isin(io.UNKNOWN) & (not needed)
    refuse(path, raw, ~right & ~missing, raw[column].map(lambda cell: f"{column} is {cell!r}, not {scale}"))
    return values
