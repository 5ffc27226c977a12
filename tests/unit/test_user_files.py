"""Tables as people keep them: dialects of CSV, spreadsheets, JSON lines; headers, cells, and what is wrong in them."""

import re

import pytest

from acceptability.datasets import user_columns, user_files
from acceptability.datasets.user_columns import Field
from acceptability.errors import InputError
from spreadsheets import ods, xlsx

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
    sheet = user_files.read(written(tmp_path, text, encoding=encoding))
    assert (sheet.header, sheet.rows) == (HEADER, ROWS)


def test_spreadsheets_and_json_lines_say_the_same(tmp_path):
    table = [HEADER, *ROWS]
    lines = '{"good": "He slept.", "bad": "He slept it."}\n\n{"bad": "Left she.", "good": "Well, she left."}\n'
    for path in (
        xlsx(tmp_path / "t.xlsx", {"Pairs": table, "Empty": []}),
        ods(tmp_path / "t.ods", table),
        written(tmp_path, lines, "t.jsonl"),
    ):
        sheet = user_files.read(path)
        assert (sheet.header, sheet.rows) == (HEADER, ROWS), path


def test_cells_of_spreadsheets_are_texts(tmp_path):
    rows = [["id", "rating", "note"], [1, 1.5, None], [2, -0.25, "ok"], [None, None, None]]
    for path in (xlsx(tmp_path / "t.xlsx", {"A": rows}), ods(tmp_path / "t.ods", rows)):
        sheet = user_files.read(path)
        assert sheet.rows == [["1", "1.5", ""], ["2", "-0.25", "ok"]]
        assert sheet.numbers == [2, 3]


def test_rows_have_the_numbers_that_editors_show(tmp_path):
    sheet = user_files.read(written(tmp_path, 'good,bad\n\n"a\nb",c\nd,e\n'))
    assert sheet.numbers == [4, 5]  # a row ends where its last line does


def test_a_text_is_a_sentence_a_line(tmp_path):
    sheet = user_files.read(written(tmp_path, "Well, he left; she too.\n\nHe slept.\n", "t.txt"))
    assert (sheet.header, sheet.rows) == (["sentence"], [["Well, he left; she too."], ["He slept."]])


def test_a_text_with_a_header_is_a_table(tmp_path):
    for text in ("sentence;rating\nHe slept.;1\n", "Good|Bad\nHe slept.|He slept it.\n", "Sentence\nHe slept.\n"):
        sheet = user_files.read(written(tmp_path, text, "t.txt"))
        assert len(sheet.rows) == 1 and sheet.rows[0][0] == "He slept."


def test_latin_1_is_not_taken_for_windows_1252(tmp_path):
    path = written(tmp_path, "good,bad\nDon’t!,Do’nt!\n", encoding="windows-1252")
    with pytest.raises(InputError, match="t.csv, row 2: is not latin-1 text, but perhaps windows-1252"):
        user_files.read(path, encoding="latin-1")
    assert user_files.read(path, encoding="windows-1252").rows == [["Don’t!", "Do’nt!"]]


