"""Turn text into cells: CSV of any dialect, JSON lines and spreadsheets, as rows of texts with their numbers in the
file.
"""

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path

from acceptability import limits
from acceptability.errors import InputError, naming, without_panic
from acceptability.messages import Message, Setting
from acceptability.reading import sheet_sizes, workbooks
from acceptability.reading.report import SHOWN, numbered, rows_of
from acceptability.reading.roles import KNOWN, plain

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
HEADER_LINES = 20  # lines of a header, at most: its cells may hold line ends
SPACED = re.compile(r'"[^"]*"( "[^"]*")+')  # a header as write.table of R writes it
EXAMPLE_NUMBER = re.compile(r"\s*(?:\(\d+\)|\d+[.)])\s*(?:\(?[a-z][.)]\s*|\s)|\s*\(?[a-z][.)]\s+")  # (1) a., 1., b.
MOST_COLUMNS, MOST_TABLE_CELLS = limits.COLUMNS.most, limits.TABLE_CELLS.most
LONGEST = limits.CELL_CHARACTERS.most
ERROR = "an error"


class NotText(str):
    """Represent a cell that is not text but of another ``kind``. As a text, it is what people would write."""

    kind: str

    def __new__(cls, text: str, kind: str) -> "NotText":
        """Make one."""
        cell = super().__new__(cls, text)
        cell.kind = kind
        return cell

    def strip(self, _: str | None = None, /) -> "NotText":
        """Return itself: there is no white space around it."""
        return self


@dataclass
class Cells:
    """Describe the cells of a file: rows with their numbers from 1 (0: not a row of the file), and how they were read.

    ``mark`` is what separates the cells of a line of text; empty in other files.
    """

    rows: list[tuple[int, list[str]]]
    how: str
    wrong: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    mark: str = ""


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
    if lines_are_sentences and "\t" not in first and not _names_columns(first) and not SPACED.fullmatch(first):
        texts, notes = _without_numbers(lines)
        rows = [(number, [text]) for number, text in enumerate(texts, 1)]
        if comments := _comments(lines):
            rows = [(number, cells) for number, cells in rows if number not in comments]
            what = "is a comment, and no sentence" if len(comments) == 1 else "are comments, and no sentences"
            notes = [f"{rows_of(comments)} {what}: {lines[comments[0] - 1]!r:.60}", *notes]
        if number := _cells_of_each(lines):
            notes.append(
                f"each line was read as one sentence; if it is {number} cells with commas between, write a header row "
                "above it, and call the file .csv"
            )
        return Cells([(0, ["sentence"]), *rows], "lines", notes=notes)
    if not any(mark in first for mark in SEPARATORS) and not _names_columns(first):  # a title, perhaps
        start = next((row for row, line in enumerate(lines[: start + 10]) if _is_header(line)), start)
        header = [f"{line}\n" for line in lines[start : start + HEADER_LINES]]
    counts = {mark: len(next(csv.reader(header, delimiter=mark, skipinitialspace=True), [])) for mark in SEPARATORS}
    mark = max(counts, key=counts.__getitem__) if max(counts.values()) > 1 else "\t"  # of one column, commas are text
    mark = " " if SPACED.fullmatch(first) else mark
    rows, wrong = _rows(lines, mark)
    notes = []
    if wrong and '\\"' in text:  # as R escapes them
        doubled, still_wrong = _rows([line.replace('\\"', '""') for line in lines], mark)
        if not still_wrong:
            rows, wrong, notes = doubled, [], ["double quotes after a backslash are part of the text"]
    how = f"separated by {SEPARATORS.get(mark, 'spaces')}" if _width(rows) > 1 else "one column"
    cells = Cells(rows, how, wrong, notes, mark)
    if wrong and mark == "\t":
        cells = Cells([(number, line.split(mark)) for number, line in enumerate(lines, 1)], cells.how, mark=mark)
        cells.notes.append("double quotes are part of the text, because they do not enclose cells")
    return cells


