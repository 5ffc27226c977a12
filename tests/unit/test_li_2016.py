"""A second sample of pairs from Linguistic Inquiry, with made-up rows in the form of its release."""

import csv
from pathlib import Path

import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.errors import InputError
from acceptability.papers.li_2016 import manifest, reader

HEADER = ["sentence_grammatical", "sentence_ungrammatical", "phenomenon", "paradigm", "pair_ID", "LS_diff", "source"]
HEADER += ["Good ID", "Bad ID", "LS_grammatical", "LS_ungrammatical", "LS_diff"]
CONTRAST = "32.2.Kim.1a-1b"


def row(
    number: int,
    good="Kim left.",
    bad="Kim leave.",
    contrast=CONTRAST,
    source="Mahowald",
    ratings=("0.5", "-0.25", "0.75"),
):
    return [good, bad, "LI", contrast, str(number), ratings[2], source, "", "", *ratings]


ROWS = [
    row(0, "Sue ran.", "Sue run.", "LI-Adger", "Sprouse", ("", "", "")),
    row(1),
    row(2, "Ann  sang.", "Ann sing. "),
    row(3, "They left.", "Left they.", "33.1.Lee.fn2-3c", ratings=("-1", "0", "-1")),
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "pairs.csv"


def write(path: Path, rows: list[list[str]], header=HEADER) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def test_pairs_of_the_second_sample_alone(path):
    made = reader.read(write(path, ROWS), 4)
    io.check_table(made.sentences, SENTENCES, "sentences")
    io.check_table(made.pairs, PAIRS, "pairs")
    checks.check_pairs(made.pairs, made.sentences, "pairs")
    assert made.sentences["sentence"].tolist() == [
        *("Kim left.", "Kim leave.", "Ann sang.", "Ann sing.", "They left.", "Left they."),
    ]
    assert made.sentences["rating"].tolist() == [0.5, -0.25, 0.5, -0.25, -1, 0]
    assert made.sentences["label"].tolist() == [1, 0] * 3
    assert made.pairs["phenomenon"].tolist() == [CONTRAST, CONTRAST, "33.1.Lee.fn2-3c"]
    assert made.pairs["cluster"].tolist() == made.pairs["article"].tolist() == ["32.2.Kim", "32.2.Kim", "33.1.Lee"]
    assert {"pairs", "rated"} <= manifest.manifest({}).has and "single_ratings" not in manifest.manifest({}).has


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(1, ratings=("0.5", "-0.25", "0.7"))], "row 2 (pair_ID '1'): LS_diff is not the difference of the two"),
        ([row(1, ratings=("x", "-0.25", "0.75"))], "row 2 (pair_ID '1'): LS_grammatical is 'x', not a number"),
        ([row(1, ratings=("0.5", "", "0.75"))], "row 2 (pair_ID '1'): LS_ungrammatical is '', not a number"),
        ([row(1, contrast="Kim")], "row 2 (pair_ID '1'): 'Kim' names no article"),
        ([row(1, good="The same.", bad="The  same.")], "row 2 (pair_ID '1'): its two sentences are the same"),
        ([row(1), row(1)], "row 3 (pair_ID '1'): has the pair_ID of another row"),
        ([row(1, bad=" ")], "row 2 (pair_ID '1'): has no sentence_ungrammatical"),
        (ROWS[:1], "has no pair of the source 'Mahowald'"),
    ],
)
def test_what_is_wrong_is_said_with_the_row_and_the_mend(path, rows, message):
    with pytest.raises(InputError) as error:
        reader.read(write(path, rows))
    assert message in str(error.value) and "fetch the file again" in str(error.value)


def test_a_cut_file_and_one_without_a_column_are_refused(path):
    with pytest.raises(InputError, match="has 4 rows instead of 2379; fetch the file again"):
        reader.read(write(path, ROWS), 2379)
    with pytest.raises(InputError, match="has no column 'pair_ID'"):
        reader.read(write(path, ROWS, [name.replace("pair_ID", "id") for name in HEADER]))
