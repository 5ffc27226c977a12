"""The fast way to read a table, for files that leave no doubt.

A file is plain where it is strict RFC 4180, every row has as many cells as the header, and cells of numbers are plain
decimals. pandas, which pads short rows, cuts long ones and takes ``true`` for 1, would read other files otherwise than
the csv module does; here it never gets them.
"""

import csv
from io import BytesIO

import numpy as np
import pandas as pd

from acceptability.contracts.columns import Table

QUOTE, COMMA, NEWLINE = b'",\n'
RULES = {str: 0, float: 1, int: 2}  # bits of what a cell of that kind must not hold
FORBIDDEN = np.full(256, 3, dtype=np.uint8)
FORBIDDEN[list(b"0123456789+-,\n")] = 0  # a cell's own separator is counted as its last byte
FORBIDDEN[list(b".eE")] = 2
LONGEST_WHOLE = 18  # digits that surely fit into 64 bits


def parse(text: str, table: Table) -> pd.DataFrame | None:
    """The frame of a plain file, with the types of the table's columns, or None: then its text needs the slow way.

    Cells that break the contract otherwise (empty ones, infinite numbers, wrong words) are left to its checks.
    """
    data = text.encode() if text.endswith("\n") else f"{text}\n".encode()
    header = _header(data, table)
    if header is None:
        return None
    declared = {name: table.columns[name] for name in header if name in table.columns}
    try:
        return pd.read_csv(
            BytesIO(data),
            header=0,
            names=header,
            index_col=False,
            dtype={name: declared[name].kind if name in declared else str for name in header},
            keep_default_na=False,
            na_values={name: [""] for name, column in declared.items() if column.nullable},
            skip_blank_lines=False,
        )
    except (ValueError, OverflowError):
        return None


def _header(data: bytes, table: Table) -> list[str] | None:
    """The names of a plain file's columns, or None where it is not plain. ``data`` ends with a line end."""
    codes = np.frombuffer(data, dtype=np.uint8)
    ends = _ends(codes)
    if ends is None:
        return None
    width = int((codes[ends] == NEWLINE).argmax()) + 1
    if width == 1 or len(ends) % width or 0 in data:  # in one column, a blank line is no row to the csv module
        return None
    separators = codes[ends].reshape(-1, width)
    lengths = np.diff(ends, prepend=-1).reshape(-1, width)
    if not ((separators[:, :-1] == COMMA).all() and (separators[:, -1] == NEWLINE).all()):
        return None
    if lengths.max() > csv.field_size_limit():
        return None
    start = int(ends[width - 1]) + 1
    header = next(csv.reader([data[:start].decode()]))
    kinds = [table.columns[name].kind if name in table.columns else str for name in header]
    whole = np.array([kind is int for kind in kinds])
    lengths = lengths[1:]
    if len(set(header)) < width or lengths[:, whole].max(initial=0) > LONGEST_WHOLE + 1:
        return None
    rules = np.tile(np.array([RULES[kind] for kind in kinds], dtype=np.uint8), len(lengths))
    return None if (FORBIDDEN[codes[start:]] & np.repeat(rules, lengths.ravel())).any() else header


def _ends(codes: np.ndarray) -> np.ndarray | None:
    """Where the cells of a file end: places of commas and line ends outside quotes. None where a quote is unusual.

    Usual quotes open at the start of a cell and close at its end; two of them in between are one.
    """
    quotes = np.flatnonzero(codes == QUOTE)
    if len(quotes) % 2:
        return None
    around = np.array([QUOTE, COMMA, NEWLINE])
    before = codes[quotes[::2] - 1]  # of the first byte: the last one, a line end
    if not (np.isin(before, around).all() and np.isin(codes[quotes[1::2] + 1], around).all()):
        return None
    outside = (codes == COMMA) | (codes == NEWLINE)
    if len(quotes):
        outside &= ~np.logical_xor.accumulate(codes == QUOTE)
    return np.flatnonzero(outside)
