"""Contexts in tables of sentences and of pairs: what is read before a sentence, and what of it is scored."""

import pandas as pd
import pytest

from acceptability.datasets.user_pairs import manifest as of_pairs
from acceptability.datasets.user_pairs.reader import read as read_pairs
from acceptability.datasets.user_sentences import manifest as of_sentences
from acceptability.datasets.user_sentences.reader import read as read_sentences
from acceptability.errors import InputError
from acceptability.reading import pairs, sentences

PARTS = ["sentence", "given", "scored"]


def table(folder, *lines: str):
    path = folder / "mine.csv"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return str(path)


def parts(frame: pd.DataFrame, *names: str) -> list[tuple]:
    return list(frame[[*PARTS, *names]].itertuples(index=False, name=None))


def test_a_sentence_is_scored_after_its_context_and_a_row_may_have_none(tmp_path):
    path = table(tmp_path, "context,sentence", "It has rained all day.,The dog is wet.", ",The dog is wet.")
    assert parts(read_sentences(path).sentences) == [
        ("It has rained all day. The dog is wet.", "It has rained all day.", "The dog is wet."),
        ("The dog is wet.", "", "The dog is wet."),
    ]
    assert of_sentences.manifest({"sentences": path}).scored_part
    assert not sentences.read(path).reading.notes  # one sentence in two contexts is no copy


def test_a_part_of_the_sentence_after_its_context(tmp_path):
    path = table(
        tmp_path, "context,sentence,given,scored", "It rained.,The dog is wet.,The dog,is", "It rained.,A b.,A,b."
    )
    assert parts(read_sentences(path).sentences)[0] == ("It rained. The dog is wet.", "It rained. The dog", "is")
    wrong = table(tmp_path, "context,sentence,given,scored", "It rained.,The dog is wet.,It rained.,The dog")
    with pytest.raises(InputError, match="row 2 .*: the sentence does not begin with the text in given"):
        sentences.read(wrong)


def test_words_and_regions_of_a_context_stand_before_those_of_its_sentence(tmp_path):
    path = table(
        tmp_path,
        "context,sentence,words,regions",
        "It rained.,The dog is wet.,The dog|is|wet.,subject verb rest",
        "It was.,A b.,,",
    )
    found = sentences.read(path).columns
    assert found["words"] == [["It", "rained.", "The dog", "is", "wet."], []]
    assert found["regions"] == ["context context subject verb rest", ""]
    path = table(
        tmp_path, "context,good,bad,good_regions,bad_regions", "It rained.,A b.,A c.,x y,x z", "It was.,D e.,D f.,,"
    )
    found = pairs.read(path).columns
    assert found["good_regions"] == ["context context x y", ""] and found["bad_regions"][0] == "context context x z"


def test_contexts_of_pairs_of_both_sentences_and_of_one(tmp_path):
    path = table(
        tmp_path,
        "context,bad_context,good,bad,good_rating,bad_rating",
        "Anna asked Ben a question.,He was quiet.,Ben answered her.,Ben answered himself.,0.5,-0.5",
        "The dogs were tired.,,They slept.,*It slept.,1,-1",
    )
    found = read_pairs(path).sentences
    assert parts(found, "rating") == [
        ("Anna asked Ben a question. Ben answered her.", "Anna asked Ben a question.", "Ben answered her.", 0.5),
        (
            "Anna asked Ben a question. He was quiet. Ben answered himself.",
            "Anna asked Ben a question. He was quiet.",
            "Ben answered himself.",
            -0.5,
        ),
        ("The dogs were tired. They slept.", "The dogs were tired.", "They slept.", 1),
        ("The dogs were tired. It slept.", "The dogs were tired.", "It slept.", -1),
    ]
    assert of_pairs.manifest({"pairs": path}).scored_part


def test_a_row_for_each_sentence_has_its_own_context(tmp_path):
    path = table(tmp_path, "context,sentence,label", "It rained.,He is wet.,1", "The sun shone.,He is wet.,0")
    assert parts(read_pairs(path).sentences) == [
        ("It rained. He is wet.", "It rained.", "He is wet."),
        ("The sun shone. He is wet.", "The sun shone.", "He is wet."),
    ]


def test_one_target_after_two_prefixes(tmp_path):
    path = table(
        tmp_path,
        "prefix_acceptable,prefix_unacceptable,property_phrase",
        "A sparrow,A teapot,can fly.",
        "A carp,A fox,has gills.",
    )
    made = read_pairs(path)
    assert parts(made.sentences)[:2] == [
        ("A sparrow can fly.", "A sparrow", "can fly."),
        ("A teapot can fly.", "A teapot", "can fly."),
    ]
    assert of_pairs.manifest({"pairs": path}).scored_part


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("prefix_acceptable,prefix_unacceptable,property_phrase", "Sparrows,Lamps,can fly."),
        ("prefix_acceptable,prefix_unacceptable,property_phrase", "A boy,Lamps,can fly."),
        ("good_context,bad_context,good,bad", "It rained.,Yes.,He is wet.,He is wet."),
    ],
)
def test_texts_of_one_word_are_contexts_of_one_sentence_each(tmp_path, header, row):
    """A prefix of one word is a prefix, and a context of one word is one if the other sentence's has more."""
    dataset = read_pairs(table(tmp_path, header, row))
    good, bad, *_ = row.split(",")
    assert dataset.sentences["given"].tolist() == [good, bad]


def test_whole_sentences_beside_prefixes_are_used_and_the_prefixes_are_not(tmp_path):
    path = table(
        tmp_path,
        "good,bad,prefix_good,prefix_bad,target",
        "A sparrow can fly.,A teapot can fly.,A sparrow,A teapot,can fly.",
    )
    read = pairs.read(path)
    assert read.columns["good"] == ["A sparrow can fly."] and "good_scored" not in read.columns
    assert set(read.rest) == {"prefix_good", "prefix_bad", "target"}
    assert not of_pairs.manifest({"pairs": path}).scored_part


def test_a_word_is_no_context(tmp_path):
    path = table(tmp_path, "context,sentence", "neutral,The dog is wet.", "biased,The dog is old.")
    made = read_sentences(path).sentences
    assert "scored" not in made and made["context"].tolist() == ["neutral", "biased"]
    assert not of_sentences.manifest({"sentences": path}).scored_part
    assert "context: no cell has more than one word" in sentences.read(path).reading.notes[0]


def test_a_note_called_scored_changes_nothing(tmp_path):
    path = table(tmp_path, "sentence,scored", "The dog is old.,yes", "The cat is old.,no")
    made = read_sentences(path).sentences
    assert "given" not in made and "scored" not in made and made["note_scored"].tolist() == ["yes", "no"]
