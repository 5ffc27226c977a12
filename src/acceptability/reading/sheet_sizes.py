"""Check what a spreadsheet would cost before it is read: all cells up to its last one, and the texts they share.

Parts of .xlsx and .ods files are XML, which is parsed as XML: the same table can be written in many ways.
"""

import re
import zipfile
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.parsers import expat

from acceptability import limits
from acceptability.errors import InputError, naming
from acceptability.reading import binary_workbooks, old_workbooks, workbooks
from acceptability.reading.sheet_details import Survey, surveys_of
from acceptability.sources.archives import LARGEST, open_zip

MOST_CELLS, LONGEST_TEXT = limits.SHEET_CELLS.most, limits.SHEET_TEXT.most
LARGEST_SHARED = limits.SHEET_SHARED_BYTES.most
ZIPPED = (".xlsx", ".xlsm", ".xlsb", ".ods")
ANY_CELL = re.compile(rb"<(?:[^\s<>]*:)?c(?=[\s/>])")
PLAIN_CELL = re.compile(rb'<c r="([A-Z]{1,3})([0-9]{1,7})"')  # as all spreadsheet programs write it
PLACE = re.compile(r"([A-Za-z]{1,3})(\d{1,7})")  # of a cell
FAULTS_OF_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
FAULTS = (*FAULTS_OF_ZIP, expat.ExpatError, ElementTree.ParseError, ValueError, KeyError)
ODS_CELLS = ("table-cell", "covered-table-cell")
ODS_VALUES = {"value-type", "value", "string-value", "date-value", "time-value", "boolean-value", "formula"}
MARKUP = 256  # bytes around the text of a cell in .ods, which do not count
DAMAGED = "is a damaged spreadsheet ({}); save it as CSV UTF-8"
TOO_MANY = f"more than {MOST_CELLS:,} cells; remove what is far from the table, or save it as CSV UTF-8"


def check(path: str) -> None:
    """Raise InputError for a spreadsheet that would fill the memory."""
    if not Path(path).is_file():
        return
    with naming(path):
        if Path(path).stat().st_size > LARGEST:
            raise InputError(f"has more than {LARGEST / 2**20:.0f} MB; save the table as CSV UTF-8")
        if path.lower().endswith(".xls"):
            _check_all(old_workbooks.surveys(Path(path).read_bytes()))
    if path.lower().endswith(ZIPPED) and zipfile.is_zipfile(path):
        with open_zip(path, "save the table as CSV UTF-8") as archive, naming(path):
            try:
                _check_all(_surveys(archive, path.lower().endswith(".xlsb")))
            except FAULTS as error:
                raise InputError(DAMAGED.format(error)) from error


def check_cells(rows: int, columns: int, before: int) -> int:
    """Return the number of cells up to a row and a column, and of those before. InputError where they are too many."""
    if rows * columns > MOST_CELLS:
        column = workbooks.column_letters(columns)
        raise InputError(f"goes to row {rows:,} and column {column}, which is {TOO_MANY}")
    if before + rows * columns > MOST_CELLS:
        raise InputError(f"has sheets of {TOO_MANY}, or remove sheets")
    return before + rows * columns


def _check_all(surveys: Iterable[Survey]) -> None:
    """Raise InputError where the sheets of a file have too many cells in all, or share too much text."""
    cells = shared = 0
    for sheet in surveys:
        cells, shared = check_cells(sheet.rows, sheet.columns, cells), shared + sheet.shared_bytes
        if shared > LARGEST_SHARED:
            raise InputError(
                f"its cells share long texts, more than {LARGEST_SHARED / 2**20:.0f} MB in all; shorten them, or save "
                "the table as CSV UTF-8"
            )


