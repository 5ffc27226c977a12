"""Text → cells: CSV of any dialect, JSON lines and spreadsheets, as rows of texts with their numbers in the file."""

import csv
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

from acceptability.errors import InputError
from acceptability.reading.report import SHOWN, rows_of
from acceptability.reading.roles import KNOWN, plain
from acceptability.sources.archives import LARGEST

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
HEADER_LINES = 20  # lines of a header, at most: its cells may hold line ends
EXAMPLE_NUMBER = re.compile(r"\s*(?:\(\d+\)|\d+[.)])\s*(?:\(?[a-z][.)]\s*|\s)|\s*\(?[a-z][.)]\s+")  # (1) a., 1., b.
MOST_CELLS = 10_000_000  # of a spreadsheet, from its first cell to its last row and column
LONGEST_TEXT = 2**20  # bytes of a text in a spreadsheet; Excel itself allows 32,767 characters
CELL = re.compile(rb'\br="([A-Za-z]{1,3})(\d{1,7})"')
LONGEST = 2**27  # characters of a cell, such as a text that is one line
XLSX = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
ERROR = "an error"
FORMULA = "a formula without a stored value (open and save the file in a spreadsheet program)"


class NotText(str):
    """A cell that holds something else than text: ``kind`` says what. As a text, it is what people would write."""

    kind: str

    def __new__(cls, text: str, kind: str) -> "NotText":
        """Make one."""
        cell = super().__new__(cls, text)
        cell.kind = kind
        return cell

    def strip(self, *_: str) -> "NotText":
        """Return itself: there is no white space around it."""
        return self


@dataclass
class Cells:
    """The cells of a file: rows with their numbers from 1 (0: not a row of the file), and how they were read."""

    rows: list[tuple[int, list[str]]]
    how: str
    wrong: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def of_value(value: object) -> str:
    """Return a value of a spreadsheet, of JSON or of a frame as a cell: whole numbers have no point, none is empty."""
    if isinstance(value, str):
        return value
    if value is None or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, bool) or type(value).__name__ == "bool":
        return NotText(str(value).lower(), "a truth value")
    if isinstance(value, datetime | date | time | timedelta):
        return NotText(value.isoformat() if hasattr(value, "isoformat") else str(value), "a date or a time")
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, list | dict | tuple):
        return NotText(
            json.dumps(value, ensure_ascii=False, default=str), "a list" if isinstance(value, list) else "an object"
        )
    return NotText(str(value), "a number")


def separated(text: str, lines_are_sentences: bool) -> Cells:
    """Read CSV. The separator is the one that cuts the first line into most cells.

    Quotation marks that enclose no cell are text in a file with tabs, and faults in others. ``lines_are_sentences``: of
    a text file without a header, each line is a sentence.
    """
    before = csv.field_size_limit(LONGEST)
    try:
        return _separated(text, lines_are_sentences)
    finally:
        csv.field_size_limit(before)


def _separated(text: str, lines_are_sentences: bool) -> Cells:
    text = re.sub(r"^sep=.\n", "\n", text)  # what Excel writes for itself
    lines = text.split("\n")
    start = next((row for row, line in enumerate(lines) if line.strip("".join(SEPARATORS) + " ")), 0)
    first, header = lines[start], [f"{line}\n" for line in lines[start : start + HEADER_LINES]]
    if lines_are_sentences and "\t" not in first and not _names_columns(first):
        texts, notes = _without_numbers(lines)
        rows = [(number, [text]) for number, text in enumerate(texts, 1)]
        if _is_comment(lines):
            del rows[0]
            notes = [f"row 1 is a comment, and no sentence: {lines[0]!r:.60}", *notes]
        return Cells([(0, ["sentence"]), *rows], "lines", notes=notes)
    counts = {mark: len(next(csv.reader(header, delimiter=mark, skipinitialspace=True), [])) for mark in SEPARATORS}
    mark = max(counts, key=counts.get) if max(counts.values()) > 1 else "\t"  # of one column, commas are text
    rows, wrong = _rows(lines, mark)
    cells = Cells(rows, f"separated by {SEPARATORS[mark]}" if _width(rows) > 1 else "one column", wrong)
    if wrong and mark == "\t":
        cells = Cells([(number, line.split(mark)) for number, line in enumerate(lines, 1)], cells.how)
        cells.notes.append("double quotes are part of the text, because they do not enclose cells")
    return cells


def _without_numbers(lines: list[str]) -> tuple[list[str], list[str]]:
    """Take the numbers of examples off lines if all of them have one, and return notes on that."""
    numbers = [EXAMPLE_NUMBER.match(line) for line in lines if line.strip()]
    if len(numbers) < 2 or not all(numbers):
        return lines, []
    first = numbers[0][0].strip()
    return [EXAMPLE_NUMBER.sub("", line) for line in lines], [f"numbers of examples, such as {first!r}, were taken off"]


