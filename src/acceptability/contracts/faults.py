"""Find the first row of a frame that breaks its table's contract (pure)."""

import numpy as np
import pandas as pd

from acceptability.contracts.columns import Column, Table

Fault = tuple[int, str]  # a row, from 0, and what is wrong there
NOUNS = {str: "text", int: "a number", float: "a number"}


def find_fault(frame: pd.DataFrame, table: Table) -> tuple[pd.DataFrame, Fault | None]:
    """Return the frame with its columns' types (str, int64, float64), and its first fault or None.

    The frame must have the required columns. Its cells are values, or text as read from a file. With a fault, the types
    mean nothing.
    """
    typed, faults = {}, []
    for name, column in table.columns.items():
        if name in frame:
            typed[name], faults_of_column = _examine(frame[name], name, column)
            faults += faults_of_column
    frame = frame.assign(**typed)
    if table.unique:
        faults += _repeated(frame[list(table.unique)], " and ".join(table.unique))
    return frame, min(faults, key=lambda fault: fault[0], default=None)


def _examine(cells: pd.Series, name: str, column: Column) -> tuple[pd.Series, list[Fault]]:
    """Return the cells as a column of its kind, and the first fault of each sort in them."""
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
        if where.any():
            value = cells.iloc[[where.argmax()]].tolist()[0]
            if pd.isna(value) or value == "":
                complaint = "is empty; fill it in or leave the row out"
            faults.append((int(where.argmax()), f"{name} {complaint.replace('{}', repr(value))}"))
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
