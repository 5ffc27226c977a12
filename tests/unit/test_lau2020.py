"""Sentences rated in and out of context, with made-up rows in the form of Lau et al. (2020)."""

import csv
from pathlib import Path

import pytest

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.errors import InputError
from acceptability.papers.lau2020 import manifest, reader

HEADER = ["ID", "translated", "source-language", "sentence", "context", "full-ratings", "mean-ratings"]
ROWS = [
    ["7", "0", "en", "the dog sleeps .", "", "4,4,3.0,3", "3.5"],
    ["8", "1", "cs", "the dog  sleep it .", "", "1,2", "1.5"],
    ["9", "1", "de", "a cat sleeps the .", "", "2,3", "2.5"],
]


def write(path: Path, rows: list[list[str]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([HEADER, *rows])
    return path


@pytest.fixture
def path(tmp_path):
    return tmp_path / "context-none.csv"


def in_context(text="it rains.\tit snows."):
    return [[*row[:4], text, *row[5:]] for row in ROWS]


def test_ratings_are_z_scores_of_means(path):
    made = reader.read(write(path, ROWS))
    table = io.check_table(made.sentences, SENTENCES, "sentences").set_index("sentence_id")
    assert table["sentence"].tolist() == ["the dog sleeps .", "the dog sleep it .", "a cat sleeps the ."]
    # Means 3.5, 1.5, 2.5: mean 2.5, SD √(2/3).
    assert table["rating"].tolist() == pytest.approx([1.5**0.5, -(1.5**0.5), 0])
    assert table.loc["lau.7", ["raters", "mean_rating", "source_language"]].tolist() == ["4", "3.5", "en"]
    assert "given" not in table and made.pairs.empty and made.ratings.empty


def test_a_context_is_given_and_the_sentence_scored(path):
    row = reader.read(write(path, in_context()), context="real").sentences.iloc[0]
    assert row[["given", "scored"]].tolist() == ["it rains. it snows.", "the dog sleeps ."]
    assert row["sentence"] == "it rains. it snows. the dog sleeps ."


def test_the_manifest_says_which_file_and_whether_a_part_is_scored():
    none, real = manifest.manifest({}), manifest.manifest({"context": "real"})
    assert none.sources == {"ratings": "context-none.csv"} and real.sources == {"ratings": "context-real.csv"}
    assert none.ratings and not none.scored_part and real.scored_part and not real.ratings.single
    assert "by itself" in none.description and "three sentences that stand before it" in real.description


@pytest.mark.parametrize(
    ("rows", "context", "message"),
    [
        ([], "none", "has no rows; fetch the file again"),
        ([*ROWS, ROWS[0]], "none", r"row 5 \(ID '7'\): has the ID of another row; fetch"),
        (in_context(), "none", "context-none.csv: each sentence has a context; fetch"),
        (ROWS, "real", "context-none.csv: each sentence has no context; fetch"),
        ([*ROWS, ["5", "0", "en", "x", "y", "1", "1"]], "none", r"row 5 \(ID '5'\): has a context"),
        ([*in_context(), ["5", "0", "en", "x", " ", "1", "1"]], "real", r"row 5 \(ID '5'\): has no context; fetch"),
        ([*ROWS, ["5", "0", "en", " ", "", "1", "1"]], "none", r"row 5 \(ID '5'\): has no sentence; fetch"),
        ([*ROWS, ["5", "0", "en", "x", "", "1,5", "3"]], "none", "row 5 .*: full-ratings is '5', not a whole number"),
        ([*ROWS, ["5", "0", "en", "x", "", "", ""]], "none", r"row 5 \(ID '5'\): has no full-ratings"),
        ([*ROWS, ["5", "0", "en", "x", "", "1,2", "1.6"]], "none", "mean-ratings is not the mean"),
        (ROWS[:1], "none", "its ratings are all the same, so there are no z-scores; fetch the file again"),
    ],
)
def test_a_damaged_file_is_refused(path, rows, context, message):
    with pytest.raises(InputError, match=message):
        reader.read(write(path, rows), context=context)


def test_a_file_that_is_cut_off_or_lacks_a_column_is_refused(path):
    with pytest.raises(InputError, match="context-none.csv: has 3 rows instead of 250; fetch the file again"):
        reader.read(write(path, ROWS), rows=manifest.manifest({}).options["rows"])
    path.write_text("ID,sentence\n1,x\n", encoding="utf-8")
    with pytest.raises(InputError, match="context-none.csv: has no column 'source-language'; fetch the file again"):
        reader.read(path)
