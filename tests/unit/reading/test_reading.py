"""Tables as people keep them: dialects of CSV, spreadsheets, JSON lines; headers, cells, and what is wrong in them."""

import zipfile

import pandas as pd
import pytest

from acceptability.errors import InputError
from acceptability.reading import (
    forms,
    frames,
    marks,
    old_workbooks,
    pairs,
    roles,
    sheet_details,
    sheets,
    values,
    workbooks,
)
from acceptability.reading.table import Table
from acceptability.responses import files
from helpers import replaced
from spreadsheets import ods, xls, xlsb, xlsx

HEADER = ["good", "bad"]
ROWS = [["He slept.", "He slept it."], ["Well, she left.", "Left she."]]


def written(folder, text, name="t.csv", encoding="utf-8"):
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ('good,bad\nHe slept.,He slept it.\n"Well, she left.",Left she.\n', "utf-8"),
        ("good;bad\nHe slept.;He slept it.\nWell, she left.;Left she.\n", "utf-8"),
        ("good\tbad\nHe slept.\tHe slept it.\nWell, she left.\tLeft she.\n", "utf-8"),
        ("good\tbad\r\nHe slept.\tHe slept it.\r\nWell, she left.\tLeft she.\r\n", "utf-16"),  # Excel's "Unicode text"
        ("sep=;\r\ngood;bad\r\nHe slept.;He slept it.\r\nWell, she left.;Left she.", "utf-8-sig"),
        (";;\n good ; bad;\nHe slept.;He slept it.;\n;;\n\nWell, she left.;Left she.;\n;;\n", "utf-8-sig"),
        ('"good";"bad"\r"He slept.";"He slept it."\r"Well, she left.";"Left she."\r', "utf-8"),
    ],
)
def test_every_dialect_of_csv_says_the_same(tmp_path, text, encoding):
    sheet = sheets.read(written(tmp_path, text, encoding=encoding))
    assert (sheet.header, sheet.rows) == (HEADER, ROWS)


def test_spreadsheets_and_json_lines_say_the_same(tmp_path):
    table = [HEADER, *ROWS]
    lines = '{"good": "He slept.", "bad": "He slept it."}\n\n{"bad": "Left she.", "good": "Well, she left."}\n'
    for path in (
        xlsx(tmp_path / "t.xlsx", {"Pairs": table, "Empty": []}),
        ods(tmp_path / "t.ods", table),
        written(tmp_path, lines, "t.jsonl"),
    ):
        sheet = sheets.read(path)
        assert (sheet.header, sheet.rows) == (HEADER, ROWS), path


def test_cells_of_spreadsheets_are_texts(tmp_path):
    rows = [["id", "rating", "note"], [1, 1.5, None], [2, -0.25, "ok"], [None, None, None]]
    for path in (xlsx(tmp_path / "t.xlsx", {"A": rows}), ods(tmp_path / "t.ods", rows)):
        sheet = sheets.read(path)
        assert sheet.rows == [["1", "1.5", ""], ["2", "-0.25", "ok"]]
        assert sheet.numbers == [2, 3]


def test_rows_have_the_numbers_that_editors_show(tmp_path):
    sheet = sheets.read(written(tmp_path, 'good,bad\n\n"a\nb",c\nd,e\n'))
    assert sheet.numbers == [4, 5]  # a row ends where its last line does


def test_a_text_is_a_sentence_a_line(tmp_path):
    sheet = sheets.read(written(tmp_path, "Well, he left; she too.\n\nHe slept.\n", "t.txt"))
    assert (sheet.header, sheet.rows) == (["sentence"], [["Well, he left; she too."], ["He slept."]])


def test_a_text_with_a_header_is_a_table(tmp_path):
    for text in ("sentence;rating\nHe slept.;1\n", "Good|Bad\nHe slept.|He slept it.\n", "Sentence\nHe slept.\n"):
        sheet = sheets.read(written(tmp_path, text, "t.txt"))
        assert len(sheet.rows) == 1 and sheet.rows[0][0] == "He slept."


def test_latin_1_is_not_taken_for_windows_1252(tmp_path):
    path = written(tmp_path, "good,bad\nDon’t!,Do’nt!\n", encoding="windows-1252")
    with pytest.raises(InputError, match="t.csv, row 2: is not latin-1 text, but perhaps windows-1252"):
        sheets.read(path, encoding="latin-1")
    assert sheets.read(path, encoding="windows-1252").rows == [["Don’t!", "Do’nt!"]]