def _is_comment(lines: list[str]) -> bool:
    """Say whether the first line is a comment (``# list 1``), not a sentence that is marked as odd."""
    if not lines[0].startswith("# ") or lines[0].rstrip().endswith((".", "?", "!")):
        return False
    return not any(line.lstrip().startswith(("*", "#", "?", "%")) for line in lines[1:])


def _names_columns(line: str) -> bool:
    """Say whether one of the cells of a line of text names a column; more than a word is rather a sentence."""
    cells = re.split(f"[{''.join(SEPARATORS)}]", line)
    are_names = len(set(cells)) == len(cells) and all(len(cell.split()) <= 3 for cell in cells)
    return are_names and any(plain(cell) in KNOWN for cell in cells) and not line.strip().endswith((".", "?", "!"))


def _rows(lines: list[str], mark: str) -> tuple[list[tuple[int, list[str]]], list[str]]:
    """Return the rows, and what is wrong with quotation marks; reading goes on below a faulty row."""
    rows, wrong, start = [], [], 0
    while start < len(lines):
        reader = csv.reader(
            (f"{line}\n" for line in islice(lines, start, None)), delimiter=mark, strict=True, skipinitialspace=True
        )
        first = start
        try:
            for cells in reader:
                last = start + reader.line_num
                rows.append((last, cells))
                if last > first + 1 and _holds_rows(cells, mark, _width(rows)):
                    wrong.append(
                        f"rows {first + 1} to {last}: a cell holds line ends and separators: a double quote is missing "
                        "or too many in them"
                    )
                first = last
            break
        except csv.Error as error:
            wrong.append(f"row {first + 1}: {error}; is a double quote missing in it, or too many?")
            start = first + 1
        if len(wrong) > 5 * SHOWN:
            break
    return rows or [(1, [])], wrong


def _width(rows: list[tuple[int, list[str]]]) -> int:
    """Return the number of cells in the first row that has any."""
    return next((len(cells) for _, cells in rows if cells), 0)


def _holds_rows(cells: list[str], mark: str, width: int) -> bool:
    """Say whether a cell holds the rest of its row, whole rows, and the beginning of another one up to its column."""
    for place, cell in enumerate(cells):
        counts = [line.count(mark) for line in cell.split("\n")]
        around = (counts[0], counts[-1]) == (width - 1 - place, place)
        if len(counts) > 1 and width > 1 and around and set(counts[1:-1]) <= {width - 1}:
            return True
    return False


def json_objects(text: str) -> Cells:
    """Read JSON: one list of objects, whose rows are numbered from 1, or one object a line.

    The columns are the keys of all objects.
    """
    values, how, wrong = [], "JSON lines", []
    if text.lstrip().startswith("["):
        how = "a list of JSON objects"
        try:
            values = list(enumerate(json.loads(text, object_pairs_hook=_once), start=1))
        except (ValueError, RecursionError) as error:
            wrong.append(f"is not JSON ({error}); correct it, or save the table as CSV")
    elif _is_one_object(text):
        wrong.append("row 1: begins one object of several lines; write one object a line, or a list of objects")
    else:
        for number, line in enumerate(text.split("\n"), start=1):
            try:
                values += [(number, json.loads(line, object_pairs_hook=_once))] if line.strip() else []
            except (ValueError, RecursionError) as error:
                wrong.append(f"row {number}: is not JSON ({error}); write one object a line")
    objects = []
    for number, value in values:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            wrong.append(f"row {number}: has half of a character (a lone surrogate such as \\ud83d); write it whole")
            continue
        if isinstance(value, dict):
            objects.append((number, value))
        else:
            wrong.append(f'row {number}: must be an object, such as {{"good": …, "bad": …}}')
    header = list(dict.fromkeys(key for _, row in objects for key in row))
    rows = [(number, [of_value(row.get(key)) for key in header]) for number, row in objects]
    return Cells([(0, header), *rows] if objects else [], how, wrong)


def _is_one_object(text: str) -> bool:
    """Return whether a text is one JSON object that goes over several lines."""
    if "\n" not in text.strip():
        return False
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON. Raises ValueError where a key occurs twice, of which the last would count."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {next(name for name in names if names.count(name) > 1)!r} occurs twice")
    return made


def sheets_of(path: str | Path) -> dict[str, list[list[str]]]:
    """Return the cells of each sheet of a spreadsheet. InputError where it cannot be read."""
    return {name: rows for name, rows, _ in _sheets(str(path))}


