import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability import measures
from acceptability.measures import MEASURES, Sentence

# Three tokens, one of them </s>; two whitespace-separated words.
LOG_PROBS, UNIGRAMS = [-2.0, -6.0, -1.0], [-8.0, -4.0, -2.0]
SENTENCE = Sentence(LOG_PROBS, UNIGRAMS, words=2)


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("log_prob", -9.0),
        ("unigram_log_prob", -14.0),
        ("mean_lp", -3.0),
        ("pen_lp", -9.0 / (8 / 6) ** 0.8),
        ("norm_lp", -9.0 / 14.0),
        ("slor", 5.0 / 3),
        ("slor_as_published", 5.0 / 4),
        ("word_lp_min_1", -1.5),
    ],
)
def test_by_hand(measure, value):
    assert MEASURES[measure](SENTENCE) == pytest.approx(value, rel=1e-15)


LOGS = st.lists(st.tuples(*[st.floats(-50, -0.001)] * 2), min_size=1, max_size=30)


@given(LOGS, st.randoms())
def test_the_order_of_tokens_changes_no_sum_by_a_single_bit(logs, random):
    shuffled = logs.copy()
    random.shuffle(shuffled)
    for measure in MEASURES.values():
        first, second = (Sentence(*zip(*rows, strict=True), words=len(rows)) for rows in (logs, shuffled))
        assert measure(first) == measure(second)


@given(LOGS)
def test_how_measures_relate(logs):
    p, u = (np.array(column) for column in zip(*logs, strict=True))
    sentence = Sentence(p, u, words=len(p) - 2)
    assert measures.slor(sentence) == pytest.approx(measures.slor_as_published(sentence), rel=1e-12)
    assert measures.mean_lp(sentence) * len(p) == pytest.approx(measures.log_prob(sentence), rel=1e-12)
    assert measures.word_lp_min_1(sentence) <= measures.norm_lp(sentence) + 1e-9
    assert measures.pen_lp(sentence) >= measures.log_prob(sentence)
    # A model that is the unigram model has SLOR 0 and NormLP −1.
    same = Sentence(u, u, words=len(u))
    assert measures.slor(same) == 0
    assert measures.norm_lp(same) == measures.word_lp_min_1(same) == -1
    # Another base of the logarithm scales SLOR and leaves NormLP as it is.
    tenth = Sentence(p / math.log(10), u / math.log(10), words=len(p))
    assert measures.slor(tenth) * math.log(10) == pytest.approx(measures.slor(sentence), rel=1e-9, abs=1e-12)
    assert measures.norm_lp(tenth) == pytest.approx(measures.norm_lp(sentence), rel=1e-9)
