"""Bad input: one line that names file, row, id and mend; nothing half-written."""

import re

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability import io
from acceptability.errors import InputError

SENTENCES = pd.DataFrame({"sentence_id": ["a", "b"], "sentence": ["Dogs bark.", "Dogs barks."]})
SCORES = "sentence_id,measure,score\na,pll,-1.5\nb,pll,-2.5\n"
PAIRS = "pair_id,phenomenon,good,bad\nx,order,He left.,Left he.\n"
RATED = "pair_id,phenomenon,good,bad,good_rating,bad_rating\nx,order,He left.,Left he.,{},\n"
RATINGS = "participant,sentence_id,rating\np,x.good,{}\n"

BAD_TABLES = [
    (
        "user_pairs",
        "pair_id,phenomenon,good\nx,order,He left.\n",
        r"the column 'bad' is missing; .*pair_id, phenomenon",
    ),
    ("user_pairs", PAIRS.replace("bad", "worse"), r"the column 'bad' is missing"),
    ("user_pairs", PAIRS.replace("good,bad", "good,bad,extra").replace("he.", "he.,1"), r"column 'extra' is unknown"),
    (
        "user_pairs",
        PAIRS.replace("good,bad", "good,bad,bad").replace("he.", "he.,1"),
        r"row 1: .*'bad' stands there twice",
    ),
    (
        "user_pairs",
        PAIRS + "x,order,She left.,Left she.\n",
        r"row \d \(pair_id 'x'\): pair_id stands in more than one row",
    ),
    ("user_pairs", PAIRS.replace("He left.", "  "), r"row 2 \(pair_id 'x'\): good .*is empty"),
    ("user_pairs", PAIRS.replace("He left.", ""), r"row 2 \(pair_id 'x'\): good is empty"),
    ("user_pairs", PAIRS.replace("He left.", "Well, he left."), r"row 2: has 5 cells .*double quotes"),
    ("user_pairs", "pair_id,phenomenon,good,bad\n", r"has no rows"),
    ("user_pairs", "", r"is empty; it needs a header"),
    ("user_pairs", RATED.format("good"), r"row 2 \(pair_id 'x'\): good_rating is 'good', which is not a number"),
    ("user_pairs", RATED.format("inf"), r"row 2 \(pair_id 'x'\): good_rating .*not a finite number"),
    (
        "user_ratings",
        RATINGS.format("nan"),
        r"row 2 \(participant 'p'\): rating is 'nan'; leave the cell empty",
    ),
    ("user_ratings", RATINGS.format(""), r"row 2 \(participant 'p'\): rating is empty"),
    ("user_ratings", RATINGS.format("1") + "p,x.good,2\n", r"participant and sentence_id stands in more than one row"),
    ("user_pairs", PAIRS.replace(",", ";"), r"row 1: is separated by semicolons or tabs; save it with commas"),
    (
        "user_pairs",
        RATED.format("NaN"),
        r"row 2 \(pair_id 'x'\): good_rating is 'NaN'; leave the cell empty, or fill it in",
    ),
    ("user_pairs", PAIRS + "\n\n" + 'y,order,"She\nleft.",\n', r"row 6 \(pair_id 'y'\): bad is empty"),
    (
        "user_pairs",
        PAIRS + 'y,order,"She left.,x\n' + "x" * 200_000,
        r"row \d: field larger .*is a double quote missing\?",
    ),
    ("scores", SCORES.replace("-2.5", "-inf"), r"row 3 \(sentence_id 'b'\): score .*is not a finite number"),
    ("scores", SCORES.replace("-2.5", "nan"), r"row 3 \(sentence_id 'b'\): score"),
    ("scores", SCORES + "b,pll,-3\n", r"sentence_id and measure stands in more than one row"),
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
    path.write_bytes(PAIRS.replace("He left.", "Le café.").encode("latin-1"))
    with pytest.raises(InputError, match="row 2: is not utf-8 text; save the file as UTF-8"):
        io.read_table(path, "user_pairs")


def test_good_tables_are_read_as_they_are(tmp_path):
    path = tmp_path / "good.csv"
    text = RATED.format("1.25").replace("x,order", '"x, y",order')
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())  # as a spreadsheet saves it
    row = io.read_table(path, "user_pairs").iloc[0]
    assert (row["pair_id"], row["good_rating"]) == ("x, y", 1.25)
    assert pd.isna(row["bad_rating"])


