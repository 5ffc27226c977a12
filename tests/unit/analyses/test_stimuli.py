"""Pairs before they are judged: differences, twins, items of one frame, by hand and beside slow twins of the code."""

import math
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.metrics.distance import edit_distance

from acceptability.analyses.stimuli.compute import compute
from acceptability.analyses.stimuli.page import MOST, part
from acceptability.contracts.io import check_table
from acceptability.contracts.scoring import WORD_COUNTS
from acceptability.datasets.user_pairs.reader import from_records
from acceptability.scoring.unigrams import END, Unigrams
from acceptability.statistics import corpus_words
from acceptability.statistics.differences import words_of
from acceptability.statistics.stimuli import (
    apart,
    count_words,
    first_others,
    frame_keys,
    linked,
    mean_log_frequency,
    own_words,
    word_edits,
)

WORDS = st.lists(st.sampled_from("abc"), max_size=6)


@given(WORDS, WORDS)
def test_edits_are_nltks_and_own_words_are_what_is_left(first, second):
    assert word_edits(first, second) == edit_distance(first, second)
    assert Counter(own_words(first, second)) == Counter(first) - Counter(second)
    start, end = apart(first, second)
    assert first[:start] == second[:start] and first[len(first) - end :] == second[len(second) - end :]
    assert start + end <= min(len(first), len(second))


def test_own_words_keep_their_order_and_of_one_that_both_have_the_last_is_more():
    assert own_words(["x", "b", "a", "b"], ["b"]) == ["x", "a", "b"]


def differ_by_one_word(one, other):
    """Whether one word of both sentences of a pair, wherever it stands, is another word in the other pair."""
    return any(
        [["_" if it == w else it for it in text] for text in one]
        == [["_" if it == v else it for it in text] for text in other]
        for w in set(one[0]) & set(one[1])
        for v in set(other[0]) & set(other[1])
    )


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=6))
def test_frames_are_the_components_of_a_slow_comparison_of_all_pairs(pairs):
    number = list(range(len(pairs)))
    for _ in pairs:
        for i, one in enumerate(pairs):
            for j, other in enumerate(pairs):
                if differ_by_one_word(one, other):
                    number[i] = number[j] = min(number[i], number[j])
    made = linked(frame_keys([good for good, _ in pairs], [bad for _, bad in pairs]))
    same = np.equal.outer(number, number)
    assert (np.equal.outer(made, made) == same).all()


def test_the_first_other_item_with_one_of_its_keys():
    assert first_others([("a", "b"), ("c", "d"), ("b", "c"), ("e", "e")], ["1", "2", "3", "4"]) == ["3", "3", "1", ""]


PAIRS = [  # pair_id, phenomenon, good, bad
    ("p1", "agreement", "The boy sleeps.", "The boy sleep."),
    ("p2", "agreement", "The girl sleeps.", "The girl sleep."),
    ("p3", "order", "The dog saw the cat.", "The dog the cat saw."),
    ("p4", "order", "the dog saw the cat", "The dog the cat saw."),
    ("p5", "order", "The dog the cat saw.", "The dog saw the cat."),
    ("p6", "other", "A blick slept.", "A blick slept?"),
    ("p7", "other", "Two girls sleep.", "Two girls sleeps here."),
]
CORPUS = ["The boy saw the cat.", "The dog sleeps.", "Two girls sleep.", "A girl slept here."]


def stimuli_of(records, word_counts=None):
    sentences, pairs = from_records(records)
    return compute(pairs=pairs, sentences=sentences, word_counts=word_counts)


@pytest.fixture(scope="module")
def checked():
    records = [dict(zip(("pair_id", "phenomenon", "good", "bad"), row, strict=True)) for row in PAIRS]
    counts = pd.DataFrame(sorted(count_words(CORPUS).items()), columns=["token", "count"])
    check_table(counts, WORD_COUNTS, "counts")
    return stimuli_of(records, counts)


