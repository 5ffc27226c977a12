"""Read and write tables that keep a contract, and read raw files as others wrote them.

All tables are UTF-8 CSV with a header, commas and LF line ends; an empty cell is a missing value. What a table must be
is in data, scoring, metrics, classifiers and studies.
"""

import csv
import io as text_io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pandas as pd

from acceptability.contracts import plain_csv
from acceptability.contracts.columns import Table
from acceptability.contracts.faults import find_faults
from acceptability.errors import InputError
from acceptability.written import FOR_ALL, OWNER_ONLY, write_whole

MISSING = ("nan", "na", "n/a", "#n/a", "null", "none")  # how others write a missing number
UNKNOWN = ("", "NA", "#N/A")  # how released files write one
ROWS = 20_000  # that are written at a time
QUOTE, SPECIAL = '"', re.compile('[",\n\r]')


def read_text(path: str | Path, encoding: str = "utf-8") -> str:
    """Read a text file, with line ends as LF and without a byte-order mark. Raises InputError for another encoding."""
    data = Path(path).read_bytes()
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        raise InputError(f"{path}, row {row}: is not {encoding} text; save the file as {encoding.upper()}") from error
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_raw_csv(
    path: str | Path, encoding: str = "utf-8", skip_rows: int = 0, rename: Mapping[int, str] | None = None
) -> pd.DataFrame:
    """Read any CSV as a frame of strings, exactly as written, without its first ``skip_rows`` records.

    ``rename`` has other names of columns, by their places from 0, where two columns have the same name.
    """
    return _read_csv(read_text(path, encoding), path, skip_rows, rename or {})[0]


def read_raw_tsv(path: str | Path, columns: list[str] | None = None) -> pd.DataFrame:
    """Read a tab-separated file as a frame of strings; quotes are text, empty lines are left out.

    ``columns`` names the columns of a file without a header. Raises InputError if the file is empty, or a row has more
    or fewer cells than the header.
    """
    rows = [line.split("\t") for line in read_text(path).split("\n") if line]
    if not rows:
        raise InputError(f"{path}: is empty; fetch it again")
    header, body = (columns, rows) if columns else (rows[0], rows[1:])
    for number, row in enumerate(body, start=1 if columns else 2):
        if len(row) != len(header):
            raise InputError(f"{path}, row {number}: has {len(row)} cells instead of {len(header)}; fetch it again")
    return pd.DataFrame(body, columns=header, dtype=str)


def numbers(cells: pd.Series) -> pd.Series:
    """Read cells of a released file as floats, NaN for UNKNOWN ones (empty, NA). Raises ValueError for other text."""
    return cells.mask(cells.isin(UNKNOWN)).astype(float)


def read_json_lines(path: str | Path, keys: tuple[str, ...]) -> list[dict]:
    """Read a file with one JSON object a line, each of which must have these keys; empty lines are left out.

    Raises InputError, by row, for a line that is not such an object.
    """
    rows = []
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}, row {number}: is not JSON ({error}); fetch it again") from error
        if not isinstance(row, dict) or not set(keys) <= row.keys():
            raise InputError(f"{path}, row {number}: must be an object with {', '.join(keys)}; fetch it again")
        rows.append(row)
    return rows


def read_json_table(path: str | Path) -> pd.DataFrame:
    """Read a file with one JSON object a line as a frame of strings; a missing key is an empty string."""
    return pd.DataFrame(read_json_lines(path, ())).fillna("").astype(str)


def _read_csv(
    text: str, path: str | Path, skip_rows: int = 0, rename: Mapping[int, str] | None = None
) -> tuple[pd.DataFrame, list[int]]:
    """Return a frame of strings, and the line of the file on which each of its rows ends."""
    reader = csv.reader(text_io.StringIO(text))
    try:
        rows = [(row, reader.line_num) for row in reader]
    except csv.Error as error:
        raise InputError(f"{path}, row {reader.line_num}: {error}; is a double quote missing?") from error
    rows = [(row, line) for row, line in rows[skip_rows:] if row]
    if not rows:
        raise InputError(f"{path}: is empty; it needs a header row")
    header, body = [(rename or {}).get(place, name) for place, name in enumerate(rows[0][0])], rows[1:]
    if len(header) == 1 and any(mark in header[0] for mark in ";\t"):
        raise InputError(f"{path}, row 1: is separated by semicolons or tabs; save it with commas")
    for column in header:
        if header.count(column) > 1:
            raise InputError(f"{path}, row 1: the column {column!r} occurs twice")
    for row, line in body:
        if len(row) != len(header):
            raise InputError(
                f"{path}, row {line}: has {len(row)} cells where the header has {len(header)}; "
                "put text that contains a comma in double quotes"
            )
    return pd.DataFrame([row for row, _ in body], columns=header, dtype=str), [line for _, line in body]


