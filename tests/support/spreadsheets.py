"""Small spreadsheets, written by hand: xlsx, xlsb, xls and ods with the cells that tests need."""

import struct
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from xml.sax.saxutils import escape

# A mapping is {"error": "#NAME?"} or {"formula": "A2&B2"}, which has no stored value.
Cell = str | float | bool | date | Mapping[str, str] | None
_XLSX = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="xl/workbook.xml"/></Relationships>',
}
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


_HIDDEN = ' hidden="1"'
_FILTERED = ' table:visibility="filter"'
_COLLAPSED = ' table:visibility="collapse"'
_STYLES = (  # style 1 is that of a date
    f'<styleSheet xmlns="{_MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/>'
    "</cellXfs></styleSheet>"
)


def xlsx(
    path: Path,
    sheets: Mapping[str, Sequence[Sequence[Cell]]],
    merged: Sequence[str] = (),
    hidden: Sequence[int] = (),
    hidden_columns: Sequence[int] = (),
) -> Path:
    """A workbook with these sheets; in each, cells are ``merged``, such as A2:A3, and rows and columns ``hidden``."""
    names = list(sheets)
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{i}" r:id="s{i}"/>' for i, name in enumerate(names, start=1)
    )
    related = "".join(
        f'<Relationship Id="s{i}" Type="{_RELATION}/worksheet" Target="worksheets/sheet{i}.xml"/>'
        for i in range(1, len(names) + 1)
    )
    related += f'<Relationship Id="styles" Type="{_RELATION}/styles" Target="styles.xml"/>'
    merging = "".join(f'<mergeCell ref="{cells}"/>' for cells in merged)
    merging = f"<mergeCells>{merging}</mergeCells>" if merged else ""
    columns = "".join(f'<col min="{number}" max="{number}" hidden="1"/>' for number in hidden_columns)
    columns = f"<cols>{columns}</cols>" if columns else ""
    files = _XLSX | {
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATION}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
        f'relationships">{related}</Relationships>',
        "xl/styles.xml": _STYLES,
    }
    for i, name in enumerate(names, start=1):
        rows = "".join(
            f'<row r="{r}"{_HIDDEN * (r in hidden)}>'
            + "".join(_xlsx_cell(cell, f"{chr(65 + c)}{r}") for c, cell in enumerate(row))
            + "</row>"
            for r, row in enumerate(sheets[name], start=1)
        )
        files[f"xl/worksheets/sheet{i}.xml"] = (
            f'<worksheet xmlns="{_MAIN}">{columns}<sheetData>{rows}</sheetData>{merging}</worksheet>'
        )
    return _zipped(path, files)


def xlsb(
    path: Path, rows: Mapping[int, Mapping[int, Cell]], hidden: Sequence[int] = (), hidden_columns: Sequence[int] = ()
) -> Path:
    """A binary workbook with one sheet, of texts and errors by row and column from 1."""
    columns = b"".join(_record(60, struct.pack("<IIIIH", n - 1, n - 1, 2340, 0, 1)) for n in hidden_columns)
    sheet = _record(129) + _record(390) + columns + _record(391) + _record(148, bytes(16)) + _record(145)
    for row, cells in rows.items():
        sheet += _record(0, struct.pack("<IIHBBBI", row - 1, 0, 300, 0, 0x10 * (row in hidden), 0, 0))
        for column, cell in cells.items():
            place = struct.pack("<II", column - 1, 0)
            is_error = isinstance(cell, Mapping)
            sheet += _record(3, place + b"\x2a") if is_error else _record(6, place + _wide(str(cell)))  # 2a: #N/A
    sheet += _record(146) + _record(130)
    listed = _record(156, struct.pack("<II", 0, 1) + _wide("s1") + _wide("Items"))
    related = f'<Relationship Id="s1" Type="{_RELATION}/worksheet" Target="worksheets/sheet1.bin"/>'
    files = {
        "xl/workbook.bin": _record(131) + _record(143) + listed + _record(144) + _record(157, bytes(26)) + _record(132),
        "xl/_rels/workbook.bin.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
        f'relationships">{related}</Relationships>',
        "xl/worksheets/sheet1.bin": sheet,
    }
    return _zipped(path, files)


def _record(kind: int, content: bytes = b"") -> bytes:
    """A record of a binary workbook: its kind, the length of its content, its content."""
    return _seven_bits(kind) + _seven_bits(len(content)) + content