def test_latin_1_is_offered_not_guessed(tmp_path):
    path = written(tmp_path, "good,bad\nEl niño duerme.,El niño duermen.\n", encoding="latin-1")
    with pytest.raises(InputError, match=r"t.csv, row 2: is not utf-8 text; save it as .*encoding: latin-1"):
        user_files.read(path)
    assert user_files.read(path, encoding="latin-1").rows[0][0] == "El niño duerme."
    with pytest.raises(InputError, match="there is no encoding 'latin-jp'"):
        user_files.read(path, encoding="latin-jp")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty; it needs a header row"),
        ("good,bad\n", "has no rows under its header"),
        ("good,bad,good\na,b,c\n", "row 1: the column 'good' occurs twice; rename one"),
        ("good,bad,\na,b,c\n", "row 1: column 3 has text but no name; give it one, and remove rows above"),
        ("good,bad\na,b\nWell, he left.,c\n", "row 3: has 3 cells where the header has 2; .*in double quotes"),
        ("good,bad\n“Well, he left.”,c\n", "row 2: has 3 cells .* straight double quotes, not curly ones"),
        ("good,bad\na\n", "row 2: has 1 cell where the header has 2; add the others"),
        (
            'good,bad\nx,y\na b,"c d\ne f,g h\ni j,k l\n',
            "row 3: unexpected end of data; is a double quote missing in it",
        ),
        ('good,bad\na,"b" c\n', "row 2: .*is a double quote missing in it"),
        ("good,bad\n\0,b\n", "is not text; if it is a spreadsheet"),
    ],
)
def test_what_cannot_be_read_is_one_line(tmp_path, text, message):
    with pytest.raises(InputError, match=message) as caught:
        user_files.read(written(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_other_kinds_of_files(tmp_path):
    with pytest.raises(InputError, match="is not a table; save it as CSV, xlsx, ods or JSON lines"):
        user_files.read(written(tmp_path, "x", "t.docx"))
    with pytest.raises(InputError, match="is not a spreadsheet that can be read"):
        user_files.read(written(tmp_path, "good,bad\na,b\n", "t.xlsx"))
    with pytest.raises(InputError, match="row 2: is not JSON"):
        user_files.read(written(tmp_path, '{"good": "a"}\n{"good": \n', "t.jsonl"))
    with pytest.raises(InputError, match="row 1: must be an object"):
        user_files.read(written(tmp_path, "[1]\n", "t.jsonl"))
    with pytest.raises(InputError, match="cannot be read: No such file"):
        user_files.read(tmp_path / "none.csv")


def test_a_workbook_with_several_sheets_asks_which(tmp_path):
    path = xlsx(tmp_path / "t.xlsx", {"Items": [HEADER, *ROWS], "Fillers": [HEADER, ROWS[0]]})
    with pytest.raises(InputError, match="has the sheets Items, Fillers; say which: sheet: Items"):
        user_files.read(path)
    assert len(user_files.read(path, sheet="Fillers").rows) == 1
    with pytest.raises(InputError, match="has no sheet 'Fill'; it has: Items, Fillers"):
        user_files.read(path, sheet="Fill")


def test_a_file_that_changes_is_read_again(tmp_path):
    path = written(tmp_path, "good,bad\na,b\n")
    assert len(user_files.read(path).rows) == 1
    written(tmp_path, "good,bad\na,b\nc,d\n")
    assert len(user_files.read(path).rows) == 2


FIELDS = {
    "pair_id": Field("a name", ("item",)),
    "good": Field("the good one", ("sentence_good", "acceptable"), needed=True),
    "rating": Field("a rating", number=True, may_be_empty=True),
}


def records(folder, text, key=("pair_id",)):
    return user_columns.read_records(user_files.read(written(folder, text)), FIELDS, key)


@pytest.mark.parametrize("header", ["pair_id,good", "Pair ID , GOOD", "item,sentence-good", "pairID,Sentence Good"])
def test_headers_may_differ_by_case_blanks_and_known_names(tmp_path, header):
    assert records(tmp_path, f"{header}\nx,He slept.\n") == [{"row": 2, "pair_id": "x", "good": "He slept."}]


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("goood", r"row 1: the column 'goood' is not known; did you mean 'good'\?"),
        ("acceptible", r"did you mean 'good'\?"),
        (
            "sentence",
            "the column 'good' is missing: the good one .*sentence_good, acceptable.*it has: pair_id, sentence",
        ),
    ],
)
def test_headers_that_are_not_known(tmp_path, header, message):
    with pytest.raises(InputError, match=message):
        records(tmp_path, f"pair_id,{header}\nx,He slept.\n")


def test_two_columns_of_one_meaning(tmp_path):
    with pytest.raises(InputError, match="the columns 'good' and 'acceptable' both mean good"):
        records(tmp_path, "good,acceptable\na,b\n")


def test_notes_are_kept_apart(tmp_path):
    sheet = user_files.read(written(tmp_path, "good,my notes,rating\na,n,1\n"))
    assert user_columns.match(sheet, FIELDS) == ({"good": 0, "rating": 2}, {"my notes": 1})


@pytest.mark.parametrize(
    ("cell", "value"),
    [("1.5", 1.5), ('"1,5"', 1.5), ('"-0,25"', -0.25), ("−2", -2.0), ("", None), (" 3 ", 3.0), ("1e-3", 0.001)],
)
def test_numbers_as_people_write_them(tmp_path, cell, value):
    assert records(tmp_path, f"good,rating\na,{cell}\n")[0]["rating"] == value


def test_every_wrong_row_is_listed_and_twins_by_both_their_rows(tmp_path):
    with pytest.raises(InputError) as caught:
        records(tmp_path, "pair_id,good,rating\na,x,1\nb,,2\na,y,NA\nc,z,high\n")
    lines = str(caught.value).split("\n")
    assert lines[0].endswith("t.csv: 4 things are wrong:")
    for line, said in zip(
        lines[1:],
        [
            r"row 3 \(pair_id 'b'\): good is empty; fill it in, or leave the row out",
            r"row 4 \(pair_id 'a'\): rating is 'NA'; leave the cell empty, or fill it in",
            r"row 5 \(pair_id 'c'\): rating is 'high', which is not a number; correct it",
            r"rows 2 and 4: have the same pair_id 'a'; give each row its own",
        ],
        strict=True,
    ):
        assert re.fullmatch(said, line.strip())


def test_a_long_list_of_faults_ends_with_a_count(tmp_path):
    with pytest.raises(InputError) as caught:
        records(tmp_path, "good,rating\n" + "x,y\n" * 25)
    assert str(caught.value).split("\n")[-1].strip() == "… and 5 more"