def test_latin_1_is_offered_not_guessed(tmp_path):
    path = written(tmp_path, "good,bad\nEl niño duerme.,El niño duermen.\n", encoding="latin-1")
    with pytest.raises(
        InputError, match=r"row 2: is not utf-8 text; .* set encoding: latin-1 \(ENCODING=latin-1 .*\)\. Many"
    ):
        sheets.read(path)
    assert sheets.read(path, encoding="latin-1").rows[0][0] == "El niño duerme."
    with pytest.raises(InputError, match="there is no encoding 'latin-jp'"):
        sheets.read(path, encoding="latin-jp")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty; it needs a header row"),
        ("good,bad\n", "has no rows under its header"),
        ("good,bad,good\na,b,c\n", "row 1: the column 'good' occurs twice; rename one"),
        ("good,bad,\na,b,c\n", "row 1: column 3 has text but no name; write one, and remove rows above"),
        ("good,bad\na,b\nWell, he left.,c\n", "row 3: has 3 cells where the header has 2; .*in double quotes"),
        ("good,bad\n“Well, he left.”,c\n", "row 2: has 3 cells .* straight double quotes, not curly ones"),
        ("good,bad\na\n", "row 2: has 1 cell where the header has 2; add the others"),
        (
            'good,bad\nx,y\na b,"c d\ne f,g h\ni j,k l\n',
            "row 3: unexpected end of data; check its double quotes",
        ),
        ('good,bad\na,"b" c\n', "row 2: .*check its double quotes"),
        ("good,bad\n\0,b\n", "is not text; if it is a spreadsheet"),
    ],
)
def test_what_cannot_be_read_is_one_line(tmp_path, text, message):
    with pytest.raises(InputError, match=message) as caught:
        sheets.read(written(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_other_kinds_of_files(tmp_path):
    with pytest.raises(InputError, match="is not a table; save it as CSV, xlsx, ods or JSON lines"):
        sheets.read(written(tmp_path, "x", "t.docx"))
    with pytest.raises(InputError, match="is not a spreadsheet that can be read"):
        sheets.read(written(tmp_path, "good,bad\na,b\n", "t.xlsx"))
    with pytest.raises(InputError, match="row 2: is not JSON"):
        sheets.read(written(tmp_path, '{"good": "a"}\n{"good": \n', "t.jsonl"))
    with pytest.raises(InputError, match="row 1: must be an object"):
        sheets.read(written(tmp_path, "[1]\n", "t.jsonl"))
    with pytest.raises(InputError, match="cannot be read: No such file"):
        sheets.read(tmp_path / "none.csv")


NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def with_part(path, name: str, old: str, new: str):
    """Replace a text in a part of an Excel file."""
    with zipfile.ZipFile(path) as archive:
        parts = {one: archive.read(one) for one in archive.namelist()}
    assert old.encode() in parts.setdefault(name, old.encode())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for one, text in (parts | {name: parts[name].replace(old.encode(), new.encode(), 1)}).items():
            archive.writestr(one, text)
    return path


def test_a_cell_far_from_the_table_is_refused_before_all_cells_up_to_it_are_read(tmp_path):
    path = xlsx(tmp_path / "t.xlsx", {"Items": [HEADER, *ROWS]})
    far = '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData>'
    with_part(path, "xl/worksheets/sheet1.xml", "</sheetData>", far)
    with pytest.raises(InputError, match=r"goes to row 1,048,576 and column XFD, which is more than 10,000,000 cells"):
        sheets.read(path)


def test_a_long_text_that_many_cells_share_is_refused(tmp_path):
    path = xlsx(tmp_path / "t.xlsx", {"Items": [HEADER, *ROWS]})
    strings = f"<sst {NAMESPACE}><si><t>{'a' * 2_000_000}</t></si></sst>"
    with_part(path, "xl/sharedStrings.xml", "", strings)
    with pytest.raises(InputError, match=r"has a cell of more than 1,048,576 bytes; shorten it"):
        sheets.read(path)


@pytest.mark.parametrize("write", [xls, xlsb])
def test_binary_workbooks_are_read_and_what_is_hidden_is_named(tmp_path, write):
    rows = {row: dict(enumerate(cells, start=1)) for row, cells in enumerate([HEADER, *ROWS], start=1)}
    sheet = sheets.read(write(tmp_path / f"t.{write.__name__}", rows, hidden=[3], hidden_columns=[1, 9]))
    assert (sheet.header, sheet.rows) == (HEADER, ROWS)
    assert [note.split(" in the")[0] for note in sheet.notes] == ["row 3 is hidden", "column A is hidden"]
    sheet = sheets.read(write(tmp_path / f"t.{write.__name__}", rows | {3: rows[3] | {2: {"error": "#N/A"}}}))
    assert sheet.rows[1][1] == "#N/A" and sheet.rows[1][1].kind == "an error"


@pytest.mark.parametrize(
    ("write", "row", "column"), [(xlsb, 1_048_576, 16_384), (xlsb, 2_000, 2**32), (xls, 65_536, 65_536)]
)
def test_a_cell_of_a_binary_workbook_far_from_the_table_is_refused(tmp_path, write, row, column):
    path = write(tmp_path / f"t.{write.__name__}", {1: {1: "good", 2: "bad"}, row: {column: "x"}})
    with pytest.raises(InputError, match=rf"goes to row {row:,} and column \w+, which is more than 10,000,000 cells"):
        sheets.read(path)


@pytest.mark.parametrize("sector", [1, 5])
def test_a_stream_of_an_old_workbook_without_an_end_is_refused(tmp_path, sector):
    """The library that reads it would follow the stream until the memory is full."""
    path = xls(tmp_path / "t.xls", {1: {1: "good", 2: "bad"}})
    changed = bytearray(path.read_bytes())
    changed[512 + 4 * sector : 516 + 4 * sector] = bytes([sector, 0, 0, 0])  # it is the next one of itself
    path.write_bytes(changed)
    with pytest.raises(InputError, match="t.xls: is a damaged spreadsheet .a stream without an end"):
        sheets.read(path)


def test_an_old_workbook_without_a_stream_of_records_is_refused(tmp_path):
    path = xls(tmp_path / "t.xls", {1: {1: "good", 2: "bad"}})
    changed = bytearray(path.read_bytes())
    changed[changed.index("Workbook".encode("utf-16-le"))] = ord("X")
    path.write_bytes(changed)
    with pytest.raises(InputError, match="t.xls: is a damaged or encrypted spreadsheet; save it as CSV UTF-8"):
        sheets.read(path)


def test_a_sector_of_the_table_of_an_old_workbook_that_is_listed_twice_is_refused(tmp_path):
    """The table may then be much larger than the file."""
    path = xls(tmp_path / "t.xls", {1: {1: "good", 2: "bad"}})
    changed = bytearray(path.read_bytes())
    changed[80:84] = changed[76:80]
    path.write_bytes(changed)
    with pytest.raises(InputError, match="t.xls: is a damaged spreadsheet .a sector that is listed twice"):
        sheets.read(path)


def test_a_chain_of_sectors_ends_with_the_data():
    table = range(1, 1_001)  # each sector's next one is the one after it
    with pytest.raises(InputError, match="a stream without an end"):
        old_workbooks._chained(memoryview(bytes(640)), table, 0, 64)


def test_an_old_workbook_with_a_password_is_refused(tmp_path):
    path = xls(tmp_path / "t.xls", {1: {1: "good", 2: "bad"}})
    path.write_bytes(replaced(path.read_bytes(), b"\x42\0\x02\0", b"\x2f\0\x02\0"))
    with pytest.raises(
        InputError, match="t.xls: is protected by a password; remove it, or save the table as CSV UTF-8"
    ):
        sheets.read(path)


def test_sheets_in_one_place_are_surveyed_once_but_their_records_count_for_each(monkeypatch):
    surveyed = []

    def survey(place, most):
        surveyed.append(place)
        return sheet_details.Survey(records=min(10, most))

    assert len(sheet_details.surveys_of(["a", "b", "a"], survey)) == 3
    assert surveyed == ["a", "b"]
    monkeypatch.setattr(sheet_details, "MOST_RECORDS", 100)
    with pytest.raises(InputError, match="has sheets of more than 100 records"):
        sheet_details.surveys_of(["a"] * 10, survey)


def test_relations_of_a_binary_workbook_that_are_damaged(tmp_path):
    path = xlsb(tmp_path / "t.xlsb", {1: {1: "good", 2: "bad"}})
    with_part(path, "xl/_rels/workbook.bin.rels", "<Relationship ", "<Relationship \x07 ")
    with pytest.raises(InputError, match="t.xlsb: is a damaged spreadsheet"):
        sheets.read(path)


def test_a_library_for_spreadsheets_that_panics_is_one_line(tmp_path):
    path = with_part(
        xlsb(tmp_path / "t.xlsb", {1: {1: "good", 2: "bad"}}), "xl/_rels/workbook.bin.rels", 'Id="s1"', 'Id="s2"'
    )
    message = r"t.xlsb: is not a spreadsheet that can be read \(no entry found for key\); save it as CSV UTF-8$"
    with pytest.raises(InputError, match=message):
        sheets.read(path)


@pytest.mark.parametrize("end", ["</table:table>", "</office:spreadsheet>"])
def test_a_table_of_opendocument_without_an_end_is_refused(tmp_path, end):
    """The library that reads it would look for the end for ever."""
    path = with_part(ods(tmp_path / "t.ods", [HEADER, *ROWS]), "content.xml", end, "")
    with pytest.raises(InputError, match=r"t.ods: is a damaged spreadsheet .*; save it as CSV UTF-8"):
        sheets.read(path)


OF_CALC = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
AN_ERROR = f'table:formula="of:=1/0" office:value-type="string" {OF_CALC} calcext:value-type="error"'


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (
            f"<table:table-cell {AN_ERROR}><text:p>#DIV/0!</text:p></table:table-cell>",
            "good .*is not text, but an error.*#DIV/0!",
        ),
        ('<table:table-cell table:formula="of:=A2"/>', "good .*a formula without a stored value"),
    ],
)
def test_errors_and_formulas_without_a_value_in_opendocument_are_named(tmp_path, cell, message):
    path = ods(tmp_path / "t.ods", [["good", "bad"], ["The dog barks.", "The dog bark."], ["CELL", "The cats runs."]])
    with_part(
        path,
        "content.xml",
        '<table:table-cell office:value-type="string"><text:p>CELL</text:p></table:table-cell>',
        cell,
    )
    with pytest.raises(InputError, match=message):
        pairs.read(path)


