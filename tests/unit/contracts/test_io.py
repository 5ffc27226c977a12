"""Bad input: one line that names file, row, id and mend; nothing half-written."""

import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from acceptability.analyses.contamination.manifest import CONTAMINATION
from acceptability.analyses.registry import analyses
from acceptability.analyses.specifications.manifest import SPECIFICATIONS
from acceptability.contracts import checks, data, deltas, io, plain_csv, scoring, studies, systems
from acceptability.contracts.columns import Table, any_text, count, number, text
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import HELD_OUT, PREDICTIONS, SCORES, UNIGRAMS
from acceptability.errors import InputError, reporting
from acceptability.papers.adc.contracts import PAIR_CONSTRUCTION
from acceptability.reading.report import Reading
from helpers import ROOT, replaced

ITEMS = Table(
    "items",
    {
        "pair_id": text("a name for the pair, unique in the file", unique=True),
        "phenomenon": text("what the pair is about; any word"),
        "good": text("the acceptable sentence"),
        "bad": text("the less acceptable sentence"),
        "good_rating": number("its human rating, in z-units; empty = unrated", nullable=True, required=False),
        "bad_rating": number("its human rating, in z-units; empty = unrated", nullable=True, required=False),
        "paradigm": text("the contrast that the pair is an instance of; without it, the phenomenon", required=False),
        "cluster": text("the unit that intervals resample; without it, the phenomenon", required=False),
    },
)
ANSWERS = Table(
    "answers",
    {
        "participant": text("who gave the rating"),
        "sentence_id": text("the sentence: <pair_id>.good or <pair_id>.bad"),
        "rating": number("the raw magnitude estimate"),
    },
    unique=("participant", "sentence_id"),
)

CONTRACTS = ROOT / "src/acceptability/contracts"
KNOWN = pd.DataFrame({"sentence_id": ["a", "b"], "sentence": ["Dogs bark.", "Dogs barks."]})
SCORED = "sentence_id,measure,score\na,pll,-1.5\nb,pll,-2.5\n"
PAIRS = "pair_id,phenomenon,good,bad\nx,order,He left.,Left he.\n"
RATED = "pair_id,phenomenon,good,bad,good_rating,bad_rating\nx,order,He left.,Left he.,{},\n"
RATINGS = "participant,sentence_id,rating\np,x.good,{}\n"

BAD_TABLES = [
    (ITEMS, PAIRS.replace("bad", "worse"), r"the column 'bad' is missing; .*pair_id, phenomenon"),
    (ITEMS, PAIRS.replace("good,bad", "good,bad,extra").replace("he.", "he.,1"), r"column 'extra' is unknown"),
    (ITEMS, PAIRS.replace("good,bad", "good,bad,bad").replace("he.", "he.,1"), r"row 1: .*'bad' occurs twice"),
    (ITEMS, PAIRS + "x,order,She left.,Left she.\n", r"row \d \(pair_id 'x'\): pair_id occurs in more than one row"),
    (ITEMS, PAIRS.replace("He left.", "  "), r"row 2 \(pair_id 'x'\): good .*is empty"),
    (ITEMS, PAIRS.replace("He left.", "Well, he left."), r"row 2: has 5 cells .*double quotes"),
    (ITEMS, "pair_id,phenomenon,good,bad\n", r"has no rows"),
    (ITEMS, "", r"is empty; it needs a header"),
    (ITEMS, RATED.format("good"), r"row 2 \(pair_id 'x'\): good_rating is 'good', which is not a number"),
    (ITEMS, RATED.format("inf"), r"row 2 \(pair_id 'x'\): good_rating .*not a finite number"),
    (ANSWERS, RATINGS.format("nan"), r"row 2 \(participant 'p'\): rating is 'nan'; leave the cell empty"),
    (ANSWERS, RATINGS.format("-nan"), r"row 2 \(participant 'p'\): rating is '-nan'; leave the cell empty"),
    (ANSWERS, RATINGS.format(""), r"row 2 \(participant 'p'\): rating is empty"),
    (ANSWERS, RATINGS.format("1") + "p,x.good,2\n", r"participant and sentence_id occurs in more than one row"),
    (ITEMS, PAIRS.replace(",", ";"), r"row 1: is separated by semicolons or tabs; save it with commas"),
    (ITEMS, RATED.format("NaN"), r"row 2 \(pair_id 'x'\): good_rating is 'NaN'; leave the cell empty, or fill it in"),
    (ITEMS, PAIRS + "\n\n" + 'y,order,"She\nleft.",\n', r"row 6 \(pair_id 'y'\): bad is empty"),
    (ITEMS, PAIRS + 'y,order,"She left.,x\n' + "x" * 200_000, r"row \d: field larger .*is a double quote missing\?"),
    (SCORES, SCORED.replace("-2.5", "-inf"), r"row 3 \(sentence_id 'b'\): score .*is not a finite number"),
    (SCORES, SCORED + "b,pll,-3\n", r"sentence_id and measure occurs in more than one row"),
]


