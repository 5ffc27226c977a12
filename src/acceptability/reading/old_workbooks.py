"""Read what Excel's .xls files contain beside values: the extent of their sheets, errors, and what is hidden.

Such a file is a small file system (a compound file) with a stream of records: a kind, a length and a content. All
numbers are little-endian.
"""

import struct
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from acceptability.errors import InputError
from acceptability.reading.sheet_details import ERRORS, Survey, surveys_of

SIGNATURE = bytes.fromhex("d0cf11e0a1b11ae1")
STREAMS = ("Workbook", "Book")
SMALL = 64  # bytes of a sector of the streams that share one
END, PASSWORD, SHEET, COLUMN_RANGE, ROW = 0x0A, 0x2F, 0x85, 0x7D, 0x208  # kinds of records
FORMULA, NUMBER, LABEL, TRUTH_OR_ERROR, SHORT_NUMBER, SHARED_TEXT = 0x06, 0x203, 0x204, 0x205, 0x27E, 0xFD
CELLS = (FORMULA, NUMBER, LABEL, TRUTH_OR_ERROR, SHORT_NUMBER, SHARED_TEXT, 0xD6)
NUMBERS = 0xBD  # of several cells in a row
ENDLESS = "is a damaged spreadsheet (a stream without an end); save it as CSV UTF-8"
REPEATED = "is a damaged spreadsheet (a sector that is listed twice); save it as CSV UTF-8"
PROTECTED = "is protected by a password; remove it, or save the table as CSV UTF-8"
HIDDEN_ROW, HIDDEN_COLUMN = 0x20, 0x01  # bits


def surveys(data: bytes) -> list[Survey]:
    """Return what each sheet of a file contains; nothing for a file of another format.

    InputError for a damaged or encrypted file, and for too many records.
    """
    if not data.startswith(SIGNATURE):
        return []
    try:
        stream = _stream_of_workbook(data)
        places = _places_of_sheets(stream)
    except (struct.error, StopIteration, IndexError) as error:
        raise InputError("is a damaged or encrypted spreadsheet; save it as CSV UTF-8") from error
    return surveys_of(places, lambda place, most: _survey(stream, place, most))


def _places_of_sheets(stream: bytes) -> list[int]:
    """Return where in the stream each sheet begins. InputError for a file that is protected by a password."""
    places = []
    for kind, content in _records(stream, 0):
        if kind == PASSWORD:
            raise InputError(PROTECTED)
        if kind == SHEET:
            places.append(struct.unpack_from("<I", content)[0])
    return places


def _survey(stream: bytes, start: int, most: int) -> Survey:
    """Describe the sheet that begins at a place of the stream; at most so many of its records are read."""
    survey = Survey()
    for kind, content in islice(_records(stream, start), most):
        survey.records += 1
        if kind == ROW and len(content) >= 14 and content[12] & HIDDEN_ROW:
            survey.details.hidden_rows.append(_short(content, 0) + 1)
        elif kind == COLUMN_RANGE and len(content) >= 10 and content[8] & HIDDEN_COLUMN:
            survey.details.hide_columns(_short(content, 0) + 1, _short(content, 2) + 1)
        elif kind in (*CELLS, NUMBERS) and len(content) >= 6:
            row, column = _short(content, 0), _short(content, 2)
            last = _short(content, len(content) - 2) if kind == NUMBERS else column
            survey.rows, survey.columns = max(survey.rows, row + 1), max(survey.columns, last + 1)
            if (error := _error(kind, content)) is not None:
                survey.details.faults.append((row, column, ERRORS.get(error, "an unknown error")))
    return survey


def _error(kind: int, content: bytes) -> int | None:
    """Return the number of the error that a cell contains; None where it contains another value."""
    if kind == TRUTH_OR_ERROR and len(content) >= 8 and content[7]:
        return content[6]
    is_error = kind == FORMULA and len(content) >= 14 and content[12:14] == b"\xff\xff" and content[6] == 2
    return content[8] if is_error else None


def _records(stream: bytes, place: int) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and the content of each record, up to the last one of the sheet, or to one that is cut off."""
    while place + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, place)
        if kind == END:
            return
        yield kind, stream[place + 4 : place + 4 + length]
        place += 4 + length


def _short(content: bytes, place: int) -> int:
    return struct.unpack_from("<H", content, place)[0]


def _stream_of_workbook(data: bytes) -> bytes:
    """Return the stream with the records of a compound file. StopIteration where there is none.

    InputError for a chain of sectors that has no end, which the library that reads the file would follow for ever.
    """
    size = 4096 if _short(data, 30) == 12 else 512
    folder, smallest, first_small = (struct.unpack_from("<I", data, place)[0] for place in (48, 56, 60))
    table, sectors = _table_of_sectors(data, size), memoryview(data)[size:]
    entries = _chained(sectors, table, folder, size)
    headers = (entries[place : place + 128] for place in range(0, len(entries) - 127, 128))
    streams = ((entry[:64].decode("utf-16-le", "replace").split("\0")[0], entry) for entry in headers)
    start, length = struct.unpack_from("<II", next(entry for name, entry in streams if name in STREAMS), 116)
    small = _chained(sectors, table, first_small, size)
    shared = _chained(sectors, table, struct.unpack_from("<I", entries, 116)[0], size)
    if length >= smallest:
        return _chained(sectors, table, start, size)[:length]
    count = min(len(small) // 4, _number_of_sectors(shared, SMALL))
    return _chained(memoryview(shared), struct.unpack_from(f"<{count}I", small), start, SMALL)[:length]


def _table_of_sectors(data: bytes, size: int) -> list[int]:
    """Return the table that gives the next sector of each sector.

    InputError where a sector of the table is listed twice: such a table may be much larger than the file.
    """
    listed: dict[int, None] = {}
    for sector in _listed_sectors(data, size):
        if (sector + 2) * size <= len(data):
            if sector in listed:
                raise InputError(REPEATED)
            listed[sector] = None
    numbers = (struct.unpack_from(f"<{size // 4}I", data, (sector + 1) * size) for sector in listed)
    return list(islice(chain.from_iterable(numbers), _number_of_sectors(data, size)))


def _listed_sectors(data: bytes, size: int) -> Iterator[int]:
    """Yield the sectors of the table, which the header lists, and further sectors, of which each names the next."""
    yield from struct.unpack_from("<109I", data, 76)
    (further,) = struct.unpack_from("<I", data, 68)
    for _ in range(len(data) // size):
        if (further + 2) * size > len(data):
            return
        *more, further = struct.unpack_from(f"<{size // 4}I", data, (further + 1) * size)
        yield from more
    raise InputError(ENDLESS)


def _number_of_sectors(data: Sequence, size: int) -> int:
    return -(-len(data) // size)


def _chained(data: memoryview, table: Sequence[int], sector: int, size: int) -> bytes:
    """Return the sectors of a stream, in the order of the table, which gives the next one of each.

    InputError where they are more than there are, as some then repeat.
    """
    parts: list[memoryview] = []
    most = min(len(table), _number_of_sectors(data, size))
    while sector < len(table):
        if len(parts) == most:
            raise InputError(ENDLESS)
        parts.append(data[sector * size : (sector + 1) * size])
        sector = table[sector]
    return b"".join(parts)