def _seven_bits(number: int) -> bytes:
    """A number in bytes of seven bits, of which all but the last have the eighth."""
    return bytes([number & 0x7F | 0x80]) + _seven_bits(number >> 7) if number > 0x7F else bytes([number])


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xls(
    path: Path, rows: Mapping[int, Mapping[int, Cell]], hidden: Sequence[int] = (), hidden_columns: Sequence[int] = ()
) -> Path:
    """A workbook of Excel 97 with one sheet, of texts and errors by row and column from 1."""
    sheet = _biff(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 0, 0, 0))
    sheet += b"".join(_biff(0x7D, struct.pack("<HHHHHH", n - 1, n - 1, 2340, 0, 1, 0)) for n in hidden_columns)
    for row, cells in rows.items():
        sheet += _biff(0x208, struct.pack("<HHHHHHHH", row - 1, 0, 256, 255, 0, 0, 0x20 * (row in hidden), 0))
        for column, cell in cells.items():
            place = struct.pack("<HHH", row - 1, column - 1, 0)
            text = str(cell).encode("utf-16-le")
            is_error = isinstance(cell, Mapping)
            label = place + struct.pack("<HB", len(text) // 2, 1) + text
            sheet += _biff(0x205, place + b"\x2a\x01") if is_error else _biff(0x204, label)  # 2a: #N/A
    sheet += _biff(0x0A)
    begin = _biff(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 0)) + _biff(0x42, struct.pack("<H", 1200))
    listed = struct.pack("<IBBBB", len(begin) + 4 + 13 + 4, 0, 0, 5, 0) + b"Items"
    stream = (begin + _biff(0x85, listed) + _biff(0x0A) + sheet).ljust(4096, b"\0")
    return _compound(path, "Workbook", stream)


def _biff(kind: int, content: bytes = b"") -> bytes:
    """A record of Excel 97."""
    return struct.pack("<HH", kind, len(content)) + content


def _compound(path: Path, name: str, stream: bytes) -> Path:
    """A compound file with one stream of at least 4,096 bytes: the table of sectors, the directory, the stream."""
    count = -(-len(stream) // 512)
    end, free = 0xFFFFFFFE, 0xFFFFFFFF
    table = [0xFFFFFFFD, end, *range(3, 2 + count), end]
    head = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII",
        bytes.fromhex("d0cf11e0a1b11ae1"),
        0x3E,
        3,
        0xFFFE,
        9,
        6,
        0,
        1,
        1,
        0,
        4096,
        end,
        0,
        end,
        0,
    )
    head += struct.pack("<109I", 0, *[free] * 108)

    def entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
        text = name.encode("utf-16-le") + b"\0\0"
        links = struct.pack("<III", free, free, child)
        return (
            text.ljust(64, b"\0")
            + struct.pack("<HBB", len(text), kind, 1)
            + links
            + bytes(36)
            + struct.pack("<IQ", start, size)
        )

    folder = entry("Root Entry", 5, 1, end, 0) + entry(name, 2, free, 2, len(stream)) + bytes(256)
    sectors = struct.pack(f"<{len(table)}I", *table).ljust(512, b"\xff") + folder + stream.ljust(512 * count, b"\0")
    path.write_bytes(head + sectors)
    return path


def _xlsx_cell(cell: Cell, place: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, Mapping):
        ((kind, text),) = cell.items()
        if kind == "formula":
            return f'<c r="{place}"><f>{escape(text)}</f></c>'
        return f'<c r="{place}" t="e"><v>{text}</v></c>'
    if isinstance(cell, bool):
        return f'<c r="{place}" t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, date):
        return f'<c r="{place}" s="1"><v>{(cell - date(1899, 12, 30)).days}</v></c>'
    if isinstance(cell, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
    return f'<c r="{place}"><v>{cell}</v></c>'


def ods(path: Path, rows: list[list[Cell]], hidden: Sequence[int] = (), hidden_columns: Sequence[int] = ()) -> Path:
    """A document with one sheet, in which a filter has ``hidden`` rows, and its author columns."""
    urn = "urn:oasis:names:tc:opendocument:xmlns"
    body = "".join(
        f"<table:table-row{_FILTERED * (r in hidden)}>" + "".join(map(_ods_cell, row)) + "</table:table-row>"
        for r, row in enumerate(rows, start=1)
    )
    columns = "".join(
        f"<table:table-column{_COLLAPSED * (number in hidden_columns)}/>"
        for number in range(1, max(hidden_columns, default=0) + 1)
    )
    content = (
        f'<office:document-content xmlns:office="{urn}:office:1.0" xmlns:table="{urn}:table:1.0" xmlns:text="{urn}:text:1.0" '
        f'office:version="1.2"><office:body><office:spreadsheet><table:table table:name="Sheet1">{columns}{body}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    mime = "application/vnd.oasis.opendocument.spreadsheet"
    listing = f'<manifest:manifest xmlns:manifest="{urn}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="{mime}"/></manifest:manifest>'
    return _zipped(path, {"mimetype": mime, "content.xml": content, "META-INF/manifest.xml": listing})


def _ods_cell(cell: Cell) -> str:
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, str):
        return f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
    return (
        f'<table:table-cell office:value-type="float" office:value="{cell}"><text:p>{cell}</text:p></table:table-cell>'
    )


def _zipped(path: Path, files: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path
