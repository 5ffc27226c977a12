"""Apple Numbers files of 2018: a made-up file in the same format, damaged files, and the authors' sheets."""

import struct
import zipfile
from pathlib import Path

import pytest

from acceptability.errors import InputError
from acceptability.papers.cola import numbers_files
from acceptability.papers.cola.numbers_files import NumbersTable, read_tables, rows_with
from helpers import replaced


def varint(value: int) -> bytes:
    parts = []
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def field(number: int, value: int | bytes) -> bytes:
    """A field of a message: an integer, or bytes with their length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def reference(number: int) -> bytes:
    return field(1, number)


def packed(number: int, kind: int, content: bytes) -> bytes:
    """An object: a header that names its id, type and length, and its content."""
    header = field(1, number) + field(2, field(1, kind) + field(3, len(content)))
    return varint(len(header)) + header + content


def literal(content: bytes) -> bytes:
    """Snappy's tag for bytes as they are, with the length in the tag, in one byte more, or in two."""
    size = len(content) - 1
    head = (
        bytes([size << 2])
        if size < 60
        else bytes([60 << 2, size])
        if size < 256
        else bytes([61 << 2, *divmod256(size)])
    )
    return head + content


def divmod256(value: int) -> tuple[int, int]:
    return value % 256, value // 256


def member(stream: bytes, block: bytes | None = None) -> bytes:
    """A member: one block with a literal, or this block."""
    block = varint(len(stream)) + literal(stream) if block is None else block
    return b"\0" + len(block).to_bytes(3, "little") + block


def cell(value: str | float | None, texts: list[str], extra: int = 0) -> bytes:
    """A cell of storage version 4; ``extra``: flags of numbers that come before the value."""
    flags, content = extra, b"\xff" * 4 * extra.bit_count()
    if isinstance(value, str):
        flags, content = flags | 0x10, content + struct.pack("<I", texts.index(value) + 1)
    elif value is not None:
        flags, content = flags | 0x20, content + struct.pack("<d", value)
    return bytes([4, 0, 0, 0]) + struct.pack("<II", flags, 0) + content


def row_of(index: int, cells: list[str | float | None], texts: list[str], extra: int = 0) -> bytes:
    content, starts = b"", []
    for value in cells:
        starts.append(-1 if value is None else len(content))
        content += b"" if value is None else cell(value, texts, extra)
    starts = [*starts, -1, -1]  # a file has room for more columns
    return field(5, field(1, index) + field(3, content) + field(4, struct.pack(f"<{len(starts)}h", *starts)))


def stream_of(first: int, name: str, rows: list[list[str | float | None]]) -> bytes:
    """The objects of a table in two tiles, the second one written first; ids begin at ``first``."""
    texts = sorted({value for row in rows for value in row if isinstance(value, str)})
    entries = b"".join(field(3, field(1, key) + field(3, text.encode())) for key, text in enumerate(texts, start=1))
    half = len(rows) // 2
    tiles = [rows[:half], rows[half:]]
    stream = packed(first + 1, 6005, entries)
    for number, tile in enumerate(tiles):
        body = [row_of(index, row, texts, extra=(0, 0x82)[number]) for index, row in enumerate(tile)]
        stream += packed(first + 2 + number, 6002, b"".join(reversed(body)))
    listed = b"".join(field(1, field(1, n) + field(2, reference(first + 2 + n))) for n in (1, 0))
    store = field(3, listed) + field(4, reference(first + 1))
    table = field(4, store) + field(6, len(rows)) + field(7, len(rows[0])) + field(8, name.encode())
    return stream + packed(first, 6001, table)


ROWS = [["name", "MCC", None], ["first", 0.5, 2.0], ["second", -0.25, None], [None, None, None], ["naïve", 1e9, 7.0]]


