"""Which sentences of a dataset the texts of a file belong to."""

import pandas as pd
import pytest

from acceptability.datasets.matching import EXACTLY, LOOSELY, NOT, letters, match, scores_by_id
from acceptability.errors import InputError

SENTENCES = {
    "a": "The cat  sat.",
    "b": "The cat, sat.",
    "c": "Who left?",
    "d": "Who left?",
    "e": "Café noir",
    "f": "No!",
}


@pytest.mark.parametrize(
    ("text", "ids", "way"),
    [
        ("The cat sat.", ["a"], EXACTLY),  # white space does not matter
        ("Who left?", ["c", "d"], EXACTLY),  # all sentences of this text
        ("who LEFT ?", ["c", "d"], LOOSELY),
        ("Cafe\u0301 noir", ["e"], EXACTLY),  # an accent by itself
        ("Café noir .", ["e"], LOOSELY),
        ("Cafe noir", [], NOT),  # the accent is part of the letter
        ("the cat sat", [], NOT),  # two sentences differ in punctuation only
        ("ＮＯ！", ["f"], LOOSELY),  # full width
        ("...", [], NOT),
        ("A stranger.", [], NOT),
    ],
)
def test_one_text(text, ids, way):
    found = match([text], SENTENCES)
    assert (found.ids[text], found.way[text]) == (ids, way)


def test_a_loose_match_must_be_the_only_one():
    assert match(["who left", "WHO LEFT."], SENTENCES).ids == {"who left": [], "WHO LEFT.": []}
    taken = match(["Who left?", "who left"], SENTENCES)  # the sentence has a text of its own
    assert taken.ids == {"Who left?": ["c", "d"], "who left": []}
    assert taken.way == {"Who left?": EXACTLY, "who left": NOT}
    assert match(["who left", "who  left"], SENTENCES).ids == {"who left": ["c", "d"], "who  left": ["c", "d"]}


def test_signs_of_other_scripts_count():
    assert letters("हिन्दी") == "हिन्दी"  # vowel signs are marks
    assert letters("雨が。降る") == "雨が降る"
    assert letters("ΣΊΣΥΦΟΣ ß") == letters("σίσυφος ss")


def table(*rows: tuple[str, float]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["sentence", "score"]).assign(measure="m")


def test_scores_go_to_all_sentences_of_a_text_and_matches_are_counted_by_rows(capsys):
    found, matches = scores_by_id(
        table(("who left ?", -3), ("The cat sat.", -1), ("The cat sat.", -1), ("x", 0)), SENTENCES
    )
    assert dict(found[["sentence_id", "score"]].to_numpy()) == {"c": -3, "d": -3, "a": -1}
    assert matches[["way", "rows"]].to_numpy().tolist() == [[EXACTLY, 2], [LOOSELY, 1], [NOT, 1]]
    assert capsys.readouterr().out == "matched: exactly 2, loosely 1, not at all 1\n"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("Who left?", -1), ("Who left?", -2)], "sentence 'c' has two different scores by m: 'Who left?'"),
        ([("x", 1), ("y", 2)], "has no sentence of this dataset, not even 'x'; correct dataset or source"),
    ],
)
def test_scores_that_contradict_each_other_or_are_of_another_dataset_are_refused(rows, message):
    with pytest.raises(InputError) as error:
        scores_by_id(table(*rows), SENTENCES)
    assert message in str(error.value)


def test_scores_that_only_rounding_tells_apart_are_the_same():
    found, _ = scores_by_id(table(("Who left?", -10.0), ("Who left?", -10.00001)), SENTENCES)
    assert found["score"].tolist() == [-10.0, -10.0]
