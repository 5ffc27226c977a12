"""Read the tables of an Apple Numbers file of 2018, with the standard library alone.

A Numbers file is a zip file. Its members ``Index/*.iwa`` are streams of objects in the format of Protocol Buffers,
compressed by Snappy in blocks. The numbers in comments are those of fields and types, which Apple does not document.
"""

import struct
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from acceptability.errors import InputError
from acceptability.sources.archives import check_number, open_zip, read_member

FIX = "fetch it again"
MOST_MEMBERS, MOST_TABLES = 1000, 200
MOST_BYTES = 64 * 2**20  # of all streams together, unpacked
LENGTHS = {60: 1, 61: 2, 62: 3, 63: 4}  # of Snappy: bytes of the length of a long literal
LIST, TABLE, TILE = 6005, 6001, 6002  # types of objects
BEFORE_VALUE = (0x80, 0x2, 0x4, 0x8)  # flags of a cell, for each of which 4 bytes come before its value
TEXT, NUMBER = 0x10, 0x20

Cell = str | float | None


@dataclass(frozen=True)
class NumbersTable:
    """Describe a table: its name, and its cells by row. None is an empty cell."""

    name: str
    rows: list[list[Cell]]


def read_tables(path: Path) -> list[NumbersTable]:
    """Return the tables of a Numbers file, in the order of the file.

    Raises InputError where the file is damaged, of another version, or beyond one of the limits.
    """
    try:
        objects = _read_objects(path)
        return [_table(objects, table) for table in objects[TABLE].values()]
    except (IndexError, KeyError, ValueError, TypeError, struct.error) as error:
        raise InputError(f"{path}: is no Numbers file that can be read ({error!r}); {FIX}") from error


def rows_with(path: Path, text: str) -> list[list[Cell]]:
    """Return the rows of the first table that has this text in a cell. InputError where there is none."""
    for table in read_tables(path):
        if any(text in row for row in table.rows):
            return table.rows
    raise InputError(f"{path}: no table has a cell {text!r}; {FIX}")


Objects = dict[int, dict[int, bytes]]  # by type and id


def _read_objects(path: Path) -> Objects:
    """Return the content of all objects, by type and id."""
    objects: Objects = defaultdict(dict)
    unpacked = 0
    with open_zip(path, FIX) as archive:
        members = [name for name in archive.namelist() if name.startswith("Index/") and name.endswith(".iwa")]
        check_number(path, len(members), MOST_MEMBERS, "members")
        for name in members:
            stream = _unpack(read_member(archive, name, FIX), MOST_BYTES - unpacked)
            unpacked += len(stream)
            for number, kind, content in _objects_of(stream):
                objects[kind][number] = content
    check_number(path, len(objects[TABLE]), MOST_TABLES, "tables")
    return objects


def _unpack(member: bytes, room: int) -> bytes:
    """Join the blocks of a member: each has a byte 0, its length in three bytes, and Snappy's format without a sum."""
    stream, start = bytearray(), 0
    while start < len(member):
        if member[start] != 0:
            raise ValueError("a block does not begin with 0")
        end = start + 4 + int.from_bytes(member[start + 1 : start + 4], "little")
        stream += _unpack_block(member[start + 4 : end], room - len(stream))
        start = end
    return bytes(stream)


def _unpack_block(block: bytes, room: int) -> bytearray:
    """Unpack a block of Snappy: literals, and copies of bytes before them, which may overlap."""
    length, place = _varint(block, 0)
    if length > room:
        raise ValueError(f"it unpacks to more than {MOST_BYTES / 2**20:.0f} MB")
    out = bytearray()
    while place < len(block):
        tag = block[place]
        place += 1
        kind, size = tag & 3, tag >> 2
        if kind == 0:
            more = LENGTHS.get(size, 0)
            size = int.from_bytes(block[place : place + more], "little") if more else size
            place += more
            out += block[place : place + size + 1]
            place += size + 1
        else:
            width = (0, 1, 2, 4)[kind]
            offset = int.from_bytes(block[place : place + width], "little")
            if kind == 1:
                offset, size = offset + (size >> 3 << 8), (size & 7) + 3
            place += width
            if not 0 < offset <= len(out):
                raise ValueError("a copy begins before its block")
            out += _repeated(out[-offset:], size + 1)
        if len(out) > length:
            break
    if len(out) != length:
        raise ValueError("a block has another length than it declares")
    return out