def _without_numbers(lines: list[str]) -> tuple[list[str], list[str]]:
    """Take the numbers of examples off lines if all of them have one, and return notes on that."""
    filled = [line for line in lines if line.strip()]
    numbers = [match[0].strip() for line in filled if (match := EXAMPLE_NUMBER.match(line))]
    if len(numbers) < 2 or len(numbers) < len(filled):
        return lines, []
    return [EXAMPLE_NUMBER.sub("", line) for line in lines], [
        f"numbers of examples, such as {numbers[0]!r}, were taken off"
    ]


def _cells_of_each(lines: list[str]) -> int:
    """Return how many cells all lines have if commas without a space after them separate cells; 0 of other lines."""
    commas = {len(re.findall(r",(?=\S)", line)) for line in lines if line.strip()}
    return commas.pop() + 1 if len(commas) == 1 and len(lines) > 1 and 0 not in commas else 0


def _comments(lines: list[str]) -> list[int]:
    """Return the numbers of lines that are comments (``# list 1``), not sentences that are marked as odd.

    A comment does not end as sentences do, where most other lines do. No line is one if others have marks.
    """
    comments = [number for number, line in enumerate(lines, 1) if line.startswith("# ") and not _ends(line)]
    others = [line for number, line in enumerate(lines, 1) if line.strip() and number not in {*comments}]
    marked = any(line.lstrip().startswith(("*", "#", "?", "%")) for line in others)
    ended = sum(map(_ends, others)) > len(others) / 2
    return comments if not marked and (ended or comments == [1]) else []


def _ends(line: str) -> bool:
    return line.rstrip().endswith((".", "?", "!", "。", "！", "？", "…", ".”", '."', ".'"))


def _names_columns(line: str) -> bool:
    """Return whether one of the cells of a line of text names a column; more than a word is rather a sentence."""
    cells = re.split(f"[{''.join(SEPARATORS)}]", line)
    are_names = len(set(cells)) == len(cells) and all(len(cell.split()) <= 3 for cell in cells)
    return are_names and any(plain(cell) in KNOWN for cell in cells) and not line.strip().endswith((".", "?", "!"))


def _is_header(line: str) -> bool:
    """Return whether a line has several cells, two of which name columns."""
    cells = re.split(f"[{''.join(SEPARATORS)}]", line)
    return _names_columns(line) and sum(plain(cell) in KNOWN for cell in cells) > 1


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
                        f"rows {first + 1} to {last}: a cell contains line ends and separators: a double quote is "
                        "missing or too many in them"
                    )
                first = last
            break
        except csv.Error as error:
            wrong.append(f"row {first + 1}: {error}; check its double quotes: one may be missing, or one too many")
            start = first + 1
        if len(wrong) > 5 * SHOWN:
            break
    return rows or [(1, [])], wrong


def _width(rows: list[tuple[int, list[str]]]) -> int:
    """Return the number of cells in the first row that has any."""
    return next((len(cells) for _, cells in rows if cells), 0)


def _holds_rows(cells: list[str], mark: str, width: int) -> bool:
    """Return whether a cell contains the rest of its row, whole rows, and the start of another one up to its column."""
    for place, cell in enumerate(cells):
        counts = [line.count(mark) for line in cell.split("\n")]
        around = (counts[0], counts[-1]) == (width - 1 - place, place)
        if len(counts) > 1 and width > 1 and around and set(counts[1:-1]) <= {width - 1}:
            return True
    return False


def too_wide(rows: int, columns: int) -> str:
    """Return what is wrong with a table of so many rows and columns; nothing where it is within the limits."""
    if columns > MOST_COLUMNS:
        return f"has {columns:,} columns, more than {MOST_COLUMNS:,}; remove those that are not needed"
    if rows * columns > MOST_TABLE_CELLS:
        return (
            f"has {rows:,} rows and {columns:,} columns, more than {MOST_TABLE_CELLS:,} cells; remove columns that are "
            "not needed, or split the table"
        )
    return ""


