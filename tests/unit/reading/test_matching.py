"""Which sentences of a dataset the texts of a file belong to."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability.errors import InputError
from acceptability.reading.matching import EXACTLY, LOOSELY, NOT, letters, match, same, scores_by_id

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
        ("Cafe noir", ["e"], LOOSELY),  # programs that lower case may drop accents
        ("the cat sat", [], NOT),  # two sentences differ in punctuation only
        ("ＮＯ！", ["f"], LOOSELY),  # full width
        ("...", [], NOT),
        ("", [], NOT),
        ("A stranger.", [], NOT),
        (" The\tcat\n sat.\u00a0", ["a"], EXACTLY),  # tabs, ends of lines, spaces that do not break
        ("Thecat, sat.", [], NOT),  # equal to a and b in all letters
        ("“Who left”?", ["c", "d"], LOOSELY),
        ("Who\u200b left?", ["c", "d"], LOOSELY),  # a space of no width is no white space, and no letter
        ("Whö left?", ["c", "d"], LOOSELY),
        ("Who left2?", [], NOT),  # digits count
        ("Wer left?", [], NOT),
    ],
)
def test_one_text(text, ids, way):
    found = match([text], SENTENCES)
    assert (found.ids[text], found.way[text]) == (ids, way)


@pytest.mark.parametrize(
    ("text", "ids", "way"),
    [
        ("Cafe noir", [], NOT),  # another letter
        ("Whö left?", [], NOT),
        ("cafe\u0301 NOIR .", ["e"], LOOSELY),  # the same letters, differently encoded
        ("Cafe\u0301 noir", ["e"], EXACTLY),
        ("who LEFT ?", ["c", "d"], LOOSELY),
    ],
)
def test_accents_count_where_they_should(text, ids, way):
    found = match([text], SENTENCES, accents=True)
    assert (found.ids[text], found.way[text]) == (ids, way)


def test_a_loose_match_must_be_the_only_one():
    assert match(["who left", "WHO LEFT."], SENTENCES).ids == {"who left": [], "WHO LEFT.": []}
    taken = match(["Who left?", "who left"], SENTENCES)  # the sentence has a text of its own
    assert taken.ids == {"Who left?": ["c", "d"], "who left": []}
    assert taken.way == {"Who left?": EXACTLY, "who left": NOT}
    assert match(["who left", "who  left"], SENTENCES).ids == {"who left": ["c", "d"], "who  left": ["c", "d"]}


def test_what_stands_in_the_dataset_twice_in_two_ways_is_not_matched_loosely():
    found = match(["he re-signed", "he resigned"], {"a": "He re-signed.", "b": "He resigned."})
    assert found.ids == {"he re-signed": [], "he resigned": []} and set(found.way.values()) == {NOT}
    found = match(["He resigned.", "He re-signed"], {"a": "He re-signed.", "b": "He resigned."})
    assert found.ids == {"He resigned.": ["b"], "He re-signed": []}


TEXTS = st.lists(st.text("aA .,", max_size=4), max_size=6)


@given(TEXTS, TEXTS, st.randoms())
def test_every_match_is_the_only_one_that_it_could_be(texts, known, random):
    """Exact matches do not depend on other texts, loose ones are one to one; the order of both sides does not matter."""
    sentences = {str(number): text for number, text in enumerate(known)}
    found = match(texts, sentences)
    assert set(found.ids) == set(found.way) == set(texts)
    for text in texts:
        exact = [name for name, sentence in sentences.items() if same(sentence) == same(text)]
        near = [name for name, sentence in sentences.items() if letters(sentence) == letters(text)]
        if exact:
            assert (found.ids[text], found.way[text]) == (exact, EXACTLY)
        elif found.way[text] == LOOSELY:
            assert found.ids[text] == near and len({same(sentences[name]) for name in near}) == 1 and letters(text)
            assert {same(other) for other in texts if letters(other) == letters(text)} == {same(text)}
        else:
            texts_near = {same(sentences[name]) for name in near}
            rivals = {same(other) for other in texts if letters(other) == letters(text)}
            assert found.ids[text] == [] and (not letters(text) or len(texts_near) != 1 or len(rivals) > 1)
    turned, names = list(texts), list(sentences)
    random.shuffle(turned)
    random.shuffle(names)
    other = match(turned, {name: sentences[name] for name in names})
    assert {text: set(ids) for text, ids in other.ids.items()} == {text: set(ids) for text, ids in found.ids.items()}
    assert other.way == found.way


def test_signs_of_other_scripts_count():
    assert letters("हिन्दी") == "हिन्दी"  # vowel signs are marks
    assert letters("雨が。降る") == "雨が降る"
    assert letters("ΣΊΣΥΦΟΣ ß") == letters("σίσυφος ss")
    assert letters("「はい」と　言った。") == "はいと言った"
    assert letters("كَتَبَ.") == "كَتَبَ" != letters("كتب")  # vowel signs tell words apart
    assert letters("한국어!") == letters("\u1112\u1161\u11ab국어")  # composed and decomposed syllables
    found = match(["雨が降る", "हिन्द है"], {"j": "雨が降る。", "h": "हिन्दी है।"})
    assert found.ids == {"雨が降る": ["j"], "हिन्द है": []}


def table(*rows: tuple[str, float]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["sentence", "score"]).assign(measure="m")


def test_scores_go_to_all_sentences_of_a_text_and_matches_are_counted_by_rows(capsys):
    found, matches = scores_by_id(
        table(("who left ?", -3), ("The cat sat.", -1), ("The cat sat.", -1), ("x", 0)), SENTENCES
    )
    assert dict(found[["sentence_id", "score"]].to_numpy()) == {"c": -3, "d": -3, "a": -1}
    assert matches[["way", "rows"]].to_numpy().tolist() == [[EXACTLY, 2], [LOOSELY, 1], [NOT, 1]]
    assert capsys.readouterr().out == "matched: exactly 2, loosely 1, not at all 1\n"


def test_rows_are_counted_once_whatever_measures_have_a_score_there(capsys):
    """The first measure has no score of two rows of the file."""
    first, second = table(("Who left?", -1)), table(("Who left?", -2), ("The cat sat.", -3), ("x", 0))
    found, matches = scores_by_id(pd.concat([first.assign(measure="n"), second]), SENTENCES)
    assert found[["sentence_id", "measure", "score"]].to_numpy().tolist() == [
        ["c", "n", -1],
        ["d", "n", -1],
        ["c", "m", -2],
        ["d", "m", -2],
        ["a", "m", -3],
    ]
    assert matches[["way", "rows"]].to_numpy().tolist() == [[EXACTLY, 2], [NOT, 1]]
    assert capsys.readouterr().out == "matched: exactly 2, not at all 1\n"


def test_a_released_score_of_a_text_with_other_accents_is_left_out():
    found, matches = scores_by_id(table(("Who left?", -1), ("Cafe noir", -2)), SENTENCES)
    assert set(found["sentence_id"]) == {"c", "d"}
    assert matches[["way", "first"]].to_numpy().tolist() == [[EXACTLY, "'Who left?'"], [NOT, "'Cafe noir'"]]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("who LEFT?", -1), ("who  LEFT?", -2)], "sentence 'c' has two different scores by m: 'Who left?'"),
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