def _surveys(archive: zipfile.ZipFile, is_binary: bool) -> Iterator[Survey]:
    """Yield what each sheet of a file contains; sheets of .xlsx are all parts that look so, whatever their name is."""
    parts = archive.infolist()
    if sum(part.file_size for part in parts) > LARGEST:
        raise InputError(f"unpacks to more than {LARGEST / 2**20:.0f} MB; save the table as CSV UTF-8")
    if len({part.filename.lower() for part in parts}) < len({part.filename for part in parts}):
        raise ValueError("names of its parts differ in capital letters only")
    if is_binary:
        texts = _checked(binary_workbooks.sizes_of_shared_texts(_part(archive, "xl/sharedStrings.bin")))
        sheets = workbooks.parts_of_sheets(archive, binary=True)
        yield from surveys_of(
            sheets, lambda part_name, most: binary_workbooks.survey(_part(archive, part_name), texts, most)
        )
        return
    texts = _checked(_sizes_of_shared_texts(_part(archive, "xl/sharedStrings.xml")))
    for part in parts:
        data = archive.read(part)
        if part.filename == "content.xml":
            yield from _surveys_of_ods(data)
        elif b"sheetData" in data:
            yield _survey_of_excel(data, texts)


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    part = workbooks.part_named(archive, name)
    return archive.read(part) if part else b""


def _checked(texts: Sequence[int]) -> Sequence[int]:
    """Return the sizes of the texts that cells share. InputError where one is too long, or they are too many."""
    if max(texts, default=0) > LONGEST_TEXT:
        raise InputError(f"has a cell of more than {LONGEST_TEXT:,} bytes; shorten it")
    if len(texts) > MOST_CELLS:
        raise InputError(f"has {TOO_MANY}")
    return texts


class _LocalNames(dict):
    """Store names of XML elements and attributes without their prefixes."""

    def __missing__(self, name: str) -> str:
        self[name] = local = name.rpartition(":")[2]
        return local


def _parser() -> expat.XMLParserType:
    """Return a parser of XML, which raises ValueError for a document type: the library that reads it knows none."""
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_document_type
    return parser


def _refuse_document_type(*_: object) -> None:
    raise ValueError("a part has a document type")


def _parse(parser: expat.XMLParserType, data: bytes) -> None:
    """Parse a part. ExpatError where it ends early, as the library would look for the end of a table for ever."""
    if b"\0" in data[:4]:
        raise ValueError("a part is not UTF-8")
    parser.Parse(data, True)


def _sizes_of_shared_texts(data: bytes) -> Sequence[int]:
    """Return the size in bytes, with its formats, of each text that cells of .xlsx share."""
    parser, locals_of, sizes, begins = _parser(), _LocalNames(), array("L"), 0

    def start(name: str, _: dict[str, str]) -> None:
        nonlocal begins
        if locals_of[name] == "si":
            begins = parser.CurrentByteIndex

    def end(name: str) -> None:
        if locals_of[name] == "si":
            sizes.append(parser.CurrentByteIndex - begins)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    if data:
        _parse(parser, data)
    return sizes


