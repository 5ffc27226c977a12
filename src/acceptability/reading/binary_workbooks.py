"""Read what the binary parts of Excel's .xlsb files contain beside values: their extent, errors, and what is hidden.

Each part is a series of records: a kind, a length and a content. All numbers in contents are little-endian.
"""

import struct
from collections.abc import Iterator, Sequence
from itertools import islice

from acceptability.reading.sheet_details import ERRORS, MOST_RECORDS, Survey

ROW, CELLS, CELL_OF_SHARED_TEXT, SHARED_TEXT, COLUMN_RANGE, SHEET = 0, range(2, 12), 7, 19, 60, 156  # kinds of records
CELLS_OF_ERRORS = (3, 11)
HIDDEN_ROW, HIDDEN_COLUMN = 0x10, 0x01  # bits


def survey(data: bytes, texts: Sequence[int] = (), most: int = MOST_RECORDS) -> Survey:
    """Return what a sheet contains, up to the first record that is cut off, and in at most so many records.

    Parameters:
        texts: the sizes of the texts that cells share.
    """
    sheet, row = Survey(), 0
    for kind, content in islice(_records(data), most):
        sheet.records += 1
        if kind == ROW and len(content) >= 12:
            row = _number(content) + 1
            if content[11] & HIDDEN_ROW:
                sheet.details.hidden_rows.append(row)
        elif kind in CELLS and len(content) >= 4:
            sheet.rows, sheet.columns = max(sheet.rows, row), max(sheet.columns, _number(content) + 1)
            if kind in CELLS_OF_ERRORS and len(content) >= 9:
                error = ERRORS.get(content[8], "an unknown error")
                sheet.details.faults.append((row - 1, _number(content), error))
            elif kind == CELL_OF_SHARED_TEXT and len(content) >= 12 and _number(content, 8) < len(texts):
                sheet.shared_bytes += texts[_number(content, 8)]
        elif kind == COLUMN_RANGE and len(content) >= 17 and content[16] & HIDDEN_COLUMN:
            sheet.details.hide_columns(_number(content) + 1, _number(content, 4) + 1)
    return sheet


def ids_of_sheets(data: bytes) -> list[str]:
    """Return the ids of the relations of a workbook's sheets, in their order."""
    sheets = (content for kind, content in _records(data) if kind == SHEET and len(content) >= 12)
    return [content[12 : 12 + 2 * _number(content, 8)].decode("utf-16-le", "replace") for content in sheets]


def sizes_of_shared_texts(data: bytes) -> list[int]:
    """Return the size in bytes of each text that cells share."""
    return [len(content) for kind, content in _records(data) if kind == SHARED_TEXT]


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and the content of each record, up to the first that is cut off."""
    place = 0
    try:
        while place < len(data):
            kind, place = data[place], place + 1
            if kind & 0x80:
                kind, place = kind & 0x7F | (data[place] & 0x7F) << 7, place + 1
            length = 0
            for shift in (0, 7, 14, 21):
                byte, place = data[place], place + 1
                length |= (byte & 0x7F) << shift
                if byte < 0x80:
                    break
            yield kind, data[place : place + length]
            place += length
    except IndexError:
        return


def _number(content: bytes, place: int = 0) -> int:
    return struct.unpack_from("<I", content, place)[0]