def test_merged_cells_in_opendocument_are_filled_down(tmp_path):
    rows = [
        ["phenomenon", "good", "bad"],
        ["agreement", "The dog barks.", "The dog bark."],
        [None, "Cats run.", "Cats runs."],
    ]
    path = ods(tmp_path / "t.ods", rows)
    merged = '<table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>agreement'
    with_part(path, "content.xml", '<table:table-cell office:value-type="string"><text:p>agreement', merged)
    with_part(path, "content.xml", "<table:table-cell/>", "<table:covered-table-cell/>")
    table = pairs.read(path)
    assert table.columns["phenomenon"] == ["agreement", "agreement"]
    assert "1 merged cells were filled down, the first in rows 2 and 3" in table.reading.notes


@pytest.mark.parametrize("place", ['min="-1" max="0"', 'min="2" max="99999999999"'])
def test_hidden_columns_may_be_outside_the_table(tmp_path, place):
    path = xlsx(tmp_path / "t.xlsx", {"Items": [HEADER, *ROWS]}, hidden_columns=[1])
    with_part(path, "xl/worksheets/sheet1.xml", 'min="1" max="1"', place)
    assert len(sheets.read(path).rows) == len(ROWS)


@pytest.mark.parametrize("place", ["Z1:ZZ3", "A3:A4294967294"])
def test_merged_cells_may_go_beyond_the_table(tmp_path, place):
    path = xlsx(tmp_path / "t.xlsx", {"Items": [HEADER, *ROWS]})
    merged = f'</sheetData><mergeCells count="1"><mergeCell ref="{place}"/></mergeCells>'
    with_part(path, "xl/worksheets/sheet1.xml", "</sheetData>", merged)
    assert len(sheets.read(path).rows) == len(ROWS)