def written(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


@pytest.fixture
def file(tmp_path) -> Path:
    members = {
        "Index/Document.iwa": member(stream_of(10, "First", [["x", 1.0], ["y", 2.0]])),
        "Index/Tables/Tile.iwa": member(stream_of(20, "Second", ROWS)),
        "preview.jpg": b"not read",
    }
    return written(tmp_path / "made.numbers", members)


def test_tables_are_read_with_their_names_texts_and_numbers(file):
    first, second = read_tables(file)
    assert first == NumbersTable("First", [["x", 1.0], ["y", 2.0]])
    assert second == NumbersTable("Second", ROWS)
    assert rows_with(file, "first") == ROWS
    with pytest.raises(InputError, match=r"made.numbers: no table has a cell 'third'; fetch it again"):
        rows_with(file, "third")


def test_a_row_without_cells_is_empty():
    assert numbers_files._cells({1: [0]}, 2, {}) == [None, None]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (literal(b"ab") + bytes([1 | 2 << 2, 2]), b"ab" + b"ababab"),  # 6 bytes from 2 before: they overlap
        (literal(b"abc") + bytes([2 | 2 << 2, 3, 0]), b"abcabc"),  # an offset of two bytes
        (literal(b"abc") + bytes([3 | 1 << 2, 1, 0, 0, 0]), b"abccc"),  # of four
        (literal(b"x" * 300), b"x" * 300),
        (literal(b"x" * 100) + literal(b"y"), b"x" * 100 + b"y"),
        (literal(bytes(range(256)) + b"z" * 44) + bytes([1 | 0 << 2 | 1 << 5, 44]), bytes(range(256)) + b"z" * 44 + bytes(range(4))),
    ],
)  # fmt: skip
def test_blocks_are_unpacked_by_hand(tags, expected):
    assert numbers_files._unpack_block(varint(len(expected)) + tags, 1000) == expected


def test_several_blocks_of_a_member_are_joined():
    stream = stream_of(10, "T", ROWS)
    cut = len(stream) // 2
    assert numbers_files._unpack(member(stream[:cut]) + member(stream[cut:]), 10_000) == stream


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\1" + member(b"abc")[1:], "a block does not begin with 0"),
        (member(b"", varint(3) + bytes([1, 1])), "a copy begins before its block"),
        (member(b"", varint(3) + literal(b"ab")), "a block has another length than it declares"),
        (member(b"", varint(1) + literal(b"ab")), "a block has another length than it declares"),
        (member(b"", varint(2**30) + literal(b"ab")), "it unpacks to more than 64 MB"),
        (member(b"", b"\xff" * 12), "an integer is too long"),
        (member(varint(200) + b"a"), "a header is longer than its stream"),
        (member(packed(1, 6001, field(8, b"no store"))), "is no Numbers file"),
        (member(packed(1, 6005, b"")[:-1] + b"\x7f"), "an object is longer than its stream"),
        (member(packed(1, 6001, b"\x0b")), "the kind 3 of a field is unknown"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(tmp_path, content, message):
    path = written(tmp_path / "damaged.numbers", {"Index/Document.iwa": content})
    with pytest.raises(InputError, match=message) as error:
        read_tables(path)
    assert str(path) in str(error.value) and "\n" not in str(error.value)


def test_cells_of_another_version_are_refused(tmp_path):
    stream = stream_of(10, "T", [[1.0], [2.0]])
    newer = replaced(stream, bytes([4, 0, 0, 0, 0x20]), bytes([5, 0, 0, 0, 0x20]))
    with pytest.raises(InputError, match="the storage version of cells is 5, not 4"):
        read_tables(written(tmp_path / "new.numbers", {"Index/Document.iwa": member(newer)}))


def test_what_is_no_zip_file_or_has_too_much_is_refused(tmp_path, file, monkeypatch):
    (tmp_path / "text.numbers").write_bytes(b"text")
    with pytest.raises(InputError, match="is not a complete zip file; fetch it again"):
        read_tables(tmp_path / "text.numbers")
    monkeypatch.setattr(numbers_files, "MOST_TABLES", 1)
    with pytest.raises(InputError, match="has 2 tables, more than 1"):
        read_tables(file)
    monkeypatch.setattr(numbers_files, "MOST_MEMBERS", 1)
    with pytest.raises(InputError, match="has 2 members, more than 1"):
        read_tables(file)


def test_all_members_together_have_a_limit(file, monkeypatch):
    monkeypatch.setattr(numbers_files, "MOST_BYTES", 400)
    with pytest.raises(InputError, match="unpacks to more than"):
        read_tables(file)
