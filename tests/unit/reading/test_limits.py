"""Limits of what files may cost: each is checked before memory or time is spent on them."""

import gzip
import io
import json
import struct
import tarfile
import tempfile
import zipfile

import pytest

from acceptability.errors import InputError
from acceptability.reading import cells, sheet_sizes, sheets, text
from acceptability.responses import files
from acceptability.scoring import pretrained
from acceptability.sources import archives, gguf_header
from spreadsheets import xlsx

REPLACE = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 100}


@pytest.mark.parametrize("form", ["zip", "tar.gz"])
def test_limits_are_of_a_whole_archive(tmp_path, monkeypatch, form):
    path = tmp_path / f"tables.{form}"
    if form == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for number in range(3):
                archive.writestr(f"{number}.csv", b"0" * 2_000)
    else:
        with tarfile.open(path, "w:gz") as archive:
            for number in range(3):
                info = tarfile.TarInfo(f"{number}.csv")
                info.size = 2_000
                archive.addfile(info, io.BytesIO(b"0" * 2_000))
    for limit, most, message in (
        ("LARGEST", 5_000, "unpacks to more than"),
        ("MOST_TABLES", 2, "has 3 tables, more than 2"),
        ("MOST_FILES", 2, "has 3 files, more than 2"),
    ):
        with monkeypatch.context() as context, pytest.raises(InputError, match=f"{path}: {message}"):
            context.setattr(archives, limit, most)
            archives.read_members(path, lambda name: True)
    assert list(archives.read_members(path, lambda name: "1" in name)) == ["1.csv"]


def test_a_header_of_a_tar_file_has_a_limit(tmp_path):
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, 2**30
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(header.tobuf() + b"1" * 2**20))
    with pytest.raises(InputError, match=r"a.tar.gz: has a header of more than 1,048,576 bytes"):
        archives.read_members(path, lambda name: True)


def test_compressed_tables_in_an_archive_share_its_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "LARGEST", 3_000)
    members = {f"{number}.csv.gz": gzip.compress(b"0" * 2_000) for number in range(2)}
    with pytest.raises(InputError, match="a.zip: unpacks to more than"):
        text.all_unpacked("a.zip", members)


def test_results_of_an_experiment_share_the_limits_of_an_archive_and_of_a_folder(tmp_path, monkeypatch):
    for number in range(2):
        (tmp_path / f"{number}.csv").write_bytes(gzip.compress(b"0" * 2_000))
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for number in range(2):
            archive.write(tmp_path / f"{number}.csv", f"{number}.csv")
    monkeypatch.setattr(text, "LARGEST", 3_000)
    with pytest.raises(InputError, match="a.zip: unpacks to more than"):
        files.read(tmp_path / "a.zip")
    monkeypatch.setattr(files, "MOST_TABLES", 1)
    with pytest.raises(InputError, match="has 2 files of results, more than 1"):
        files.read(tmp_path)


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_tables_have_a_limit_of_columns_and_of_cells(tmp_path, monkeypatch, ending):
    names = [f"c{number}" for number in range(20)]
    row = dict.fromkeys(names, "1")
    path = tmp_path / f"pairs.{ending}"
    lines = [",".join(names), *[",".join(row.values())] * 4] if ending == "csv" else [json.dumps(row)] * 5
    path.write_text("\n".join(lines), encoding="utf-8")
    for limit, most, message in (
        ("MOST_COLUMNS", 19, "has 20 columns, more than 19"),
        ("MOST_TABLE_CELLS", 99, "has 5 rows and 20 columns, more than 99 cells"),
    ):
        with monkeypatch.context() as context, pytest.raises(InputError, match=message):
            context.setattr(cells, limit, most)
            sheets.read(path)


