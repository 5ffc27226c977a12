import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability.errors import InputError
from acceptability.scoring import measures
from acceptability.scoring.measures import MEASURES, Sentence

# Three tokens, one of them </s>; two whitespace-separated words.
LOG_PROBS, UNIGRAMS = [-2.0, -6.0, -1.0], [-8.0, -4.0, -2.0]
SENTENCE = Sentence(
    2,
    {
        "log_prob": LOG_PROBS,
        "unigram_log_prob": UNIGRAMS,
        "log_prob_word_l2r": [-3.0, -6.0, -1.5],
        "log_prob_as_published": [-2.0, -7.0, -1.0],
    },
)


def two_columns(logs) -> Sentence:
    log_probs, unigrams = zip(*logs, strict=True)
    return Sentence(len(logs), {"log_prob": log_probs, "unigram_log_prob": unigrams})


NGRAM = ("log_prob", "mean_lp", "pen_lp", "norm_lp", "slor", "slor_as_published", "word_lp_min_1", "unigram_log_prob")


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
        ("pll", -9.0),
        ("mean_pll", -3.0),
        ("pll_word_l2r", -10.5),
        ("mean_pll_word_l2r", -3.5),
        ("pll_as_published", -10.0),
        ("mean_pll_as_published", -10.0 / 3),
    ],
)
def test_by_hand(measure, value):
    assert MEASURES[measure](SENTENCE) == pytest.approx(value, rel=1e-15)


LOGS = st.lists(st.tuples(*[st.floats(-50, -0.001)] * 2), min_size=1, max_size=30)


@given(LOGS, st.randoms())
def test_the_order_of_tokens_changes_no_sum_by_a_single_bit(logs, random):
    shuffled = logs.copy()
    random.shuffle(shuffled)
    for name in NGRAM:
        assert MEASURES[name](two_columns(logs)) == MEASURES[name](two_columns(shuffled))


@given(LOGS)
def test_how_measures_relate(logs):
    p, u = (np.array(column) for column in zip(*logs, strict=True))
    sentence = Sentence(len(p) - 2, {"log_prob": p, "unigram_log_prob": u})
    assert measures.slor(sentence) == pytest.approx(measures.slor_as_published(sentence), rel=1e-12)
    assert measures.mean_lp(sentence) * len(p) == pytest.approx(measures.log_prob(sentence), rel=1e-12)
    assert measures.word_lp_min_1(sentence) <= measures.norm_lp(sentence) + 1e-9
    assert measures.pen_lp(sentence) >= measures.log_prob(sentence)
    # A model that is the unigram model has SLOR 0 and NormLP −1.
    same = Sentence(len(u), {"log_prob": u, "unigram_log_prob": u})
    assert measures.slor(same) == 0
    assert measures.norm_lp(same) == measures.word_lp_min_1(same) == -1
    # Another base of the logarithm scales SLOR and leaves NormLP as it is.
    tenth = Sentence(len(p), {"log_prob": p / math.log(10), "unigram_log_prob": u / math.log(10)})
    assert measures.slor(tenth) * math.log(10) == pytest.approx(measures.slor(sentence), rel=1e-9, abs=1e-12)
    assert measures.norm_lp(tenth) == pytest.approx(measures.norm_lp(sentence), rel=1e-9)


def test_a_column_that_was_not_computed_is_never_guessed():
    with pytest.raises(InputError, match="no log_prob_as_published; take the measures that need it out"):
        measures.pll_as_published(two_columns([(-1.0, -2.0)]))
    with pytest.raises(InputError, match="no unigram_log_prob"):
        measures.slor(Sentence(1, {"log_prob": [-1.0]}))