@pytest.mark.parametrize(("table", "text", "message"), BAD_TABLES)
def test_bad_tables_are_refused_in_one_line(tmp_path, table, text, message):
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        io.read_table(path, table)
    line = str(caught.value)
    assert line.startswith(str(path))
    assert "\n" not in line
    assert re.search(message, line), line


def test_text_that_is_not_utf8_is_refused_with_its_row(tmp_path):
    path = tmp_path / "latin.csv"
    path.write_bytes(replaced(PAIRS, "He left.", "Le café.").encode("latin-1"))
    with pytest.raises(InputError, match="row 2: is not utf-8 text; save the file as UTF-8"):
        io.read_table(path, ITEMS)


def test_good_tables_are_read_as_they_are(tmp_path):
    path = tmp_path / "good.csv"
    text = RATED.format("1.25").replace("x,order", '"x, y",order')
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())  # as a spreadsheet saves it
    row = io.read_table(path, ITEMS).iloc[0]
    assert (row["pair_id"], row["good_rating"]) == ("x, y", 1.25)
    assert pd.isna(row["bad_rating"])


def check_pairs(good: str, bad: str) -> None:
    checks.check_pairs(pd.DataFrame({"pair_id": ["p"], "good_id": [good], "bad_id": [bad]}), KNOWN, "pairs.csv")


def test_a_pair_must_name_two_known_sentences():
    check_pairs("a", "b")
    with pytest.raises(InputError, match=r"pairs.csv, row 2 \(pair_id 'p'\): bad_id 'z' is not a sentence"):
        check_pairs("a", "z")
    with pytest.raises(InputError, match="both sentences of the pair are 'a'"):
        check_pairs("a", "a")


def scores(**columns) -> pd.DataFrame:
    return pd.DataFrame({"sentence_id": ["a", "b"], "measure": "pll", "score": [1.0, 2.0]} | columns)


def test_scores_must_cover_the_dataset():
    checks.check_scores(scores(), KNOWN, "s.csv")
    with pytest.raises(InputError, match=r"s.csv: 1 sentences have no pll, the first 'b'; score every sentence"):
        checks.check_scores(scores().head(1), KNOWN, "s.csv")
    with pytest.raises(InputError, match=r"s.csv: 1 scores of pll are for unknown sentences, the first 'z'"):
        checks.check_scores(scores(sentence_id=["a", "z"]), KNOWN, "s.csv")


def test_partial_scores_must_carry_their_population():
    partial = scores(population_mean=0.0, population_sd=1.0).head(1)
    checks.check_scores(partial, KNOWN, "s.csv")
    with pytest.raises(InputError, match="are needed together"):
        checks.check_scores(partial.drop(columns="population_sd"), KNOWN, "s.csv")
    with pytest.raises(InputError, match="must be the same in all rows"):
        checks.check_scores(scores(population_mean=[0.0, 1.0], population_sd=1.0), KNOWN, "s.csv")


def test_a_refused_table_leaves_the_earlier_file(tmp_path):
    path = tmp_path / "scores.csv"
    io.write_table(scores(), path, SCORES)
    before = path.read_bytes()
    with pytest.raises(InputError):
        io.write_table(scores(score=[1.0, float("nan")]), path, SCORES)
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["scores.csv"]


def both_ways(path: Path, table: Table) -> pd.DataFrame | str:
    """Return what read_table gives or says, which must be what its slow way gives or says."""
    answers = []
    for parse in (plain_csv.parse, lambda text, table: None):
        with patch.object(plain_csv, "parse", parse):
            try:
                answers.append(io.read_table(path, table))
            except InputError as error:
                answers.append(str(error))
    fast, slow = answers
    if isinstance(slow, str):
        assert fast == slow
    else:
        pd.testing.assert_frame_equal(fast, slow, check_exact=True)
    return fast


