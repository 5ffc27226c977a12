"""Small spreadsheets, written by hand: xlsx and ods with the cells that tests need."""

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


_STYLES = (  # style 1 is that of a date
    f'<styleSheet xmlns="{_MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/>'
    "</cellXfs></styleSheet>"
)


def xlsx(path: Path, sheets: Mapping[str, Sequence[Sequence[Cell]]], merged: Sequence[str] = ()) -> Path:
    """A workbook with these sheets; in each, cells are ``merged``, such as A2:A3."""
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
    files = _XLSX | {
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATION}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
        f'relationships">{related}</Relationships>',
        "xl/styles.xml": _STYLES,
    }
    for i, name in enumerate(names, start=1):
        rows = "".join(
            f'<row r="{r}">' + "".join(_xlsx_cell(cell, f"{chr(65 + c)}{r}") for c, cell in enumerate(row)) + "</row>"
            for r, row in enumerate(sheets[name], start=1)
        )
        files[f"xl/worksheets/sheet{i}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData>{merging}</worksheet>'
        )
    return _zipped(path, files)


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


def ods(path: Path, rows: list[list[Cell]]) -> Path:
    """A document with one sheet."""
    urn = "urn:oasis:names:tc:opendocument:xmlns"
    body = "".join("<table:table-row>" + "".join(map(_ods_cell, row)) + "</table:table-row>" for row in rows)
    content = (
        f'<office:document-content xmlns:office="{urn}:office:1.0" xmlns:table="{urn}:table:1.0" xmlns:text="{urn}:text:1.0" '
        f'office:version="1.2"><office:body><office:spreadsheet><table:table table:name="Sheet1">{body}</table:table></office:spreadsheet></office:body>'
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


def _zipped(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path