SHEET = '<worksheet><sheetData><row r="1">{}</row></sheetData></worksheet>'
ROW = (
    '<table:table-row table:number-rows-repeated="{}"><table:table-cell{}><text:p>a</text:p></table:table-cell>'
    "</table:table-row>"
)
COSTLY = {
    "a far cell in single quotes": ("a.xlsx", {"xl/worksheets/sheet1.xml": SHEET.format("<c r='XFD1048576'/>")}, "XFD"),
    "texts that cells share": (
        "a.xlsx",
        {
            "xl/sharedStrings.xml": f"<sst><si><t>{'a' * 2**19}</t></si></sst>",
            "xl/worksheets/sheet1.xml": SHEET.format('<c r="A1" t="s"><v>0</v></c>' * 600),
        },
        "its cells share long texts, more than 256 MB in all",
    ),
    "repeated cells": (
        "a.ods",
        {"content.xml": ROW.format(100_000, ' table:number-columns-repeated="1000"')},
        "goes to row 100,000 and column ALL, which is more than 10,000,000 cells",
    ),
    "rows and cells without a place": (
        "a.xlsx",
        {
            "xl/worksheets/sheet1.xml": f'<worksheet><sheetData><row r="1048576">{"<c/>" * 16}</row></sheetData></worksheet>'
        },
        "goes to row 1,048,576 and column P",
    ),
    "white space before an equals sign": (
        "a.xlsx",
        {"xl/worksheets/sheet1.xml": SHEET.format('<c r ="XFD1048576"/>')},
        "goes to row 1,048,576 and column XFD",
    ),
    "a sheet with a prefix, in another folder": (
        "a.xlsx",
        {"data/one": '<x:worksheet xmlns:x="y"><x:sheetData><x:c r="XFD1048576"/></x:sheetData></x:worksheet>'},
        "goes to row 1,048,576 and column XFD",
    ),
    "shared texts in a part with capital letters": (
        "a.xlsx",
        {
            "xl/SharedStrings.xml": f"<sst><si><t>{'a' * 2**19}</t></si></sst>",
            "xl/worksheets/sheet1.xml": SHEET.format('<c t = "s"><v >0</v></c>' * 600),
        },
        "its cells share long texts, more than 256 MB in all",
    ),
    "white space and another prefix in OpenDocument": (
        "a.ods",
        {"content.xml": ROW.format(100_000, ' table:number-columns-repeated = "1000"').replace("table:", "t:")},
        "goes to row 100,000 and column ALL",
    ),
    "repeated cells whose value is an attribute": (
        "a.ods",
        {
            "content.xml": '<r><table-row number-rows-repeated="99999"><table-cell value="1"/></table-row>'
            '<table-row><table-cell value="1" number-columns-repeated="1000"/></table-row></r>'
        },
        "goes to row 100,000 and column ALL",
    ),
    "a long text that is repeated": (
        "a.ods",
        {"content.xml": ROW.format(1_000, "").replace(">a<", f">{'a' * 2**19}<")},
        "its cells share long texts",
    ),
    "repeated spaces": (
        "a.ods",
        {"content.xml": ROW.format(1, "").replace(">a<", '><s c="2000000"/><')},
        "has a cell of more than 1,048,576 bytes",
    ),
    "several sheets": (
        "a.xlsx",
        {f"xl/worksheets/sheet{number}.xml": SHEET.format('<c r="J999999"/>') for number in range(2)},
        "has sheets of more than 10,000,000 cells; .*, or remove sheets",
    ),
    "a document type": (
        "a.xlsx",
        {"xl/worksheets/sheet1.xml": "<!DOCTYPE worksheet>" + SHEET.format("")},
        "is a damaged spreadsheet .a part has a document type",
    ),
}


@pytest.mark.parametrize("case", COSTLY)
def test_spreadsheets_that_would_fill_the_memory_are_refused_before_they_are_read(tmp_path, case):
    name, parts, message = COSTLY[case]
    path = tmp_path / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    with pytest.raises(InputError, match=f"{name}: .*{message}"):
        sheets.read(path)


def test_repeated_cells_without_text_count_for_nothing():
    cell = '<table:table-cell table:number-columns-repeated="16000"/>'
    empty = f'<table:table-row table:number-rows-repeated="1000000">{cell}</table:table-row>'
    *_, made = sheet_sizes._surveys_of_ods(f"<table>{ROW.format(1, '')}{empty}</table>".encode())
    assert (made.rows, made.columns, made.shared_bytes) == (1, 1, 0)


def test_plain_sheets_have_the_extent_that_a_parser_finds():
    row = '<c r="B2"><v>1</v></c><c r="D2" t="s"/>'
    made = [sheet_sizes._survey_of_excel(SHEET.format(cells).encode(), []) for cells in (row, row.replace("r=", "r ="))]
    assert made[0] == made[1] == sheet_sizes._survey_of_plain(SHEET.format(row).encode())
    assert (made[0].rows, made[0].columns) == (2, 4)
    for other in ("<c/>", "<x:c r='A1'/>", "<!--x-->", '<c r="B2"/>' * 9):
        assert sheet_sizes._survey_of_plain(SHEET.format(row + other).encode()) is None


def test_sheets_that_share_a_part_count_each(tmp_path, monkeypatch):
    monkeypatch.setattr(sheet_sizes, "MOST_CELLS", 5)
    path = xlsx(tmp_path / "a.xlsx", {"One": [["good", "bad"], ["a", "b"]], "Two": []})
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace(b"sheet2.xml", b"sheet1.xml")
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    with pytest.raises(InputError, match="a.xlsx: has sheets of more than 10,000,000 cells"):
        sheets.read(path)


@pytest.mark.parametrize(
    "normalizer",
    [
        {"type": "Sequence", "normalizers": [{"type": "Sequence", "normalizers": [REPLACE, REPLACE]}]},
        {"type": "Replace", "pattern": {"Regex": ".*"}, "content": "a" * 2_000},
        {"type": "Prepend", "prepend": "a" * 20_000},
    ],
    ids=["nested", "a regular expression", "a prefix"],
)
def test_normalizers_that_make_texts_much_longer_are_refused(tmp_path, normalizer):
    (tmp_path / "tokenizer.json").write_text(json.dumps({"normalizer": normalizer}), encoding="utf-8")
    with pytest.raises(InputError, match=r"tokenizer.json makes texts [\d,]+ times as long"):
        pretrained._check_growth(tmp_path)


def test_tensors_have_a_limit_of_dimensions_and_values_one_of_bytes(monkeypatch):
    tensor = struct.pack("<IQQ", 3, 1, 0) + struct.pack("<Q1sI", 1, b"a", 9) + struct.pack("<9Q", *[1] * 9)
    with tempfile.TemporaryFile() as file:
        file.write(tensor + bytes(100))
        file.seek(0)
        with pytest.raises(ValueError, match="^9$"):
            gguf_header._header(file)
        monkeypatch.setattr(gguf_header, "LARGEST_VALUE", 10)
        with pytest.raises(ValueError, match="^11$"):
            gguf_header._bytes(file, 11)