ODD = Table(
    "odd",
    {
        "id": text("an id"),
        "whole": count("a number"),
        "real": number("a number"),
        "perhaps": number("a number or nothing", nullable=True),
        "remark": text("text or nothing", nullable=True, required=False),
    },
    strict=False,
)
LOOSE = Table("loose", {"words": any_text("any"), "perhaps": ODD.columns["perhaps"]}, strict=False, may_be_empty=True)
PLAIN = 'id,whole,real,perhaps,remark,more\na,1,0.5,,,\n"b, ""c""\nd",2,-1e-3,7,"x,\ny",z\n'
ODD_CELLS = [
    "",
    "",
    " ",
    "a",
    "1",
    "-1",
    "1.0",
    "1e3",
    "5.",
    "1e-999",
    "1e999",
    "1_0",
    "٣",
    "true",
    "nan",
    "NA",
    "None",
    "inf",
    "-nan",
    "0x1",
    " 1",
    "1 ",
    "+1",
    "\xa0",
    ".",
    "-",
    "1e",
]
ODD_CELLS += [
    "9223372036854775807",
    "9223372036854775808",
    "1" * 40,
    ",",
    ";",
    "\u2028",
    "\n",
    "\r",
    "\r\n",
    "\x00",
    "a\x00b",
]
ODD_CELLS += ['"', '""', '"a"', '"a', 'a"b', '"a"b', '"a,b"', '"1"', '""""']
CELL = {"id": "a", "whole": "1", "real": "0.5", "perhaps": "", "remark": "x"}


@st.composite
def odd_files(draw) -> str:
    """A plain table, a few cells of which are odd, or whose rows have a cell too many or too few."""
    header = ["id", "whole", "real", "perhaps", *draw(st.sampled_from([[], ["remark"], ["remark", "more"]]))]
    rows = [header, *([CELL.get(name, "") for name in header] for _ in range(draw(st.integers(1, 4))))]
    for _ in range(draw(st.integers(0, 2))):
        row = draw(st.sampled_from(rows))
        place = draw(st.integers(0, len(row) - 1))
        change = draw(st.sampled_from(["cell", "cell", "cell", "more", "less"]))
        row[place : place + (change != "more")] = (
            [] if change == "less" and len(row) > 1 else [draw(st.sampled_from(ODD_CELLS))]
        )
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    mark, last = draw(st.sampled_from(["", "", "\ufeff", "\n"])), draw(st.sampled_from([end, "", end * 2]))
    return mark + end.join(",".join(row) for row in rows) + last


