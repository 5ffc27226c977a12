"""Preferences between two datives, with made-up rows in the form of DAIS."""

import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.datasets import registry
from acceptability.errors import InputError
from acceptability.papers.dais import reader
from helpers import write_csv

HEADER = ["i", "verb_id", "classification", "recipient_id", "theme_type", "DOsentence", "PDsentence"]
HEADER += ["BehavDOpreference", "gpt2_ratio"]
ROWS = [
    ["1", "101", "alternating", "pronoun", "def", "Kim gave him the meal", "Kim gave the meal to  him", "80.5", "1.5"],
    ["2", "102", "non-alternating", "pronoun", "def", "Kim said him a word", "Kim said a word to him", "12", "-3"],
    ["3", "102", "non-alternating", "pronoun", "def", "Kim said him it", "Kim said it to him", "50.0", "0"],
]


@pytest.fixture
def read(tmp_path):
    """Reads a dataset from made-up rows."""

    def make(table, header=HEADER, **options):
        return reader.read(write_csv(tmp_path / "dais.csv", header, table), **options)

    return make


def test_the_preferred_sentence_is_the_good_one_and_ties_make_no_pair(read):
    made = read(ROWS)
    io.check_table(made.pairs, PAIRS, "pairs")
    io.check_table(made.sentences, SENTENCES, "sentences")
    checks.check_pairs(made.pairs, made.sentences, "pairs")
    assert made.sentences["sentence"].tolist() == [text.replace("  ", " ") for row in ROWS for text in row[5:7]]
    columns = ["good_id", "bad_id", "phenomenon", "cluster", "preference", "gpt2_ratio"]
    assert made.pairs[columns].to_numpy().tolist() == [
        ["dais.0001.do", "dais.0001.pd", "double object preferred", "101", "80.5", "1.5"],
        ["dais.0002.pd", "dais.0002.do", "prepositional dative preferred", "102", "12", "-3"],
    ]
    assert made.pairs["paradigm"].iloc[1] == "prepositional dative preferred, non-alternating verb, pronoun"
    assert made.sentences["rating"].isna().all()


def test_there_are_no_ratings_and_no_labels():
    found = registry.manifest({"kind": "dais"})
    assert found.pairs.ranked and found.pairs.preference == "preference"
    assert found.has == {"scored", "pairs", "paradigms", "preference"}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [*ROWS, ["4", *ROWS[0][1:7], "101", "1"]],
            r"row 5 \(i '4'\): BehavDOpreference is '101', not a number from 0 to 100",
        ),
        ([*ROWS, ["4", *ROWS[0][1:7], "x", "1"]], r"row 5 \(i '4'\): BehavDOpreference is 'x', not a number"),
        ([*ROWS, ROWS[0]], r"row 5 \(i '1'\): has the i of another row; fetch the file again"),
        ([*ROWS, ["4", *ROWS[0][1:5], " ", *ROWS[0][6:]]], r"row 5 \(i '4'\): has no DOsentence; fetch the file again"),
        ([*ROWS, ["4", *ROWS[0][1:7], "NA", "1"]], r"row 5 \(i '4'\): BehavDOpreference is 'NA', not a number"),
        ([*ROWS, ["4", *ROWS[0][1:6], ROWS[0][5] + " ", "1", "1"]], r"row 5 \(i '4'\): its two sentences are the same"),
        (ROWS[2:], "dais.csv: has no pair with a preference"),
    ],
)
def test_a_damaged_file_is_refused(read, rows, message):
    with pytest.raises(InputError, match=message):
        read(rows)


def test_a_cut_file_and_one_without_a_column_are_refused(read):
    with pytest.raises(InputError, match="dais.csv: has 3 rows instead of 5000; fetch the file again"):
        read(ROWS, **registry.manifest({"kind": "dais"}).options)
    with pytest.raises(InputError, match="dais.csv: has no column 'verb_id'; fetch the file again; it has: i"):
        read([["1"]], ["i"])