def test_every_column_by_hand(checked):
    table = checked["stimuli"].set_index("pair_id")
    assert table.loc["p1", ["words", "characters", "edits"]].tolist() == [0, 1, 1]
    assert table.loc["p1", ["same_words", "first_difference"]].tolist() == [0, 3]
    assert table.loc["p1", ["good_words", "bad_words", "unknown_words"]].tolist() == ["sleeps", "sleep", ""]
    assert table.loc["p3", ["edits", "same_words", "first_difference", "good_words"]].tolist() == [2, 1, 3, ""]
    assert table.loc["p7", ["words", "characters", "edits"]].tolist() == [-1, -6, 2]
    assert np.isnan(table.loc["p6", "first_difference"]) and np.isnan(table.loc["p3", "log_frequency"])
    # Words and marks of the corpus: 18 words and 4 full stops, 4 ends; 14 types with the end, and one for unknown ones.
    counts = count_words(CORPUS)
    assert counts["sleeps"] == counts["sleep"] == 1 and counts[END] == 4
    total = sum(counts.values()) + len(counts) + 1
    assert table.loc["p1", "log_frequency"] == pytest.approx(0)
    both = (math.log(2 / total) + math.log(2 / total)) / 2  # sleeps, here
    assert table.loc["p7", "log_frequency"] == pytest.approx(math.log(2 / total) - both)
    assert table.loc["p6", "unknown_words"] == "blick"


def test_twins_frames_and_their_clusters(checked):
    table = checked["stimuli"].set_index("pair_id")
    assert table["cluster"].tolist() == ["agreement"] * 2 + ["order"] * 3 + ["other"] * 2
    assert table["frame"].tolist() == ["p1", "p1", "p3", "p3", "", "", ""]
    assert table["in_frame"].tolist() == [2, 2, 2, 2, 1, 1, 1]
    assert table["twin"].tolist() == ["", "", "p4", "p3", "p3", "", ""]
    assert table["marks"].to_dict() == {
        "p1": "frame",
        "p2": "frame",
        "p3": "pair twice; frame",
        "p4": "pair twice; frame",
        "p5": "pair reversed",
        "p6": "same sentences; unknown word",
        "p7": "",
    }


def test_a_frame_in_two_clusters_makes_intervals_too_narrow():
    records = [{"pair_id": str(n), "phenomenon": "x", "cluster": str(n), "good": g, "bad": f"{g} it"} for n, g in
               enumerate(["Tom ran", "Ann ran", "Ann sat down"])]  # fmt: skip
    table = stimuli_of(records)["stimuli"]
    assert table["marks"].tolist() == ["frame; in several clusters"] * 2 + [""]
    assert table["cluster"].tolist() == ["0", "0", "2"]


def test_a_sentence_that_pairs_share_makes_no_frame_and_the_clusters_offered_join_whole_ones():
    """p0 and p2 share a sentence, so their clusters are joined, with p1 and p3; p4's stays alone."""
    rows = [("A", "He ran", "Him ran"), ("A", "Ann slept", "Slept Ann"), ("B", "He ran", "Ran he quickly"),
            ("B", "Who left", "Whom left"), ("C", "It is", "It are it")]  # fmt: skip
    records = [{"pair_id": f"p{n}", "phenomenon": "x", "cluster": c, "good": g, "bad": b} for n, (c, g, b) in
               enumerate(rows)]  # fmt: skip
    made = stimuli_of(records)
    table, mark = made["stimuli"], "shares a sentence; in several clusters"
    assert table["marks"].tolist() == [mark, "", mark, "", ""]
    assert table["cluster"].tolist() == ["A"] * 4 + ["C"]
    shown = part(table, made["corpus_note"], described())
    assert "In 2 pairs, one of the sentences is also in another pair." in shown.summary
    assert any("shares a sentence with pair p2" in str(row[3]) for row in shown.blocks[-1].rows)


def test_frequency_is_the_mean_over_words_without_punctuation_and_known_for_no_word():
    unigrams = Unigrams({"a": 3, ".": 5, END: 1}, end_of_sentence=True)  # 9 tokens, 3 types, and unknown ones
    assert mean_log_frequency(["a.", "x"], unigrams) == pytest.approx((math.log(4 / 13) + math.log(1 / 13)) / 2)
    assert np.isnan(mean_log_frequency([], unigrams)) and np.isnan(mean_log_frequency(["?"], unigrams))


