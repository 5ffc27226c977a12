"""Find the rows of a frame that break its table's contract (pure)."""

import numpy as np
import pandas as pd

from acceptability.contracts.columns import Column, Table

Fault = tuple[int, str]  # a row, from 0, and what is wrong there
NOUNS = {str: "text", int: "a number", float: "a number"}


def find_faults(frame: pd.DataFrame, table: Table, most: int | None = 1) -> tuple[pd.DataFrame, list[Fault]]:
    """Return the frame with its columns' types (str, int64, float64), and its first ``most`` faults (None: all).

    The frame must have the required columns. Its cells are values, or text as read from a file. With a fault, the types
    mean nothing.
    """
    typed, faults = {}, []
    for name, column in table.columns.items():
        if name in frame:
            typed[name], faults_of_column = _examine(frame[name], name, column, most)
            faults += faults_of_column
    frame = frame.assign(**typed)
    if table.unique:
        faults += _repeated(frame[list(table.unique)], " and ".join(table.unique))
    return frame, sorted(faults, key=lambda fault: fault[0])[:most]


def _examine(cells: pd.Series, name: str, column: Column, most: int | None) -> tuple[pd.Series, list[Fault]]:
    """Return the cells as a column of its kind, and the first ``most`` faults of each sort in them."""
    values, wrong = _typed(cells, column.kind)
    missing = cells.isna().to_numpy()
    sound = ~(missing | wrong)
    tests = [(wrong, "is {}, which is not " + NOUNS[column.kind])]
    if not column.nullable:
        tests.append((missing, ""))
    for check in column.checks:
        broken = np.zeros(len(cells), dtype=bool)
        broken[sound] = ~np.asarray(check.holds(values if sound.all() else values[sound]), dtype=bool)
        tests.append((broken, "{} " + check.complaint))
    faults = []
    for where, complaint in tests:
        for place in map(int, np.flatnonzero(where)[:most]):
            value = cells.iloc[[place]].tolist()[0]
            is_empty = pd.isna(value) or value == ""
            words = "is empty; fill it in or leave the row out" if is_empty else complaint.replace("{}", repr(value))
            faults.append((place, f"{name} {words}"))
    return values, faults + (_repeated(values, name) if column.unique else [])


def _typed(cells: pd.Series, kind: type) -> tuple[pd.Series, np.ndarray]:
    """Return the cells as a column of this kind, and which are not of it. Missing ones stay so, or are 0 as int64."""
    wrong = np.zeros(len(cells), dtype=bool)
    if cells.dtype == ("str" if kind is str else np.dtype(kind)):
        return cells, wrong
    if kind is str and cells.dtype == bool:
        return cells.astype("str"), wrong  # True and False
    if kind is str:
        wrong = np.array([not (isinstance(cell, str) or pd.isna(cell)) for cell in cells], dtype=bool)
        return cells.astype(object).where(~wrong, "").astype("str"), wrong
    if pd.api.types.is_numeric_dtype(cells.dtype):
        values = cells.to_numpy(dtype=float, na_value=np.nan)
        if kind is int:
            whole = np.isfinite(values) & (values == np.trunc(values))
            wrong = ~whole & ~np.isnan(values)
            values = np.where(whole, values, 0).astype(int)
        return pd.Series(values, index=cells.index), wrong
    values = np.full(len(cells), np.nan if kind is float else 0, dtype=kind)
    for place, cell in enumerate(cells):
        try:
            if not pd.isna(cell):
                values[place] = kind(cell)
                wrong[place] = isinstance(cell, float) and values[place] != cell
        except (TypeError, ValueError, OverflowError):
            wrong[place] = True
    return pd.Series(values, index=cells.index), wrong


def _repeated(cells: pd.DataFrame | pd.Series, name: str) -> list[Fault]:
    """Return the first row whose cells are in another row too, as a list of one fault or none."""
    if not cells.duplicated().any():
        return []
    place = int(cells.duplicated(keep=False).to_numpy().argmax())
    return [(place, f"{name} occurs in more than one row; make it different in each row")]