@settings(max_examples=10 * settings().max_examples)
@given(odd_files())
@example(PLAIN)
@example("id,whole,real,perhaps\na,1,0.5\nb,1,0.5,,\n")  # as many commas as there should be
@example("id,whole,real,perhaps\na,1,0.5,,\nb,1,0.5\n")
@example("id,whole,real,perhaps\na,1,0.5,,\nb,1,0.5,,\n")  # every row has one more than the header
@example("id,whole,real,perhaps\na,1,0.5,\n \nb,1,0.5,\n")
@example('id,whole,real,perhaps\na,1,0.5,\n"b,1,0.5,\n')
@example("id,whole,real,perhaps\na,9223372036854775808,0.5,\n")
@example("id,whole,real,perhaps,more\na\x00b,1,0.5,,\x00\n")
@example("id,whole,real,perhaps,more\na,1,0.5,," + "x" * 140_000 + "\n")
@example("id,whole,real,perhaps," + "x" * 140_000 + "\na,1,0.5,,\n")
@example("id;whole;real;perhaps\na;1;0.5;\n")
@example("\n\nid,whole,real,perhaps\na,1,0.5,\n")
def test_the_fast_way_of_reading_answers_as_the_slow_one(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("odd") / "odd.csv"
    path.write_text(content, encoding="utf-8", newline="")
    both_ways(path, ODD)


LOOSE_ROWS = [
    "a\n,,\n",
    "a,,b,c,,d\n",
    ",,\na\n",
    "a\n\n",
    "a,,b\n",
    "a,,b,\nc,,d,\n",
    "a,,b,\nc,\n",
    ",,\x00\n",
    ',,"",\n',
]
LOOSE_ROWS += ['a"b,c"d,,e\n', '"a,,"b\n', '"a"b,"",c\n', '"a\n,,b\n', '"",,""\n', 'a"b,,c"d\n', 'a"b,,c,"d\n']


@pytest.mark.parametrize("rows", LOOSE_ROWS)
def test_the_fast_way_answers_as_the_slow_one_where_all_cells_may_be_empty(tmp_path, rows):
    path = tmp_path / "loose.csv"
    for body in (rows, f",,\n{rows}", f"{rows},,\n"):
        path.write_text(f"words,perhaps,more\n{body}", encoding="utf-8", newline="")
        both_ways(path, LOOSE)


def test_blank_lines_are_no_rows(tmp_path):
    table = Table("one", {"words": any_text("any")})
    (tmp_path / "x.csv").write_text('words\na\n\n""\n \n\n', encoding="utf-8")
    assert both_ways(tmp_path / "x.csv", table)["words"].to_list() == ["a", "", " "]
    io.write_table(pd.DataFrame({"words": ["a", ""]}), tmp_path / "y.csv", table)
    assert (tmp_path / "y.csv").read_text(encoding="utf-8") == 'words\na\n""\n'


@pytest.mark.parametrize("cell", ["1.0", "1e3", "true", "+1 ", "1_0", "nan", '"1"', "9" * 19, "\x00"])
def test_doubtful_files_are_not_read_the_fast_way(cell):
    assert plain_csv.parse(PLAIN, ODD) is not None
    assert plain_csv.parse(PLAIN.replace("a,1", f"a,{cell}"), ODD) is None


@pytest.mark.parametrize(
    ("old", "new"), [("a,1", "a"), (",,\n", ",,,\n"), (",,\n", ",\n\n"), ('"b', 'b"'), ("more", "id")]
)
def test_files_of_doubtful_shape_are_not_read_the_fast_way(old, new):
    assert plain_csv.parse(PLAIN.replace(old, new), ODD) is None


def test_files_without_doubt_are_read_the_fast_way(tmp_path, monkeypatch):
    monkeypatch.setattr(io, "_read_csv", lambda *arguments: pytest.fail("the slow way"))
    (tmp_path / "odd.csv").write_text(PLAIN, encoding="utf-8")
    frame = io.read_table(tmp_path / "odd.csv", ODD)
    assert frame.dtypes.astype(str).to_dict() == {
        "id": "str",
        "whole": "int64",
        "real": "float64",
        "perhaps": "float64",
        "remark": "str",
        "more": "str",
    }
    assert frame.loc[1].to_list() == ['b, "c"\nd', 2, -1e-3, 7.0, "x,\ny", "z"]
    assert frame.loc[0].isna().to_list() == [False, False, False, True, True, False]
    assert plain_csv.parse("words,perhaps\n,\n", LOOSE)["words"].to_list() == [""]


FRAMES = st.fixed_dictionaries(
    {
        "id": st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1).filter(str.strip),
        "whole": st.integers(0, 2**63 - 1),
        "real": st.floats(allow_nan=False, allow_infinity=False),
        "perhaps": st.none() | st.floats(allow_nan=False, allow_infinity=False),
        "remark": st.none() | st.just("x, y"),
        "more": st.text(st.characters(codec="utf-8", exclude_characters="\r")),
    }
)


def test_any_frame_is_written_as_pandas_writes_it(tmp_path):
    texts = ["", "a", "b", "\n", '"', ' "', ",", "'", " ", ";"]
    frame = pd.DataFrame({"a, b": texts, 7: range(10), "x": pd.array([True, None] * 5), "y": [None, 0.1] * 5})
    for shown in (frame, frame[["a, b"]], frame.iloc[:3, [0]], frame.iloc[:0], frame.astype(object)):
        io.write_table(shown, tmp_path / "x.csv")
        assert (tmp_path / "x.csv").read_bytes() == shown.to_csv(index=False, lineterminator="\n").encode()
    io.write_table(pd.DataFrame({"x": ["a\rb"]}), tmp_path / "x.csv")
    assert (tmp_path / "x.csv").read_bytes() == b'x\n"a\rb"\n'  # else it would be two rows