def test_a_corpus_of_another_language_is_not_used():
    counts = pd.DataFrame({"token": ["the", "boy"], "count": [9, 1]})
    known, note = corpus_words.unigrams(pd.Series(["The boy ran.", "The boy."]), counts)
    assert known is not None and note.loc[0].tolist() == [5, 1, 1, ""]
    unknown, note = corpus_words.unigrams(pd.Series(["Le garçon the."]), counts)
    assert unknown is None and note.loc[0].tolist() == [3, 2, 0, ""]
    none, note = corpus_words.unigrams(pd.Series(["The boy."]), None)
    assert none is None and note.loc[0].tolist() == [2, 2, 0, ""]


def test_a_loan_word_in_a_script_without_spaces_is_an_unknown_word_and_no_more():
    counts = pd.DataFrame({"token": ["he", "likes", "a", "lot"], "count": [1, 1, 1, 1]})
    english = ["He likes a lot."] * 3
    known, note = corpus_words.unigrams(pd.Series([*english, "He likes 豆腐 a lot."]), counts)
    assert known is not None and note.loc[0].tolist() == [17, 1, 1, ""]
    half, note = corpus_words.unigrams(pd.Series(["He likes 豆腐 a lot.", "He likes a lot."]), counts)
    assert half is not None and note.loc[0, "script"] == ""
    none, note = corpus_words.unigrams(pd.Series(["我看书。", "他看书。", "He likes a lot."]), counts)
    assert none is None and note.loc[0, "script"] == "Chinese"


def described(**more):
    return {"corpus": "texts", "clusters": "phenomena", "labels": {}, "simulated": False} | more


def test_the_page_marks_what_differs_and_shows_remarkable_pairs_first(checked):
    shown = part(checked["stimuli"], checked["corpus_note"], described())
    rows = shown.blocks[-1].rows
    assert [row[0] for row in rows][:3] == ["p6", "p5", "p3"]
    marked = next(row[1] for row in rows if row[0] == "p1")
    assert (marked.before, marked.marked, marked.after) == ("The boy", "sleeps.", "")
    assert "In 1 pair, both sentences are the same, except for capitals and the final mark." in shown.summary
    assert not any("corpus" in sentence for sentence in shown.summary)


def test_the_page_says_what_is_missing_and_how_many_pairs_it_leaves_out(checked):
    many = pd.concat([checked["stimuli"]] * 20, ignore_index=True)
    note = pd.DataFrame({"words": [10], "unknown": [6], "used": [0], "script": [""]})
    other = part(many, note, described())
    assert len(other.blocks[-1].rows) == MOST and f"The page shows {MOST} of 140 pairs" in other.blocks[2].text
    assert "60 % of the words are not in the corpus texts" in other.summary[-1]
    assert "There is no corpus" in part(many, note, described(corpus=None)).summary[-1]


def test_words_are_those_of_the_other_analyses():
    assert words_of(pd.Series(["The boy, here?"])).tolist() == [["the", "boy,", "here"]]


def test_chinese_is_compared_by_characters_and_not_with_a_corpus_of_words():
    counts = pd.DataFrame({"token": ["我看了书", "我看书"], "count": [1, 1]})
    made = stimuli_of([{"pair_id": "1", "phenomenon": "x", "good": "我看了书。", "bad": "我看书。"}], counts)
    row = made["stimuli"].iloc[0]
    assert row[["words", "edits", "first_difference", "good_words"]].tolist() == [1, 1, 3, "了"]
    shown = part(made["stimuli"], made["corpus_note"], described())
    assert shown.summary[-1].startswith("Most sentences are in Chinese script, which has no spaces between words")
    marked = shown.blocks[-1].rows[0][1]
    assert (marked.before, marked.marked, marked.after) == ("我看", "了", "书。")