def test_columns_have_the_letters_that_spreadsheets_show():
    letters = [workbooks.column_letters(number) for number in (1, 26, 27, 702, 703, 16_384)]
    assert letters == ["A", "Z", "AA", "ZZ", "AAA", "XFD"]
    assert [workbooks.column_number(text) for text in letters] == [1, 26, 27, 702, 703, 16_384]


def test_tables_of_stata_are_read(tmp_path):
    pd.DataFrame({"good": ["Birds sing."], "bad": ["Birds sings."], "rating": [1.5]}).to_stata(
        tmp_path / "t.dta", write_index=False
    )
    sheet = sheets.read(tmp_path / "t.dta")
    assert (sheet.header, sheet.rows) == (["good", "bad", "rating"], [["Birds sing.", "Birds sings.", "1.5"]])
    assert sheet.how == "a .dta file"
    with pytest.raises(InputError, match=r"u.dta: is a damaged .dta file .*pandas.read_stata"):
        sheets.read(written(tmp_path, "x", "u.dta"))


def test_tables_of_stata_have_a_limit_of_cells(tmp_path, monkeypatch):
    path = tmp_path / "t.dta"
    table = pd.DataFrame({"good": ["a"] * 30, "bad": pd.Categorical(["b", "c"] * 15)})
    table.to_stata(path, write_index=False)
    assert frames.read(str(path)).equals(pd.read_stata(path))
    for limit, most, message in (
        ("MOST_COLUMNS", 1, "t.dta: has 2 columns, more than 1"),
        ("MOST_TABLE_CELLS", 59, "t.dta: has 30 rows and 2 columns, more than 59 cells"),
    ):
        with monkeypatch.context() as context, pytest.raises(InputError, match=message):
            context.setattr(f"acceptability.reading.cells.{limit}", most)
            sheets.read(path)
    table[["good"]][:0].to_stata(path, write_index=False)
    with pytest.raises(InputError, match="t.dta: has no rows under its header"):
        sheets.read(path)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("t.rds", r"is a .rds file, which is not read; save it as CSV, in R: write.csv\(readRDS"),
        ("t.RData", r"in R: write.csv\(get\(load"),
        ("t.arrow", r"in Python: datasets.Dataset.from_file\("),
        ("t.pkl", r"is a .pkl file, which is not read"),
        ("t.sav", r"install the Python package pyreadstat"),
        ("t.feather", r"in Python: pandas.read_feather.*; or install the Python package pyarrow"),
    ],
)
def test_tables_of_other_programs_are_named_with_what_converts_them(tmp_path, monkeypatch, name, message):
    def lacking(path, ending):
        raise ImportError

    monkeypatch.setattr(frames, "_read", lacking)
    with pytest.raises(InputError, match=message):
        sheets.read(written(tmp_path, "x", name))


