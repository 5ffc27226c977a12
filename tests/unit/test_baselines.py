import math

import pytest

from acceptability.baselines import Unigram, negative_length, tokenise


def test_tokens():
    assert tokenise("The farmer's dogs, don’t bark!") == ["the", "farmer's", "dogs", ",", "don’t", "bark", "!"]


def test_length_counts_words_and_shorter_is_better():
    assert negative_length("The  old dog.") == -3.0


def test_unigram_by_hand():
    # tokens: the the dog . = 4 of 3 types; denominator 4 + 3 + 1 = 8
    model = Unigram(["The the dog."])
    assert model.probability("the") == 3 / 8
    assert model.probability("cat") == 1 / 8
    assert model.log_prob("The cat") == pytest.approx(math.log(3 / 8) + math.log(1 / 8))


def test_probabilities_sum_to_one():
    model = Unigram(["a b c a", "b b ."])
    assert sum(map(model.probability, model.counts)) + model.probability("never seen") == pytest.approx(1)


def test_word_order_does_not_matter_to_the_last_bit():
    model = Unigram(["one two three four five six seven one one two"])
    words = "one two three four five six seven eight"
    backwards = " ".join(reversed(words.split()))
    assert model.log_prob(words) == model.log_prob(backwards)