@given(st.lists(FRAMES, min_size=1, max_size=8))
def test_what_is_written_is_read_again_and_is_what_pandas_writes(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("frames") / "odd.csv"
    frame = pd.DataFrame(rows).astype({"perhaps": float, "remark": "str"})
    with patch.object(io, "ROWS", 3):
        io.write_table(frame, path, ODD)
    assert path.read_bytes() == frame.to_csv(index=False, lineterminator="\n").encode()
    read = both_ways(path, ODD)
    assert not isinstance(read, str)
    pd.testing.assert_frame_equal(read, frame, check_exact=True)


WRONG_VALUES = [
    ({"token": [1], "count": [1]}, "row 2 (token 1): token is 1, which is not text"),
    ({"token": ["a", "b"], "count": [1, 1.5]}, "row 3 (token 'b'): count is 1.5, which is not a number"),
    ({"token": ["a", "b"], "count": [1, None]}, "row 3 (token 'b'): count is empty; fill it in or leave the row out"),
    ({"token": ["a", None], "count": [1, 1]}, "row 3 (token nan): token is empty; fill it in or leave the row out"),
    ({"token": ["a", "b"], "count": [1, -1]}, "row 3 (token 'b'): count -1 must not be negative"),
    (
        {"token": ["b", "a", "b"], "count": [1, 1, -1]},
        "row 2 (token 'b'): token occurs in more than one row; make it different in each row",
    ),
    ({"token": ["a"], "count": ["x"]}, "row 2 (token 'a'): count is 'x', which is not a number"),
]


@pytest.mark.parametrize(("columns", "message"), WRONG_VALUES)
def test_values_that_break_the_contract_are_not_written(tmp_path, columns, message):
    frame = pd.DataFrame(columns)
    frame.index = [7] * len(frame)
    with pytest.raises(InputError) as caught:
        io.write_table(frame, tmp_path / "x.csv", UNIGRAMS)
    assert str(caught.value) == f"{tmp_path / 'x.csv'}, {message}"
    assert not list(tmp_path.iterdir())


def test_values_get_their_columns_types():
    made = io.check_table(pd.DataFrame({"token": pd.Categorical(["a"]), "count": [2.0]}), UNIGRAMS, "x.csv")
    assert made.dtypes.astype(str).to_dict() == {"token": "str", "count": "int64"}
    deltas = pd.DataFrame({"pair_id": ["p"], "measure": "m", "human_delta": None, "model_delta": [1]})
    assert io.check_table(deltas, DELTAS, "x.csv")["human_delta"].dtype == float
    empty = io.check_table(pd.DataFrame(columns=list(CONTAMINATION.columns)), CONTAMINATION, "x.csv")
    assert empty["trained_label"].dtype == "int64"
    built = {name: ["x"] for name in PAIR_CONSTRUCTION.columns} | {"curated": [True], "note": [""]}
    assert io.check_table(pd.DataFrame(built), PAIR_CONSTRUCTION, "x.csv")["curated"].to_list() == ["True"]


def test_undeclared_columns_are_read_as_text(tmp_path):
    (tmp_path / "p.csv").write_text("sentence_id,1,2\na,0,\nb,1,NA\n")
    frame = io.read_table(tmp_path / "p.csv", PREDICTIONS)
    assert [str(kind) for kind in frame.dtypes] == ["str"] * 3 and frame["2"].to_list() == ["", "NA"]
    assert frame["1"].astype(int).to_list() == [0, 1]
    (tmp_path / "s.csv").write_text("sentence_id,sentence,rating,mark\na,b,,1\n")
    assert io.read_table(tmp_path / "s.csv", SENTENCES)["mark"].to_list() == ["1"]


def test_a_choice_is_one_of_its_options_values():
    row = {name: [0.5] for name in SPECIFICATIONS.columns}
    row |= {"system": ["x"], "measure": ["y"], "met": [1], "pairs": [2]}
    row |= {"human_scale": ["participants"], "population": ["pairs"], "normaliser": ["none"], "length": ["any"]}
    io.check_table(pd.DataFrame(row | {"weight": ["phenomena"]}), SPECIFICATIONS, "x.csv")
    with pytest.raises(InputError, match="weight 'articles' must be pairs or phenomena"):
        io.check_table(pd.DataFrame(row | {"weight": ["articles"]}), SPECIFICATIONS, "x.csv")


def all_tables() -> dict[str, Table]:
    """The tables of all families by name."""
    shared = [table for module in (data, deltas, scoring, studies) for table in vars(module).values()]
    every = [*shared, *(table for analysis in analyses().values() for table in analysis.writes)]
    return {table.name: table for table in every if isinstance(table, Table)}


def test_every_contract_describes_its_columns():
    tables = all_tables()
    assert len(tables) >= 80
    for table in tables.values():
        assert set(table.unique) <= table.columns.keys()
        for column in table.columns.values():
            assert column.description and column.kind in (str, int, float)


def test_contracts_are_quick_to_import():
    names = ", ".join(f"acceptability.contracts.{path.stem}" for path in sorted(CONTRACTS.glob("[a-z]*.py")))
    code = f"import sys, {names}; print(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=CONTRACTS.parents[1]
    )
    assert not {"pandera", "scipy", "matplotlib", "seaborn", "snakemake", "yaml", "torch"} & set(done.stdout.split())