def json_objects(text: str, lines_alone: bool = False) -> Cells:
    """Read JSON: one list of objects, whose rows are numbered from 1, one object that contains it, or one a line.

    The columns are the keys of all objects. With ``lines_alone``, a text of one line is one row, whatever it contains.
    """
    values, how, wrong = [], "JSON lines", []
    notes: list[str] = []
    whole = _one_object(text) if text.lstrip().startswith("{") else {}
    if (not lines_alone or "\n" in text.strip()) and (rows := _rows_of_object(whole, notes)):
        values, how = list(enumerate(rows, start=1)), "one JSON object"
    elif text.lstrip().startswith("["):
        how = "a list of JSON objects"
        try:
            values = list(enumerate(json.loads(text, object_pairs_hook=_once), start=1))
        except (ValueError, RecursionError) as error:
            wrong.append(f"is not JSON ({error}); correct it, or save the table as CSV")
    elif whole and "\n" in text.strip():
        wrong.append(
            "row 1: begins a JSON object that spans several lines; write one object per line, or a list of objects"
        )
    else:
        for number, line in enumerate(text.split("\n"), start=1):
            try:
                values += [(number, json.loads(line, object_pairs_hook=_once))] if line.strip() else []
            except (ValueError, RecursionError) as error:
                wrong.append(f"row {number}: is not JSON ({error}); write one object per line")
    objects = []
    for number, value in values:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            wrong.append(
                f"row {number}: contains half of a character (a lone surrogate such as \\ud83d); write it whole"
            )
            continue
        if isinstance(value, dict):
            objects.append((number, value))
        else:
            wrong.append(f'row {number}: must be an object, such as {{"good": …, "bad": …}}')
    header = list(dict.fromkeys(key for _, row in objects for key in row))
    if fault := too_wide(len(objects), len(header)):
        return Cells([], how, [fault])
    cells = [(number, [of_value(row.get(key)) for key in header]) for number, row in objects]
    return Cells([(0, header), *cells] if objects else [], how, wrong, notes)


def _one_object(text: str) -> dict:
    """Return the one JSON object that a text is; empty where it is something else, such as one object a line."""
    try:
        whole = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return {}
    return whole if isinstance(whole, dict) else {}


def _rows_of_object(whole: dict, notes: list[str]) -> list[dict]:
    """Return the rows of a table that is one object; none where it is not. ``notes`` gets the keys that are not used.

    The rows are its only list of objects, as in ``{"data": [{"good": …}, …]}``, or it has all cells of each column, as
    in ``{"good": ["…", …], …}`` or, as pandas writes frames, ``{"good": {"0": "…", …}, …}``.
    """
    lists = [key for key, value in whole.items() if isinstance(value, list) and value and _are_objects(value)]
    if len(lists) == 1 and not any(plain(key) in KNOWN for key in whole):
        unused = [key for key in whole if key != lists[0]]
        notes += [f"the rows are those under {lists[0]!r}" + (f"; not used: {', '.join(unused)}" if unused else "")]
        return whole[lists[0]]
    columns = list(whole.values())
    if columns and _are_objects(columns):
        columns = [[column.get(key) for key in columns[0]] for column in columns if column.keys() == columns[0].keys()]
    if len(columns) < len(whole) or not all(isinstance(column, list) for column in columns):
        return []
    return [dict(zip(whole, cells, strict=True)) for cells in zip(*columns, strict=True)] if _even(columns) else []


def _are_objects(values: list) -> bool:
    return all(isinstance(value, dict) for value in values)