def _survey_of_excel(data: bytes, texts: Sequence[int]) -> Survey:
    """Return the extent of a sheet of an .xlsx file, and the size of the texts that its cells share.

    Rows and cells without a place follow the ones before. Where they have the wrong place, their number counts.

    Parameters:
        texts: the sizes of the texts that cells share.
    """
    is_heavy = max(texts, default=0) * data.count(b"<") > LARGEST_SHARED  # cheaper than to look at each cell
    if not is_heavy and (plain := _survey_of_plain(data)):
        return plain
    parser, locals_of, shared_bytes = _parser(), _LocalNames(), 0
    row = column = rows = cells = begins = last_row = last_column = 0
    is_shared = False

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal row, column, rows, cells, begins, is_shared, last_row, last_column
        local = locals_of[name]
        if local == "c":
            cells += 1
            is_shared = attributes.get("t") == "s"
            if "r" in attributes:
                place_match = PLACE.fullmatch(attributes["r"])
                if not place_match:
                    raise ValueError(f"a cell in {attributes['r']!r:.40}")
                column, row = workbooks.column_number(place_match[1]), int(place_match[2])
            else:
                column += 1
            if cells == 1:
                rows += 1
            if row > last_row:
                last_row = row
            if column > last_column or cells > last_column:
                last_column = max(column, cells)
        elif local == "v":
            begins = parser.CurrentByteIndex
        elif local == "row":
            row, column, cells = int(attributes.get("r") or row + 1), 0, 0

    def end(name: str) -> None:
        nonlocal shared_bytes
        if is_shared and locals_of[name] == "v":
            written = data[begins : parser.CurrentByteIndex].split(b">")
            if len(written) != 2:
                raise ValueError("a cell with a comment in it")
            place = int(written[1] or -1)
            shared_bytes += texts[place] if 0 <= place < len(texts) else 0

    parser.StartElementHandler = start
    if is_heavy:
        parser.EndElementHandler = end
    _parse(parser, data)
    return Survey(max(last_row, rows), last_column, shared_bytes=shared_bytes)


def _survey_of_plain(data: bytes) -> Survey | None:
    """Return the extent of a sheet in which all cells are plain; None for others. It is twice as fast as a parser."""
    letters, rows, cells = set(), 0, 0
    for cell in PLAIN_CELL.finditer(data):
        cells += 1
        letters.add(cell[1])
        rows = max(rows, int(cell[2]))
    columns = max((workbooks.column_number(one.decode()) for one in letters), default=0)
    is_plain = b"<!" not in data and cells <= rows * columns and cells == sum(1 for _ in ANY_CELL.finditer(data))
    return Survey(rows, columns) if is_plain else None


def _surveys_of_ods(data: bytes) -> list[Survey]:
    """Return the extent of each sheet of an .ods file, whose rows and cells may be written once and repeated."""
    parser, locals_of, surveys = _parser(), _LocalNames(), [Survey()]
    begins: list[tuple[int, int]] = []  # of each cell that is open: its place in the data, and how often it repeats
    rows = columns = last = row_bytes = 0
    repeats, is_filled = 1, False

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal rows, columns, last, row_bytes, repeats, is_filled
        local = locals_of[name]
        if local in ODS_CELLS:
            is_filled, cells = False, 1
            for key, value in attributes.items():
                if locals_of[key] == "number-columns-repeated":
                    cells = int(value) or 1
                elif locals_of[key] in ODS_VALUES:
                    is_filled = True
            columns += cells
            begins.append((parser.CurrentByteIndex, cells))
        elif begins:
            is_filled = True
            if local == "s" and _repeats(attributes, "c", locals_of) > LONGEST_TEXT:
                raise InputError(f"has a cell of more than {LONGEST_TEXT:,} bytes; shorten it")
        elif local == "table-row":
            repeats, columns, last, row_bytes = _repeats(attributes, "number-rows-repeated", locals_of), 0, 0, 0
        elif local == "table":
            surveys.append(Survey())
            rows = 0

    def end(name: str) -> None:
        nonlocal rows, last, row_bytes
        local = locals_of[name]
        if local in ODS_CELLS:
            begin, cells = begins.pop()
            if is_filled:
                last = columns
                row_bytes += max(parser.CurrentByteIndex - begin - MARKUP, 0) * cells
        elif local == "table-row" and not begins:
            rows += repeats
            if last:
                survey = surveys[-1]
                survey.rows, survey.columns = rows, max(survey.columns, last)
                survey.shared_bytes += row_bytes * repeats

    parser.StartElementHandler, parser.EndElementHandler = start, end
    _parse(parser, data)
    return surveys


def _repeats(attributes: dict[str, str], name: str, locals_of: _LocalNames) -> int:
    """Return how often something is repeated: the attribute of this name, with any prefix."""
    return max((int(value) for key, value in attributes.items() if locals_of[key] == name), default=1) or 1