def _repeated(piece: bytearray, size: int) -> bytearray:
    """Return the first ``size`` bytes of a piece that is repeated without end."""
    return (piece * -(-size // len(piece)))[:size]


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """Return an integer of seven bits a byte, and the place behind it."""
    value = shift = 0
    while True:
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place
        if shift > 63:
            raise ValueError("an integer is too long")


def _fields(message: bytes) -> dict[int, list]:
    """Return the values of a message by the number of their field: integers, and bytes of what has a length."""
    fields, place = defaultdict(list), 0
    while place < len(message):
        key, place = _varint(message, place)
        kind = key & 7
        if kind == 0:
            value, place = _varint(message, place)
        elif kind in (1, 5):
            width = 8 if kind == 1 else 4
            value, place = message[place : place + width], place + width
        elif kind == 2:
            length, place = _varint(message, place)
            if place + length > len(message):
                raise ValueError("a field is longer than its message")
            value, place = message[place : place + length], place + length
        else:
            raise ValueError(f"the kind {kind} of a field is unknown")
        fields[key >> 3].append(value)
    return fields


def _objects_of(stream: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield the id, type and content of each object: a header that lists messages, then these."""
    place = 0
    while place < len(stream):
        length, place = _varint(stream, place)
        if place + length > len(stream):
            raise ValueError("a header is longer than its stream")
        header = _fields(stream[place : place + length])
        place += length
        for message in header[2]:
            described = _fields(message)
            end = place + described[3][0]
            if end > len(stream):
                raise ValueError("an object is longer than its stream")
            yield header[1][0], described[1][0], stream[place:end]
            place = end


def _reference(message: bytes) -> int:
    return _fields(message)[1][0]


def _table(objects: Objects, content: bytes) -> NumbersTable:
    """Return a table: 4 is its store, 6 and 7 its numbers of rows and columns, 8 its name."""
    table = _fields(content)
    store = _fields(table[4][0])
    columns = table[7][0]
    texts = _texts(objects[LIST][_reference(store[4][0])])
    tiles = [_fields(tile) for tile in _fields(store[3][0])[1]]
    rows = []
    for tile in sorted(tiles, key=lambda tile: tile.get(1, [0])[0]):
        tiled = [_fields(row) for row in _fields(objects[TILE][_reference(tile[2][0])])[5]]
        for row in sorted(tiled, key=lambda row: row.get(1, [0])[0]):
            rows.append(_cells(row, columns, texts))
    return NumbersTable(table[8][0].decode("utf-8"), rows)


def _texts(content: bytes) -> dict[int, str]:
    entries = [_fields(entry) for entry in _fields(content)[3]]
    return {entry[1][0]: entry[3][0].decode("utf-8") for entry in entries if entry.get(3)}


def _cells(row: dict[int, list], columns: int, texts: dict[int, str]) -> list[Cell]:
    """Return the cells of a row: 3 has their content, 4 where each begins, which is -1 for an empty one."""
    cells: list[Cell] = [None] * columns
    if not row.get(3) or not row.get(4):
        return cells
    content, starts = row[3][0], row[4][0]
    for number, (start,) in enumerate(struct.iter_unpack("<h", starts[: 2 * columns])):
        if start >= 0:
            cells[number] = _cell(content, start, texts)
    return cells


def _cell(content: bytes, start: int, texts: dict[int, str]) -> Cell:
    """Return the text or number of a cell of storage version 4: a head of 12 bytes, with flags at 4."""
    if content[start] != 4:
        raise ValueError(f"the storage version of cells is {content[start]}, not 4")
    (flags,) = struct.unpack_from("<I", content, start + 4)
    place = start + 12 + 4 * sum(bool(flags & flag) for flag in BEFORE_VALUE)
    if flags & TEXT:
        return texts[struct.unpack_from("<I", content, place)[0]]
    if flags & NUMBER:
        return struct.unpack_from("<d", content, place)[0]
    return None