@pytest.mark.parametrize("files_of", [sheets.files_of, files.files_of])
def test_a_folder_of_the_library_datasets_is_named_with_what_converts_it(tmp_path, files_of):
    for name in ("dataset_dict.json", "test/state.json", "test/data-0.arrow", "train/state.json", "train/data-0.arrow"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    convert = rf'datasets.load_from_disk\("{tmp_path}/test"\).to_csv\("test.csv"\); do the same for train$'
    with pytest.raises(InputError, match=convert):
        files_of(tmp_path)


def test_a_workbook_with_several_sheets_asks_which(tmp_path):
    path = xlsx(tmp_path / "t.xlsx", {"Items": [HEADER, *ROWS], "Fillers": [HEADER, ROWS[0]]})
    with pytest.raises(
        InputError,
        match='has the sheets Items, Fillers; name one of them: sheet: "Items" .SHEET="Items" for make score',
    ):
        sheets.read(path)
    assert len(sheets.read(path, sheet="Fillers").rows) == 1
    with pytest.raises(InputError, match="has no sheet 'Fill'; it has: Items, Fillers"):
        sheets.read(path, sheet="Fill")


def test_a_file_that_changes_is_read_again(tmp_path):
    path = written(tmp_path, "good,bad\na,b\n")
    assert len(sheets.read(path).rows) == 1
    written(tmp_path, "good,bad\na,b\nc,d\n")
    assert len(sheets.read(path).rows) == 2


def table(folder, text, kind="sentences", name="t.csv"):
    """A table of one kind, and what is wrong in it."""
    made = Table(written(folder, text, name), kind)
    made.key = ("sentence_id",)
    return made


@pytest.mark.parametrize("header", ["sentence_id,text", "Sentence ID , TEXT", "id,stimulus", "UniqueID,Sentence"])
def test_headers_may_differ_by_case_blanks_and_known_names(tmp_path, header):
    made = table(tmp_path, f"{header}\nx,He slept.\n")
    assert made.columns == {"sentence_id": ["x"], "sentence": ["He slept."]} and not made.wrong


def test_every_name_is_of_one_role_in_each_kind_of_table_unless_cells_tell_them_apart():
    for kind in roles.NEEDED:
        names = {}
        for role in roles.of_table(kind):
            for name in role.ranks():
                names.setdefault(name, []).append(role.looks)
        twice = {name: looks for name, looks in names.items() if len(looks) != len(set(looks))}
        assert set(twice) <= {"itemid", "item", "id"}, (kind, twice)


@pytest.mark.parametrize(
    ("kind", "header", "message"),
    [
        ("sentences", "sentence,ratng", r"row 1: the column 'ratng' is not known; did you mean 'rating'\?"),
        ("pairs", "good,bad,phenomenom", r"did you mean 'phenomenon'\?"),
        ("pairs", "good,bad,gad_rating", "write good_rating or bad_rating"),
        ("sentences", "satz,x", "the column 'sentence' is missing: the sentence .*text, stimulus.*it has: satz, x"),
        ("pairs", "sentence_a,sentence_b", "no column shows which sentence is acceptable"),
        ("pairs", "goood,bad", "the column 'good' is missing"),
    ],
)
def test_headers_that_are_not_known(tmp_path, kind, header, message):
    row = ",".join(["He slept.", "He slept it.", "1"][: header.count(",") + 1])
    with pytest.raises(InputError, match=message) as caught:
        table(tmp_path, f"{header}\n{row}\n", kind).check()
    assert "'bad'?" not in str(caught.value) and "'good'?" not in str(caught.value)


def test_two_columns_of_one_meaning(tmp_path):
    with pytest.raises(InputError, match="the columns 'good' and 'acceptable' are both read as good"):
        table(tmp_path, "good,acceptable,bad\na b,b c,c d\n", "pairs").check()


def test_cells_tell_a_label_from_a_rating_and_from_a_sentence(tmp_path):
    for cells, role in (("1,0,1", "label"), ("0.5,-0.2,1", "rating"), ("true,False,TRUE", "label"), ("*,,?", "label")):
        text = "sentence,Acceptability\n" + "".join(f"A {n}.,{cell}\n" for n, cell in enumerate(cells.split(",")))
        assert role in table(tmp_path, text), cells
    assert set(table(tmp_path, "id,acceptable,bad\n1,He slept.,Slept.\n", "pairs").columns) == {
        "pair_id",
        "good",
        "bad",
    }


def test_columns_that_are_not_used_are_named_with_what_they_hold(tmp_path):
    made = table(tmp_path, "sentence,my notes,hits,seen\nA.,n,3,1\nB.,,4,0\nC.,,5,1\n")
    made.reading.what = "3 sentences"
    assert made.rest.keys() == {"my notes", "hits", "seen"}
    assert made.reading.lines[1].endswith("not used: my notes (text), hits (numbers), seen (1/0)")


@pytest.mark.parametrize(
    ("cell", "value"),
    [("1.5", 1.5), ('"1,5"', 1.5), ('"-0,25"', -0.25), ("−2", -2.0), ("", None), (" 3 ", 3.0), ("1e-3", 0.001)],
)
def test_numbers_as_people_write_them(tmp_path, cell, value):
    made = table(tmp_path, f"sentence,rating\na,{cell}\n")
    assert made.values("rating", may_be_empty=True) == [value] and not made.wrong


@pytest.mark.parametrize(
    ("cells", "comma", "wrong"),
    [
        (["1,250", "900"], ".", "1250 or 1.250"),
        (["1,250", "1,5"], ",", ""),
        (["0,250", "0,900"], ",", ""),
        (["1,250", "3.5"], ".", ""),
        (["1,250,000", "1,250"], ".", ""),
        (["1,250.5", "1,5"], ".", "decimal comma"),
        (["1.250", "3"], ".", ""),
        (["−1,023", "-900"], ".", "-1023 or −1.023".replace("-1023", "−1023")),
    ],
)
def test_a_comma_with_two_readings_is_asked_about(cells, comma, wrong):
    mark, said = values.decimal_mark(cells)
    assert (mark, bool(said)) == (comma, bool(wrong)) and wrong in said


def test_every_wrong_row_is_listed_and_twins_by_both_their_rows(tmp_path):
    made = table(tmp_path, "sentence_id,sentence,rating\nb,x y,1\na,,2\nb,y,NA\nc,z,high\n")
    made.texts("sentence")
    made.values("rating", may_be_empty=True)
    made.check_unique("sentence_id")
    with pytest.raises(InputError) as caught:
        made.check()
    lines = str(caught.value).split("\n")
    assert lines[0].endswith("t.csv: 4 things are wrong:")
    assert [line.strip() for line in lines[1:]] == [
        "row 3 (sentence_id 'a'): sentence is empty; fill it in, or leave the row out",
        "row 4 (sentence_id 'b'): rating is 'NA'; leave the cell empty, or fill it in",
        "row 5 (sentence_id 'c'): rating is 'high', which is not a number; correct it",
        "rows 2 and 4: have the same sentence_id 'b'; make it different in each row",
    ]


def test_a_long_list_of_faults_ends_with_a_count(tmp_path):
    made = table(tmp_path, "sentence,rating\n" + "x,y\n" * 25)
    made.values("rating")
    with pytest.raises(InputError) as caught:
        made.check()
    assert str(caught.value).split("\n")[-1].strip() == "… and 5 more"


@pytest.mark.parametrize(
    ("text", "mark", "rest"),
    [
        ("?? The dog bark.", "??", "The dog bark."),
        ("(?)He slept.", "?", "He slept."),
        ("＊犬が見た。", "*", "犬が見た。"),
        ("#1 won.", "", "#1 won."),
    ],
)
def test_marks_of_judgment_are_taken_off(text, mark, rest):
    """tests/cases/marks has more of them, in files."""
    assert marks.taken_off([text]) == [([rest], [mark])]


def test_ok_is_a_mark_only_beside_other_marks():
    assert marks.taken_off(["OK He left.", "He left."])[0][1] == ["", ""]
    assert marks.taken_off(["OK He left.", "*Him left."]) == [(["He left.", "Him left."], ["ok", "*"])]
    assert [own for _, own in marks.taken_off(["ok He left."], ["*Him left."])] == [["ok"], ["*"]]


@pytest.mark.parametrize("text", ["Ann knows (*that) he left.", "He has/*have slept.", "He *(has) slept.", "{he/him} left",
    "He *have slept.", "He (?has) left."])  # fmt: skip
def test_alternatives_are_seen(text):
    assert marks.has_alternatives(text)


@pytest.mark.parametrize("text", ["He (she said) left.", "He and/or she left.", "It was 1/2 of 5 * 3.", "60 km/h?",
    "Really? (he asked)", "We are (#1 here).", "What (?)", "a 5* hotel"])  # fmt: skip
def test_ordinary_brackets_and_slashes_are_text(text):
    assert not marks.has_alternatives(text)


@pytest.mark.parametrize(
    ("header", "stem"),
    [
        ("log_prob_good", "log_prob"),
        ("good_score", "score"),
        ("direct_sum_logprob_good_sentence", "direct_sum_logprob"),
        ("Acceptable LP", "LP"),
        ("lp-grammatical", "lp"),
    ],
)
def test_measures_of_pairs_are_named_without_their_side(header, stem):
    assert forms._stem(header) == stem


def test_levels_of_an_index_that_are_not_used_are_noted():
    frame = pd.DataFrame(ROWS, columns=HEADER)
    assert sheets.of_frame(frame[1:], "pairs").notes == []
    (note,) = sheets.of_frame(frame.set_axis(["a", "b"]), "pairs").notes
    assert "the index has texts ('a', …) but no name" in note and 'rename_axis("pair_id")' in note
    frame = frame.assign(pair_id=["1", "2"]).set_axis(pd.Index(["b", "a"], name="pair_id"))
    sheet = sheets.of_frame(frame, "pairs")
    assert sheet.header == [*HEADER, "pair_id"] and [row[-1] for row in sheet.rows] == ["1", "2"]
    assert sheet.notes == ["the index pair_id is not used, because a column has the same name"]


def test_a_damaged_spreadsheet_is_refused_in_one_line(tmp_path):
    whole = xlsx(tmp_path / "t.xlsx", {"s": [HEADER, *ROWS]}, hidden=[2]).read_bytes()
    for place in (whole.rindex(b"PK\x01\x02"), whole.rindex(b"PK\x01\x02") + 6):
        changed = bytearray(whole)
        changed[place] = 255
        (tmp_path / "t.xlsx").write_bytes(changed)
        with pytest.raises(InputError, match="t.xlsx: "):
            sheets.read(tmp_path / "t.xlsx")
    with pytest.raises(InputError, match="has no sheet"):
        sheets.read(xlsx(tmp_path / "none.xlsx", {}))