def _even(columns: list[list]) -> bool:
    """Return whether there are columns, and all have equally many cells, none of which is a list or an object."""
    return len({len(column) for column in columns}) == 1 and not any(
        isinstance(cell, list | dict) for column in columns for cell in column
    )


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON. Raises ValueError where a key occurs twice, of which the last would count."""
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {next(name for name in names if names.count(name) > 1)!r} occurs twice")
    return members


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
    sheet_sizes.check(path)
    damaged = "is not a spreadsheet that can be read ({}); save it as CSV UTF-8"
    try:
        with naming(path), without_panic(damaged):
            book, cells = CalamineWorkbook.from_path(path), 0
            for name in book.sheet_names:
                sheet = book.get_sheet_by_name(name)
                row, column = sheet.end or (-1, -1)
                cells = sheet_sizes.check_cells(row + 1, column + 1, cells)  # again: several sheets may share a part
                rows = [_texts_of(row) for row in sheet.to_python(skip_empty_area=False)]
                yield name, rows, sheet.merged_cell_ranges or []
    except CalamineError as error:
        raise InputError(f"{path}: {damaged.format(error)}") from error


def _texts_of(row: list) -> list[str]:
    """Return the cells of a row as texts. Most rows of a sheet with a cell far below its table are empty."""
    return row if row.count("") == len(row) else [of_value(cell) for cell in row]


def spreadsheet(path: str, sheet_name: str | None) -> Cells:
    """Read a sheet of a spreadsheet; merged cells are filled down. Several sheets with text, of which none is named,
    are a fault, and so are formulas without a value, and errors."""
    names, filled, best = [], [], -1
    for name, cells_of_sheet, merged_of_sheet in _sheets(path):  # only one sheet at a time is kept
        names.append(name)
        is_filled = any(cell for row in cells_of_sheet for cell in row)
        filled += [name] if is_filled else []
        is_known = any(plain(cell) in KNOWN for row in cells_of_sheet[:10] for cell in row)
        fitness = name == sheet_name if sheet_name is not None else is_filled + is_known
        if fitness > best:
            best, place, best_name, rows, merged = fitness, len(names) - 1, name, cells_of_sheet, merged_of_sheet
    if not names:
        raise InputError(f"{path}: has no sheet; save the table again, as CSV UTF-8")
    if sheet_name is not None and sheet_name not in names:
        raise InputError(f"{path}: has no sheet {sheet_name!r}; it has: {', '.join(names)}")
    filled = filled or names[:1]
    cells = Cells(list(enumerate(rows, start=1)), f"sheet {best_name}")
    if sheet_name is None and len(filled) > 1:
        first = f'"{filled[0]}"'
        sheet = Setting(
            f"SHEET={first}", f"sheet: {first}", f"sheet={first}", f"sheet: {first} (SHEET={first} for make score)"
        )
        cells.wrong.append(Message(f"has the sheets {', '.join(filled)}; name one of them: ", sheet))
    elif others := [name for name in filled if name != best_name]:
        cells.notes.append(f"these sheets were not read: {', '.join(others)}")
    beside = workbooks.details(path, place)
    _fill_merged(cells, rows, merged or beside.merged)
    for row, column, fault in beside.faults:
        if row < len(rows) and column < len(rows[row]):
            rows[row][column] = NotText(fault, ERROR)
    if hidden := [row for row in beside.hidden_rows if 0 < row <= len(rows) and any(rows[row - 1])]:
        cells.notes.append(_read_though_hidden(rows_of(hidden), "rows", len(hidden)))
    width = max(map(len, rows), default=0)
    filled_columns = [
        column for column in beside.hidden_columns if 0 < column <= width and any(row[column - 1] for row in rows)
    ]
    if filled_columns:
        letters = [workbooks.column_letters(column) for column in filled_columns]
        cells.notes.append(_read_though_hidden(numbered("column", letters), "columns", len(filled_columns)))
    return cells


def _fill_merged(cells: Cells, rows: list[list[str]], merged: list) -> None:
    """Fill merged cells down. Other text that they cover is a fault: spreadsheet programs do not show it."""
    spread = [(top, bottom, left) for (top, left), (bottom, _) in merged if bottom > top and top < len(rows)]
    spread = [(top, min(bottom, len(rows) - 1), left) for top, bottom, left in spread if left < len(rows[top])]
    for top, bottom, left in spread:
        below = range(top + 1, bottom + 1)
        text = rows[top][left].strip()
        if covered := [row + 1 for row in below if rows[row][left].strip() not in ("", text)]:
            cells.wrong.append(
                f"{rows_of(covered)}: a merged cell that begins in row {top + 1} covers other text in column "
                f"{workbooks.column_letters(left + 1)}; unmerge it, or delete the text that it covers"
            )
        for row in below:
            rows[row][left] = rows[top][left]
    if spread:
        first = rows_of(range(spread[0][0] + 1, spread[0][1] + 2))
        cells.notes.append(f"{len(spread)} merged cells were filled down, the first in {first}")


def _read_though_hidden(places: str, kind: str, count: int) -> str:
    """Return the note on hidden rows or columns."""
    are, were = ("is", "was") if count == 1 else ("are", "were")
    return (
        f"{places} {are} hidden in the spreadsheet and {were} read like all others; delete {kind} that should not count"
    )