@given(st.binary(max_size=200))
def test_no_bytes_make_anything_but_our_own_error(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("fuzz") / "pairs.csv"
    path.write_bytes(data)
    try:
        io.read_table(path, ITEMS)
    except InputError as error:
        assert str(path) in str(error)


def test_delta_columns_join_systems_by_pair():
    first = pd.DataFrame({"pair_id": ["p", "q"], "measure": "m", "human_delta": [1.0, 2.0], "model_delta": [3.0, 4.0]})
    second = first.iloc[::-1].assign(model_delta=[6.0, 5.0])
    columns = systems.delta_columns({"x": first, "y": second})
    assert columns.loc["p"].to_dict() == {"human": 1.0, "x/m": 3.0, "y/m": 5.0}


def test_a_raw_tab_separated_file_keeps_its_quotation_marks(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_text('gj04\t1\t"Go," he said.\nks08\t0\tHe\r\n', encoding="utf-8")
    found = io.read_raw_tsv(path, ["source", "label", "sentence"])
    assert found.to_numpy().tolist() == [["gj04", "1", '"Go," he said.'], ["ks08", "0", "He"]]
    assert io.read_raw_tsv(path).columns.tolist() == ["gj04", "1", '"Go," he said.']
    with pytest.raises(InputError, match=r"x.tsv, row 1: has 3 cells instead of 2"):
        io.read_raw_tsv(path, ["source", "label"])


def test_only_some_tables_may_be_empty(tmp_path):
    empty = pd.DataFrame(columns=["sentence_id", "sentence", "trained_id", "trained_sentence", "trained_label"])
    io.write_table(empty, tmp_path / "x.csv", CONTAMINATION)
    assert io.read_table(tmp_path / "x.csv", CONTAMINATION).empty
    with pytest.raises(InputError, match="has no rows"):
        io.write_table(pd.DataFrame(columns=["sentence_id"]), tmp_path / "y.csv", HELD_OUT)


def test_only_the_owner_can_read_answers_of_participants(tmp_path):
    """Even after a process was killed while it wrote the file."""
    (tmp_path / f"choices.csv.{os.getpid()}.part").touch(0o644)
    frame = pd.DataFrame({"participant": ["P1"], "pair_id": ["a"], "chose_good": [1]})
    io.write_table(frame, tmp_path / "choices.csv", data.CHOICES)
    assert (tmp_path / "choices.csv").stat().st_mode & 0o777 == 0o600
    assert {name for name, table in vars(data).items() if isinstance(table, Table) and table.is_personal} == {
        name for name, table in vars(data).items() if isinstance(table, Table) and "participant" in table.columns
    }


@pytest.mark.parametrize("mark", ["\x1b[31m", "\x9b1A", "\x07", "\u202e", "\x00", "\x7f"])
def test_control_characters_are_spelled_out(mark, capsys, tmp_path):
    """In errors, in notes about a table, and in all that a script prints."""
    spelled = repr(mark)[1:-1]
    assert str(InputError(f"the id {mark}a")) == f"the id {spelled}a"
    read = Reading("a.csv", "pairs", columns={mark: "not used"}, notes=[mark])
    assert mark not in "".join(read.lines) and spelled in read.remarks[1]
    with reporting(tmp_path / "log.txt"):
        print(f"tab\t, line\n, {mark}")
    assert capsys.readouterr().err == (tmp_path / "log.txt").read_text() == f"tab\t, line\n, {spelled}\n"
