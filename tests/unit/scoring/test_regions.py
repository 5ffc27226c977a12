"""Sentences of which a part is scored: BLiMP's toy bigram model, and tokens that are the part's."""

import math
from itertools import pairwise

import pandas as pd
import pytest

from acceptability.errors import InputError
from acceptability.scoring import regions
from acceptability.scoring.tokenisation import tokeniser

BIGRAMS = {  # all others 1
    ("the", "cat"): 0.2,
    ("the", "cats"): 0.6,
    ("cat", "eats"): 0.5,
    ("cats", "eat"): 0.4,
    ("cats", "eats"): 0.2,
    ("eat", "mice"): 0.01,
    ("eats", "mice"): 0.05,
}
WORDS = tokeniser("words", lowercase=True)


def tokenise(texts):
    return [WORDS(text) for text in texts]


def probability(sentence, given="", scored=None):
    """Of the scored part, by the toy model."""
    tokens = ["<s>", *WORDS(sentence)]
    table = pd.DataFrame(
        {
            "sentence_id": "s",
            "position": range(1, len(tokens)),
            "token": tokens[1:],
            "log_prob": [math.log(BIGRAMS.get(two, 1)) for two in pairwise(tokens)],
        }
    )
    if scored is not None:
        sentences = pd.DataFrame({"sentence_id": ["s"], "sentence": sentence, "given": given, "scored": scored})
        table = regions.of_tokens(table, sentences, tokenise)
    return math.exp(table["log_prob"].sum())


def test_full_sentence_and_one_prefix_disagree():
    assert probability("the cats eat mice") == pytest.approx(0.0024)
    assert probability("the cats eats mice") == pytest.approx(0.0060)
    assert probability("the cats eat mice", "the cats", "eat") == pytest.approx(0.4)
    assert probability("the cats eats mice", "the cats", "eats") == pytest.approx(0.2)


def test_full_sentence_and_two_prefix_disagree():
    assert probability("the cat eats mice") == pytest.approx(0.0050)
    assert probability("the cat eats mice", "the cat", "eats") == pytest.approx(0.5)
    assert probability("the cats eats mice", "the cats", "eats") == pytest.approx(0.2)


def test_prefix_and_word_together_disagree_with_the_word_alone():
    assert probability("the cat eats mice", "", "the cat eats") == pytest.approx(0.10)
    assert probability("the cats eats mice", "", "the cats eats") == pytest.approx(0.12)


def bounds(sentence, given, scored):
    sentences = pd.DataFrame({"sentence_id": ["x"], "sentence": sentence, "given": given, "scored": scored})
    return regions.bounds(sentences, tokenise([sentence]), tokenise)


def test_a_word_of_several_tokens_and_punctuation_after_it():
    assert bounds("He saw the grocery stores, today.", "He saw the", "grocery stores") == [(3, 5)]
    assert bounds("He saw it.", "", "He saw it") == [(0, 3)]


def test_a_part_that_ends_within_a_token_is_refused():
    with pytest.raises(InputError, match="sentence_id 'x': the scored part does not begin and end where tokens do"):
        bounds("The cats' tails.", "The", "cat")
    with pytest.raises(InputError, match="sentence_id 'x': the scored part has no token"):
        bounds("The cats sleep.", "The cats", " ")
