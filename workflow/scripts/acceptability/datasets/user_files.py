"""Tables as people keep them: CSV of any dialect, spreadsheets, JSON lines → a header and rows of text.

Several tables in a folder, in a zip or in a gzipped tar file are read as one.

Nothing here needs pandas: the configuration is checked with it before the first job.
"""

import codecs
import csv
import io
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from acceptability.errors import InputError
from acceptability.sources.archives import read_members

if TYPE_CHECKING:
    import pandas as pd

SPREADSHEETS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
JSON_LINES = (".jsonl", ".ndjson")
SEPARATED = (".csv", ".tsv", ".tab")
TABLES = (*SEPARATED, *JSON_LINES, *SPREADSHEETS)  # what is read of a folder or an archive; other files are not
ARCHIVES = (".zip", ".tar.gz", ".tgz")
NAMED = f"which are files that end in {', '.join(TABLES)}"
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

    It equals itself only, so that what follows from it can be cached. Of several files that are read as one,
    ``origins`` has the short name of each row's file, and numbers name it, too: "3 of binding.csv"; ``headers`` has the
    header of each file, by its path.
    """

    path: str
    header: list[str]
    rows: list[list[str]]
    numbers: list[int] | list[str]
    origins: list[str] = field(default_factory=list)
    headers: dict[str, list[str]] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return what messages call it."""
        return self.path


def of_entry(entry: Mapping) -> dict[str, str]:
    """Return the keyword arguments of ``read`` that an entry of the configuration gives."""
    return {key: entry[key] for key in KEYS if key in entry}


def read(path: str | Path | Sheet | list[Path], encoding: str = "utf-8", sheet: str | None = None) -> Sheet:
    """Read a table from a CSV (separated by commas, semicolons or tabs), a spreadsheet or a file of JSON lines.

    Several files, a folder or an archive are one table; see joined. Rows and columns without any text are left out.
    What has been read is returned as it is. InputError for a file that is not there, is damaged, is empty, is encoded
    otherwise, has two columns of one name, or rows that are longer or shorter than the header.
    """
    if isinstance(path, Sheet):
        return path
    paths = tuple(map(str, path)) if isinstance(path, list) else files_of(path)
    try:
        stamps = tuple((stamp.st_mtime_ns, stamp.st_size) for stamp in map(os.stat, paths))
        return _read_all(paths, encoding, sheet, stamps)
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be read: {error.strerror or error}; correct the path") from error


def files_of(path: str | Path) -> tuple[str, ...]:
    """Return the paths of the tables that a path means: itself, or those in a folder and in the folders in it."""
    folder = Path(path)
    if not folder.is_dir():
        return (str(path),)
    paths = sorted(file for file in folder.rglob("*") if _is_table(file.relative_to(folder)) and file.is_file())
    if not paths:
        raise InputError(f"{path}: has no tables, {NAMED}")
    return tuple(map(str, paths))


def name_of(path: str | Path | Sheet | list[Path]) -> str:
    """Return what messages call what ``read`` reads: of several files, the folder that they are in."""
    return os.path.commonpath(path) if isinstance(path, list) else str(path)


def _is_table(path: PurePath) -> bool:
    """Say whether a file in a folder or an archive is a table; those that computers hide are not.

    Nor are those that Excel puts beside a table that is open (``~$a.xlsx``).
    """
    hidden = any(part.startswith((".", "__MACOSX", "~$")) for part in path.parts)
    return path.suffix.lower() in TABLES and not hidden


@cache
def _read_all(paths: tuple[str, ...], encoding: str, sheet: str | None, _stamps: tuple[tuple[int, int], ...]) -> Sheet:
    """Read each state of files once: the configuration asks for them many times."""
    if len(paths) > 1:
        folder = os.path.commonpath(paths)
        return joined(folder, {os.path.relpath(path, folder): _read(path, encoding, sheet) for path in paths})
    (path,) = paths
    if not path.lower().endswith(ARCHIVES):
        return _read(path, encoding, sheet)
    members = read_members(path, lambda name: _is_table(PurePath(name)))
    if not members:
        raise InputError(f"{path}: has no tables, {NAMED}")
    return joined(path, {name: _read(f"{path}: {name}", encoding, sheet, members[name]) for name in sorted(members)})


