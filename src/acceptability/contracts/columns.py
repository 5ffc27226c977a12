"""Declare contracts: columns with their checks, and tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Check:
    """Check each cell of a column by ``holds``; ``complaint`` ends the line about a wrong one."""

    holds: "Callable[[pd.Series], pd.Series | list[bool]]"
    complaint: str


@dataclass(frozen=True)
class Column:
    """Declare a column of a table.

    Parameters:
        kind: the type of its cells: str, int or float.
        description: what they mean.
        checks: what each cell must fulfil.
        nullable: a cell may be missing (NaN; empty in the file).
        required: every table has the column.
        unique: no value is in two rows.
    """

    kind: type
    description: str
    checks: tuple[Check, ...] = ()
    nullable: bool = False
    required: bool = True
    unique: bool = False


@dataclass(frozen=True, eq=False)
class Table:
    """Declare a table that passes between rules or comes from users.

    Parameters:
        name: its name in the catalogue.
        columns: its columns by name.
        strict: it has no other columns. Otherwise, these hold text.
        unique: columns whose values together are in one row only.
        may_be_empty: it may have a header alone.
        path: where it is, with wildcards such as ``{dataset}``; empty if it passes between no rules.
        is_personal: it has answers of single participants, so that only its owner may read its file.
    """

    name: str
    columns: Mapping[str, Column] = field(repr=False)
    strict: bool = True
    unique: tuple[str, ...] = ()
    may_be_empty: bool = False
    path: str = ""
    is_personal: bool = False

    def name_of_note(self, header: str) -> str:
        """Return the name of a column of a user's table beside those of this table, whose names it cannot have."""
        return f"note_{header}" if header in self.columns else header


def dataset_table(name: str, columns: Mapping[str, Column], **options: Any) -> Table:
    """Declare a table about a dataset, below results/metrics, with the options of Table."""
    return Table(name, columns, path=f"results/metrics/{{dataset}}/{name}.csv", **options)


NOT_BLANK = Check(
    lambda cells: list(map(bool, map(str.strip, cells.to_numpy(object)))),  # cells.str takes four times as long
    "is empty; write the text or leave the row out",
)
FINITE = Check(lambda cells: cells.abs() < inf, "is not a finite number")
POSITIVE = Check(lambda cells: cells > 0, "must be positive")
SHARE = Check(lambda cells: cells.between(0, 1), "must lie between 0 and 1")
NOT_NEGATIVE = Check(lambda cells: cells >= 0, "must not be negative")
ZERO_OR_ONE = Check(lambda cells: cells.isin([0, 1]), "must be 1 or 0")


def text(description: str, **options: bool) -> Column:
    """Declare text that must not be blank."""
    return Column(str, description, (NOT_BLANK,), **options)


def any_text(description: str, **options: bool) -> Column:
    """Declare text that may be empty: an empty cell is the empty text, not a missing one."""
    return Column(str, description, (), **options)


def choice(description: str, values: Mapping[str, str], **options: bool) -> Column:
    """Declare one of several words, each with its meaning."""
    check = Check(lambda cells: cells.isin(list(values)), f"must be {' or '.join(values)}")
    return Column(str, description, (check,), **options)


def number(description: str, *checks: Check, **options: bool) -> Column:
    """Declare a finite number."""
    return Column(float, description, (FINITE, *checks), **options)


def positive(description: str, **options: bool) -> Column:
    """Declare a finite number above 0."""
    return number(description, POSITIVE, **options)


def share(description: str, **options: bool) -> Column:
    """Declare a number from 0 to 1."""
    return number(description, SHARE, **options)


def count(description: str, **options: bool) -> Column:
    """Declare a whole number from 0."""
    return Column(int, description, (NOT_NEGATIVE,), **options)


def zero_or_one(description: str, **options: bool) -> Column:
    """Declare 1 for yes and 0 for no."""
    return Column(int, description, (ZERO_OR_ONE,), **options)


def interval(what: str = "its 95 % interval over clusters", prefix: str = "") -> dict[str, Column]:
    """Return the columns ``<prefix>low`` and ``<prefix>high``, the ends of an interval; empty where there is none."""
    return {
        f"{prefix}low": number(f"lower end of {what}", nullable=True),
        f"{prefix}high": number("upper end of that interval", nullable=True),
    }


# Columns that recur.
DATASET = {"dataset": text("key of the dataset in the configuration")}
SYSTEM = {"system": text("key of the system in the configuration"), "measure": text("what was measured")}
THRESHOLD = {"threshold": positive("δ in standard deviations; empty for blimp", nullable=True)}
INTERVAL = interval("its 95 % interval over clusters; empty: it cannot be estimated from them")
OVER_PHENOMENA = {
    "low_over_phenomena": number("lower end, over phenomena; empty: they are no parts of clusters", nullable=True),
    "high_over_phenomena": number("upper end of that interval", nullable=True),
}
MET = {
    "met": number("pairs that meet the criterion, a tie counting as half"),
    "pairs": count("pairs that count"),
    "share": share("met / pairs"),
}
MEMBERS = {"good": text("the acceptable sentence"), "bad": text("the other one")}