def read_table(path: str | Path, table: Table, faults: list[str] | None = None) -> pd.DataFrame:
    """Read and check a table. Text is ``str``, numbers are float64 or int64; columns that it does not declare are text.

    An empty cell is the one way to write a missing number; ``nan``, ``NA`` and the like are refused. Raises InputError
    naming file, row and id, and how to fix it; see check_table on ``faults``.
    """
    text = read_text(path)
    frame = plain_csv.parse(text, table)
    if frame is not None:
        with suppress(InputError):  # which the slow way raises again, with the line of the file
            return check_table(frame, table, path)
    frame, lines = _read_csv(text, path)
    for name, column in table.columns.items():
        if name not in frame:
            continue
        if column.kind is float:
            wrong = frame[name].str.strip().str.lstrip("+-").str.lower().isin(MISSING).to_numpy()
            if wrong.any():
                place, value = _place(frame, lines, int(wrong.argmax()), path), frame[name][wrong.argmax()]
                raise InputError(f"{place}: {name} is {value!r}; leave the cell empty, or fill it in")
        if column.nullable:
            frame[name] = frame[name].where(frame[name].str.strip() != "", None)
    return check_table(frame, table, path, lines, faults)


def check_table(
    frame: pd.DataFrame,
    table: Table,
    path: str | Path,
    lines: list[int] | None = None,
    faults: list[str] | None = None,
) -> pd.DataFrame:
    """Return the frame with the types of its table's columns.

    ``lines`` are the lines of the file on which the rows stand, if they were read from one. Raises InputError for the
    first fault, naming file, row and id, and how to fix it. With ``faults``, the messages on all rows are put into this
    list instead, and the frame that is returned lacks these rows.
    """
    allowed = f"a table of {table.name} has: {', '.join(table.columns)}"
    for name, column in table.columns.items():
        if column.required and name not in frame:
            raise InputError(f"{path}: the column {name!r} is missing; {allowed}")
    for name in frame.columns if table.strict else []:
        if name not in table.columns:
            raise InputError(f"{path}: the column {name!r} is unknown; {allowed}")
    if frame.empty and not table.may_be_empty:
        raise InputError(f"{path}: has no rows")
    typed, faults_of_rows = find_faults(frame, table, most=1 if faults is None else None)
    messages = [f"{_place(frame, lines, row, path)}: {complaint}" for row, complaint in faults_of_rows]
    if messages:
        if faults is None:
            raise InputError(messages[0])
        faults += messages
        return find_faults(frame.drop(index=frame.index[[row for row, _ in faults_of_rows]]), table)[0]
    return typed


def _place(frame: pd.DataFrame, lines: list[int] | None, row: int, path: str | Path) -> str:
    """Name the file, the row and the id (the first column) of one row of a frame."""
    name = " ".join(str(frame.columns[0]).split())
    return f"{path}, row {lines[row] if lines else row + 2} ({name} {frame.iloc[[row], 0].tolist()[0]!r})"


def write_table(frame: pd.DataFrame, path: str | Path, table: Table | None = None) -> None:
    """Write a frame as CSV, after a check if ``table`` is given; the file appears whole or not at all.

    Only its owner may read a table of the answers of participants.
    """
    mode = OWNER_ONLY if table and table.is_personal else FOR_ALL
    write_whole(_csv_parts(check_table(frame, table, path) if table else frame), Path(path), mode)


def _csv_parts(frame: pd.DataFrame) -> Iterator[bytes]:
    """Yield the CSV of a frame in parts. A float is the shortest text that is read as the same float.

    The bytes are those of pandas' to_csv, which takes 1.6 times as long for scores (2.0 million cells a second to 3.3).
    """
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    yield f"{','.join(_quoted(list(map(str, frame.columns))))}\n".encode()
    for start in range(0, len(frame), ROWS):
        rows = zip(*(_cells(column.iloc[start : start + ROWS]) for column in columns), strict=True)
        lines = (",".join(row) or '""' for row in rows)  # a blank line would be no row
        yield "".join(f"{line}\n" for line in lines).encode()


def _cells(column: pd.Series) -> list[str]:
    """Return the cells of a column as they are written into a CSV; missing ones are empty."""
    cells = column.tolist()
    if column.hasnans:
        cells = ["" if missing else cell for cell, missing in zip(cells, column.isna(), strict=True)]
    return _quoted(list(map(str, cells)))


def _quoted(cells: list[str]) -> list[str]:
    """Put cells that hold a comma, a quote or a line end in quotes."""
    together = "".join(cells)
    if not any(mark in together for mark in ',"\n\r'):
        return cells
    return [f'"{cell.replace(QUOTE, 2 * QUOTE)}"' if SPECIAL.search(cell) else cell for cell in cells]


def write_text(text: str, path: str | Path) -> None:
    """Write a UTF-8 text file; it appears whole or not at all."""
    write_whole([text.encode()], Path(path))


def write_bytes(data: bytes, path: str | Path) -> None:
    """Write a binary file; it appears whole or not at all."""
    write_whole([data], Path(path))


def write_lines(lines: Iterable[str], path: str | Path) -> None:
    """Write lines, one at a time, as a UTF-8 text file; it appears whole or not at all."""
    write_whole((f"{line}\n".encode() for line in lines), Path(path))