def joined(path: str, sheets: Mapping[str, Sheet]) -> Sheet:
    """Return tables as one, whose header has the columns of all; a cell is empty where a table lacks its column.

    ``sheets`` by their paths below ``path``, of which origins are made: without endings if paths differ without them,
    without folders if all files have different names, and without a last part that they have in common, if all are in
    folders (``eng/data``, ``fra/data``).
    """
    if len(sheets) == 1:
        return next(iter(sheets.values()))
    header = list(dict.fromkeys(name for sheet in sheets.values() for name in sheet.header))
    rows, numbers, origins = [], [], []
    for (name, sheet), origin in zip(sheets.items(), _short(sheets), strict=True):
        places = [sheet.header.index(column) if column in sheet.header else None for column in header]
        rows += [["" if place is None else cells[place] for place in places] for cells in sheet.rows]
        numbers += [f"{number} of {name}" for number in sheet.numbers]
        origins += [origin] * len(sheet.rows)
    return Sheet(path, header, rows, numbers, origins, {sheet.path: sheet.header for sheet in sheets.values()})


def _short(names: Iterable[str]) -> list[str]:
    whole = [PurePath(name) for name in names]
    paths = [path.with_suffix("") for path in whole]
    if len(set(paths)) < len(paths):
        paths = whole
    parents = [path.parent for path in paths]
    if len({path.name for path in paths}) == 1 and PurePath() not in parents:
        paths = parents
    ends = [path.name for path in paths]
    return ends if len(set(ends)) == len(ends) else [path.as_posix() for path in paths]


def of_frame(frame: "pd.DataFrame", name: str) -> Sheet:
    """Return a frame as if it had been read from a file; ``name`` is what messages call it. The header is row 1."""
    filled = frame.astype(object).where(frame.notna(), None)
    rows = [[_cell(value) for value in row] for row in filled.itertuples(index=False)]
    return _checked(name, list(enumerate([list(map(str, frame.columns)), *rows], start=1)))


def _read(path: str, encoding: str, sheet: str | None, data: bytes | None = None) -> Sheet:
    """Read a file; of a file in an archive, its bytes are ``data``."""
    ending = Path(path).suffix.lower()
    if ending in SPREADSHEETS and data is not None:
        raise InputError(f"{path}: spreadsheets are not read in archives; unpack it, and give the folder's path")
    if ending in SPREADSHEETS:
        return _checked(path, list(_spreadsheet(path, sheet)))
    if ending == ".parquet":
        raise InputError(
            f'{path}: is not text; save it as CSV, in Python: pandas.read_parquet("…").to_csv("….csv", index=False)'
        )
    if ending in (".doc", ".docx", ".pdf", ".numbers", ".rtf", ".json"):
        raise InputError(f"{path}: is not a table; save it as CSV, xlsx, ods or JSON lines")
    text = _text(path, Path(path).read_bytes() if data is None else data, encoding)
    return _checked(path, list(_json_lines(path, text) if ending in JSON_LINES else _separated(path, text)))


def _checked(path: str, rows: list[tuple[int, list[str]]]) -> Sheet:
    rows = [(number, cells) for number, cells in rows if any(cell.strip() for cell in cells)]
    if not rows:
        raise InputError(f"{path}: is empty; it needs a header row")
    header = [" ".join(name.split()) for name in rows[0][1]]
    if header[0] == "" and [cells[0] for _, cells in rows[1:]] == list(map(str, range(len(rows) - 1))):
        header, rows = header[1:], [(number, cells[1:]) for number, cells in rows]  # the index that pandas writes
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


def is_utf_8(path: str | Path) -> bool:
    """Say whether a file is text in UTF-8."""
    try:
        Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return True


def _text(path: str | Path, data: bytes, encoding: str) -> str:
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


def _separated(path: str | Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """Return rows with their numbers. The separator is the one of SEPARATORS that cuts the header into most cells.

    In a file .txt without a header, every line is a sentence.
    """
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


def _json_lines(path: str | Path, text: str) -> Iterator[tuple[int, list[str]]]:
    header: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
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