def _sheets(path: str) -> Iterator[tuple[str, list[list[str]], list]]:
    """Yield name, cells and merged cells (their first and last row and column) of each sheet."""
    try:  # here: a Snakemake that is alone in its environment has it not
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError as error:
        raise InputError(
            f"{path}: to read spreadsheets, install python-calamine in Snakemake's environment, or save the table as "
            "CSV UTF-8"
        ) from error
    _check_size(path)
    try:
        book = CalamineWorkbook.from_path(path)
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            rows = [[of_value(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]
            yield name, rows, sheet.merged_cell_ranges or []
    except CalamineError as error:
        raise InputError(f"{path}: is not a spreadsheet that can be read ({error}); save it as CSV UTF-8") from error


def _check_size(path: str) -> None:
    """Raise InputError for an Excel file that would fill the memory: all cells up to its last one are read."""
    if not path.lower().endswith((".xlsx", ".xlsm")) or not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as archive:
        for part in archive.infolist():
            if not re.fullmatch(r"xl/(worksheets/[^/]+|sharedStrings)\.xml", part.filename):
                continue
            if part.file_size > LARGEST:
                raise InputError(f"{path}: unpacks to more than {LARGEST / 2**20:.0f} MB; save the table as CSV UTF-8")
            try:
                data = archive.read(part)
            except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
                return  # damaged or encrypted, which the program that reads it reports
            if part.filename.endswith("sharedStrings.xml"):
                if max(map(len, re.split(rb"<(?:\w+:)?si\b", data))) > LONGEST_TEXT:
                    raise InputError(f"{path}: has a cell of more than {LONGEST_TEXT:,} bytes; shorten it")
                continue
            letters, rows = {b"A"}, 0
            for cell in CELL.finditer(data):
                letters.add(cell[1])
                rows = max(rows, int(cell[2]))
            last = max(letters, key=_column)
            if rows * _column(last) > MOST_CELLS:
                raise InputError(
                    f"{path}: goes to row {rows:,} and column {last.decode()}, which is more than "
                    f"{MOST_CELLS:,} cells; remove what is far from the table, or save it as CSV UTF-8"
                )


def _column(letters: bytes) -> int:
    """Return the number, from 1, of a column such as ``B``."""
    return sum(26**power * (sign - 64) for power, sign in enumerate(reversed(letters.upper())))


def spreadsheet(path: str, named: str | None) -> Cells:
    """Read a sheet of a spreadsheet; merged cells are filled down. Several sheets with text, of which none is named,
    are a fault, and so are formulas without a value, and errors."""
    sheets = list(_sheets(path))
    names = [name for name, *_ in sheets]
    filled = [name for name, rows, _ in sheets if any(cell for row in rows for cell in row)] or names[:1]
    if named is not None and named not in names:
        raise InputError(f"{path}: has no sheet {named!r}; it has: {', '.join(names)}")
    known = [name for name, rows, _ in sheets if any(plain(cell) in KNOWN for row in rows[:10] for cell in row)]
    chosen = named if named is not None else next((name for name in filled if name in known), filled[0])
    place = names.index(chosen)
    _, rows, merged = sheets[place]
    cells = Cells(list(enumerate(rows, start=1)), f"sheet {chosen}")
    if named is None and len(filled) > 1:
        first = f'"{filled[0]}"'
        cells.wrong.append(
            f"has the sheets {', '.join(filled)}; say which: sheet: {first} (SHEET={first} for make score)"
        )
    spread = [(top, bottom, left) for (top, left), (bottom, _) in merged if bottom > top and top < len(rows)]
    spread = [(top, min(bottom, len(rows) - 1), left) for top, bottom, left in spread if left < len(rows[top])]
    for top, bottom, left in spread:
        for row in range(top + 1, bottom + 1):
            rows[row][left] = rows[top][left]
    if spread:
        first = rows_of(range(spread[0][0] + 1, spread[0][1] + 2))
        cells.notes.append(f"{len(spread)} merged cells were filled down, the first in {first}")
    if zipfile.is_zipfile(path) and path.lower().endswith((".xlsx", ".xlsm")):
        for row, column, cell in _without_values(path, place):
            if row < len(rows) and column < len(rows[row]):
                rows[row][column] = cell
    return cells


def _elements(archive: zipfile.ZipFile, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(archive.read(name)).iter()) if name in archive.namelist() else []


def _without_values(path: str, place: int) -> Iterator[tuple[int, int, NotText]]:
    """Yield row and column, from 0, of cells of an Excel file that hold an error or a formula that was never computed.

    Programs give them as empty.
    """
    with zipfile.ZipFile(path) as archive:
        parts = {it.get("Id"): it.get("Target", "") for it in _elements(archive, "xl/_rels/workbook.xml.rels")}
        sheets = [it.get(RELATION) for it in _elements(archive, "xl/workbook.xml") if it.tag == f"{XLSX}sheet"]
        part = f"xl/{parts.get(sheets[place], '')}".replace("xl//xl/", "xl/") if place < len(sheets) else ""
        if part not in archive.namelist() or archive.getinfo(part).file_size > LARGEST:
            return
        for _, cell in ElementTree.iterparse(archive.open(part)):
            if cell.tag != f"{XLSX}c":
                continue
            value = cell.findtext(f"{XLSX}v")
            error = (
                value if cell.get("t") == "e" else FORMULA if not value and cell.find(f"{XLSX}f") is not None else ""
            )
            if error and cell.get("r"):
                letters, number = re.fullmatch(rb"([A-Za-z]+)(\d+)", cell.get("r").encode()).groups()
                yield int(number) - 1, _column(letters) - 1, NotText(error, ERROR)
            cell.clear()