def check_pairs(good: str, bad: str) -> None:
    io.check_pairs(pd.DataFrame({"pair_id": ["p"], "good_id": [good], "bad_id": [bad]}), SENTENCES, "pairs.csv")


def test_a_pair_must_name_two_known_sentences():
    check_pairs("a", "b")
    with pytest.raises(InputError, match=r"pairs.csv, row 2 \(pair_id 'p'\): bad_id 'z' is not a sentence"):
        check_pairs("a", "z")
    with pytest.raises(InputError, match="both members are the sentence 'a'"):
        check_pairs("a", "a")


def scores(**columns) -> pd.DataFrame:
    return pd.DataFrame({"sentence_id": ["a", "b"], "measure": "pll", "score": [1.0, 2.0]} | columns)


def test_scores_must_cover_the_dataset():
    io.check_scores(scores(), SENTENCES, "s.csv")
    with pytest.raises(InputError, match=r"s.csv: 1 sentences have no pll, the first 'b'; score every sentence"):
        io.check_scores(scores().head(1), SENTENCES, "s.csv")
    with pytest.raises(InputError, match=r"s.csv: 1 scores of pll are for unknown sentences, the first 'z'"):
        io.check_scores(scores(sentence_id=["a", "z"]), SENTENCES, "s.csv")


def test_partial_scores_must_carry_their_population():
    partial = scores(population_mean=0.0, population_sd=1.0).head(1)
    io.check_scores(partial, SENTENCES, "s.csv")
    with pytest.raises(InputError, match="go together"):
        io.check_scores(partial.drop(columns="population_sd"), SENTENCES, "s.csv")
    with pytest.raises(InputError, match="must be the same in all rows"):
        io.check_scores(scores(population_mean=[0.0, 1.0], population_sd=1.0), SENTENCES, "s.csv")


def test_ratings_of_unknown_sentences_are_refused():
    ratings = pd.DataFrame({"participant": ["p", "p"], "sentence_id": ["a", "x"], "rating": [1.0, 2.0]})
    with pytest.raises(InputError, match="ratings.csv, row 3: 'x' is not a sentence"):
        io.check_known(ratings, SENTENCES, "ratings.csv")


def test_a_refused_table_leaves_the_earlier_file(tmp_path):
    path = tmp_path / "scores.csv"
    io.write_table(scores(), path, "scores")
    before = path.read_bytes()
    with pytest.raises(InputError):
        io.write_table(scores(score=[1.0, float("nan")]), path, "scores")
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["scores.csv"]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20))
def test_numbers_survive_writing_and_reading(tmp_path_factory, values):
    path = tmp_path_factory.mktemp("round") / "scores.csv"
    frame = pd.DataFrame({"sentence_id": [f"s{i}" for i in range(len(values))], "measure": "m", "score": values})
    io.write_table(frame, path, "scores")
    assert io.read_table(path, "scores")["score"].tolist() == values


@given(st.binary(max_size=200))
def test_no_bytes_make_anything_but_our_own_error(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("fuzz") / "pairs.csv"
    path.write_bytes(data)
    try:
        io.read_table(path, "user_pairs")
    except InputError as error:
        assert str(path) in str(error)


def test_delta_columns_join_systems_by_pair():
    first = pd.DataFrame({"pair_id": ["p", "q"], "measure": "m", "human_delta": [1.0, 2.0], "model_delta": [3.0, 4.0]})
    second = first.iloc[::-1].assign(model_delta=[6.0, 5.0])
    columns = io.delta_columns({"x": first, "y": second})
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
    io.write_table(empty, tmp_path / "x.csv", "contamination")
    assert io.read_table(tmp_path / "x.csv", "contamination").empty
    with pytest.raises(InputError, match="has no rows"):
        io.write_table(pd.DataFrame(columns=["sentence_id"]), tmp_path / "y.csv", "held_out")
