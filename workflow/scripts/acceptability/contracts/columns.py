"""What a contract is made of: columns with their checks, and tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Check:
    """``holds`` says of each cell of a column whether it is right; ``complaint`` ends the line about a wrong one."""

    holds: Callable[[pd.Series], pd.Series]
    complaint: str


@dataclass(frozen=True)
class Column:
    """A column: ``kind`` of its cells (str, int or float), what they mean, what they must fulfil.

    nullable: a cell may be missing (NaN; empty in the file). required: every table has the column. unique: no value
    stands in two rows.
    """

    kind: type
    description: str
    checks: tuple[Check, ...] = ()
    nullable: bool = False
    required: bool = True
    unique: bool = False


@dataclass(frozen=True, eq=False)
class Table:
    """A table: its columns by name; a ``strict`` one has no others. Other columns of a table hold text.

    unique: columns whose values together stand in one row only. may_be_empty: it may have a header alone.
    """

    name: str
    columns: Mapping[str, Column] = field(repr=False)
    strict: bool = True
    unique: tuple[str, ...] = ()
    may_be_empty: bool = False


NOT_BLANK = Check(lambda cells: cells.str.strip() != "", "is empty; write the text or leave the row out")
FINITE = Check(np.isfinite, "is not a finite number")
POSITIVE = Check(lambda cells: cells > 0, "must be positive")
SHARE = Check(lambda cells: cells.between(0, 1), "must lie between 0 and 1")
NOT_NEGATIVE = Check(lambda cells: cells >= 0, "must not be negative")
ZERO_OR_ONE = Check(lambda cells: cells.isin([0, 1]), "must be 1 or 0")


def text(description: str, **options: bool) -> Column:
    """Text that says something."""
    return Column(str, description, (NOT_BLANK,), **options)


def any_text(description: str, **options: bool) -> Column:
    """Text that may be empty: an empty cell is the empty text, not a missing one."""
    return Column(str, description, **options)


def choice(description: str, values: Mapping[str, str], **options: bool) -> Column:
    """One of some words."""
    check = Check(lambda cells: cells.isin(list(values)), f"must be {' or '.join(values)}")
    return Column(str, description, (check,), **options)


def number(description: str, *checks: Check, **options: bool) -> Column:
    """A finite number."""
    return Column(float, description, (FINITE, *checks), **options)


def positive(description: str, **options: bool) -> Column:
    """A finite number above 0."""
    return number(description, POSITIVE, **options)


def share(description: str, **options: bool) -> Column:
    """A number from 0 to 1."""
    return number(description, SHARE, **options)


def count(description: str, **options: bool) -> Column:
    """A whole number from 0."""
    return Column(int, description, (NOT_NEGATIVE,), **options)


def zero_or_one(description: str, **options: bool) -> Column:
    """1 for yes, 0 for no."""
    return Column(int, description, (ZERO_OR_ONE,), **options)
