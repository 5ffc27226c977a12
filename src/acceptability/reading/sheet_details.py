"""Describe what a sheet of a spreadsheet contains beside its values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from acceptability.errors import InputError
from acceptability.limits import COLUMNS, SHEET_CELLS

ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
MOST_RECORDS = 2 * SHEET_CELLS.most  # those of sheets within the limits are their cells, their rows and few more


@dataclass
class Details:
    """Contain what a sheet contains beside its values.

    Attributes:
        faults: row and column, from 0, of cells that contain an error or a formula that was never computed, and which.
            Programs return them as empty.
        merged: the first and the last row and column, from 0, of merged cells in .ods. The library that reads Excel's
            files returns those itself.
        hidden_rows, hidden_columns: their numbers, from 1, that a filter or their author has hidden.
    """

    faults: list[tuple[int, int, str]] = field(default_factory=list)
    merged: list[tuple[tuple[int, int], tuple[int, int]]] = field(default_factory=list)
    hidden_rows: list[int] = field(default_factory=list)
    hidden_columns: list[int] = field(default_factory=list)

    def hide_columns(self, first: int, last: int) -> None:
        """Add hidden columns, but not more than a sheet may have, whatever a damaged file says."""
        if len(self.hidden_columns) < COLUMNS.most:
            self.hidden_columns += range(max(first, 1), min(last, COLUMNS.most) + 1)


@dataclass
class Survey:
    """Describe a sheet.

    Attributes:
        rows, columns: the last ones with a cell, from 1.
        records: the number of records that a binary file describes it by.
        shared_bytes: the size of the texts of all cells that share texts; not read from .xls.
    """

    rows: int = 0
    columns: int = 0
    records: int = 0
    shared_bytes: int = 0
    details: Details = field(default_factory=Details)


def surveys_of(places: Sequence, survey: Callable[..., Survey]) -> list[Survey]:
    """Return what each sheet of a binary file contains. InputError where they have too many records.

    Several sheets may be in one place, which is then read once, but its records count for each of them.

    Parameters:
        places: where each sheet is.
        survey: returns what the sheet in a place contains, of which it reads at most so many records.
    """
    surveys: dict[object, Survey] = {}
    left = MOST_RECORDS
    for place in places:
        if place not in surveys:
            surveys[place] = survey(place, left + 1)
        left -= surveys[place].records + 1
        if left < 0:
            raise InputError(f"has sheets of more than {MOST_RECORDS:,} records; save the table as CSV UTF-8")
    return [surveys[place] for place in places]
