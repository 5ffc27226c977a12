"""Tables as people keep them: CSV of any dialect, spreadsheets, JSON lines → a header and rows of text.

Nothing here needs pandas: the configuration is checked with it before the first job.
"""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from acceptability.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

SPREADSHEETS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
JSON_LINES = (".jsonl", ".ndjson")
SEPARATORS = ",;\t|"
KEYS = {
    "encoding": {
        "description": "For your own tables: how the text of CSV files is encoded, such as latin-1 or windows-1254.",
        "type": "string",
        "default": "utf-8",
    },
    "sheet": {
        "description": "For your own tables: the sheet of a spreadsheet that has several.",
        "type": "string",
    },
}


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table as it stands in a file: texts, and for each row its number in the file, from 1.

    It equals itself only, so that what follows from it can be cached.
    """

    path: str
    header: list[str]
    rows: list[list[str]]
    numbers: list[int]

    def __str__(self) -> str:
        """Return what messages call it."""
        return self.path


def of_entry(entry: Mapping) -> dict[str, str]:
    """Return the keyword arguments of ``read`` that an entry of the configuration gives."""
    return {key: entry[key] for key in KEYS if key in entry}


def read(path: str | Path | Sheet, encoding: str = "utf-8", sheet: str | None = None) -> Sheet:
    """Read a table from a CSV (separated by commas, semicolons or tabs), a spreadsheet or a file of JSON lines.

    Rows and columns without any text are left out. What has been read is returned as it is. InputError for a file that
    is not there, is damaged, is empty, is encoded otherwise, has two columns of one name, or rows that are longer or
    shorter than the header.
    """
    if isinstance(path, Sheet):
        return path
    try:
        stamp = Path(path).stat()
        return _read(str(path), encoding, sheet, (stamp.st_mtime_ns, stamp.st_size))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}; correct the path") from error


def of_frame(frame: "pd.DataFrame", name: str) -> Sheet:
    """Return a frame as if it had been read from a file; ``name`` is what messages call it. The header is row 1."""
    filled = frame.astype(object).where(frame.notna(), None)
    rows = [[_cell(value) for value in row] for row in filled.itertuples(index=False)]
    return _checked(name, list(enumerate([list(map(str, frame.columns)), *rows], start=1)))


@cache
def _read(path: str, encoding: str, sheet: str | None, _stamp: tuple[int, int]) -> Sheet:
    """Read each state of a file once: the configuration asks for it many times."""
    ending = Path(path).suffix.lower()
    if ending in SPREADSHEETS:
        return _checked(path, list(_spreadsheet(path, sheet)))
    if ending in JSON_LINES:
        return _checked(path, list(_json_lines(path, encoding)))
    if ending in (".doc", ".docx", ".pdf", ".numbers", ".rtf", ".json"):
        raise InputError(f"{path}: is not a table; save it as CSV, xlsx, ods or JSON lines")
    return _checked(path, list(_separated(path, encoding)))


def _checked(path: str, rows: list[tuple[int, list[str]]]) -> Sheet:
    rows = [(number, cells) for number, cells in rows if any(cell.strip() for cell in cells)]
    if not rows:
        raise InputError(f"{path}: is empty; it needs a header row")
    header = [" ".join(name.split()) for name in rows[0][1]]
    wrong = []
    for number, cells in rows[1:]:
        if len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
            curly = any(mark in cell for cell in cells for mark in "“”„")
            quotes = "straight double quotes, not curly ones" if curly else "double quotes"
            wrong.append(
                f"row {number}: has {_cells(len(cells))} where the header has {len(header)}; put text that contains a "
                f"separator in {quotes}"
            )
        elif len(cells) < len(header) and any(name for name in header[len(cells) :]):
            wrong.append(f"row {number}: has {_cells(len(cells))} where the header has {len(header)}; add the others")
    fail(path, wrong)
    columns = [place for place, name in enumerate(header) if name or _any_text(rows[1:], place)]
    for place in columns:
        if not header[place]:
            raise InputError(
                f"{path}, row {rows[0][0]}: column {place + 1} has text but no name; give it one, and remove "
                "rows above the header, if there are any"
            )
    names = [header[place] for place in columns]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{path}, row {rows[0][0]}: the column {name!r} occurs twice; rename one")
    body = [[cells[place] if place < len(cells) else "" for place in columns] for _, cells in rows[1:]]
    if not body:
        raise InputError(f"{path}: has no rows under its header")
    return Sheet(path, names, body, [number for number, _ in rows[1:]])


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"


def _any_text(rows: list[tuple[int, list[str]]], place: int) -> bool:
    return any(place < len(cells) and cells[place].strip() for _, cells in rows)


def fail(path: str | Path, wrong: list[str], shown: int = 20) -> None:
    """Raise InputError that lists what is wrong, a line each, if anything is."""
    if len(wrong) == 1:
        raise InputError(f"{path}, {wrong[0]}")
    if wrong:
        more = [f"… and {len(wrong) - shown} more"] if len(wrong) > shown else []
        raise InputError("\n  ".join([f"{path}: {len(wrong)} things are wrong:", *wrong[:shown], *more]))


def _text(path: str | Path, encoding: str) -> str:
    data = Path(path).read_bytes()
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"  # its first two bytes leave no doubt
    try:
        text = data.decode(encoding)
    except LookupError as error:
        raise InputError(f"{path}: there is no encoding {encoding!r}; write utf-8, latin-1 or another") from error
    except ValueError as error:
        row = data[: getattr(error, "start", 0)].count(b"\n") + 1
        raise InputError(
            f"{path}, row {row}: is not {encoding} text; save it as “CSV UTF-8”, or say how it is encoded: encoding: "
            "latin-1 or windows-1252 is right for many Western European files (ENCODING=latin-1 for make score)"
        ) from error
    if control := re.search("[\x80-\x9f]", text):
        row = text[: control.start()].count("\n") + 1
        raise InputError(f"{path}, row {row}: is not {encoding} text, but perhaps windows-1252: say so under encoding")
    if "\0" in text:
        raise InputError(f"{path}: is not text; if it is a spreadsheet, its name must end in .xlsx or .ods")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _separated(path: str | Path, encoding: str) -> Iterator[tuple[int, list[str]]]:
    """Return rows with their numbers. The separator is the one of SEPARATORS that cuts the header into most cells.

    In a file .txt without a header, every line is a sentence.
    """
    text = _text(path, encoding)
    text = re.sub(r"^sep=.\n", "\n", text)  # what Excel writes for itself
    first = next((line for line in text.split("\n") if line.strip(f" {SEPARATORS}")), "")
    if Path(path).suffix.lower() == ".txt" and not _is_header(first):
        yield 0, ["sentence"]
        yield from ((number, [line]) for number, line in enumerate(text.split("\n"), start=1))
        return
    separator = max(SEPARATORS, key=lambda mark: len(next(csv.reader([first], delimiter=mark), [])))
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    last = 0
    try:
        for row in reader:
            last = reader.line_num
            yield last, row
    except csv.Error as error:
        raise InputError(f"{path}, row {last + 1}: {error}; is a double quote missing in it?") from error


def _is_header(line: str) -> bool:
    """Say whether the first line of a text names columns; sentences have no tabs."""
    names = (re.sub(r"[\W_]+", "", cell.lower()) for cell in re.split(f"[{SEPARATORS}]", line))
    known = re.compile("(good|bad)?(sentence|text)(good|bad)?|good|acceptable|grammatical")
    return "\t" in line or any(known.fullmatch(name) for name in names)


def _json_lines(path: str | Path, encoding: str) -> Iterator[tuple[int, list[str]]]:
    header: list[str] = []
    for number, line in enumerate(_text(path, encoding).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}, row {number}: is not JSON ({error}); write one object a line") from error
        if not isinstance(row, dict):
            raise InputError(f'{path}, row {number}: must be an object, such as {{"good": …, "bad": …}}')
        if not header:
            header = list(row)
            yield 0, header
        if extra := [key for key in row if key not in header]:
            raise InputError(f"{path}, row {number}: the key {extra[0]!r} is missing in the first row; add it there")
        yield number, [_cell(row.get(key)) for key in header]


def read_sheets(path: str | Path) -> dict[str, list[list[str]]]:
    """Return the cells of each sheet of a spreadsheet, as texts. InputError where it cannot be read."""
    try:  # here: a Snakemake that is alone in its environment has it not
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError as error:
        raise InputError(
            f"{path}: to read spreadsheets, install python-calamine in Snakemake's environment, or save the table as "
            "CSV UTF-8"
        ) from error
    try:
        book = CalamineWorkbook.from_path(str(path))
        tables = {name: book.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in book.sheet_names}
    except CalamineError as error:
        raise InputError(f"{path}: is not a spreadsheet that can be read ({error}); save it as CSV UTF-8") from error
    return {name: [[_cell(cell) for cell in row] for row in rows] for name, rows in tables.items()}


def _spreadsheet(path: str | Path, sheet: str | None) -> Iterator[tuple[int, list[str]]]:
    tables = read_sheets(path)
    filled = [name for name, rows in tables.items() if any(cell for row in rows for cell in row)]
    if sheet is not None and sheet not in tables:
        raise InputError(f"{path}: has no sheet {sheet!r}; it has: {', '.join(tables)}")
    if sheet is None and len(filled) > 1:
        raise InputError(
            f"{path}: has the sheets {', '.join(filled)}; say which: sheet: {filled[0]} (SHEET= for make score)"
        )
    chosen = sheet if sheet is not None else (filled or list(tables))[0]
    yield from enumerate(tables[chosen], start=1)


def _cell(value: object) -> str:
    """Return a cell of a spreadsheet or of JSON as text: whole numbers have no decimal point, nothing is empty."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
