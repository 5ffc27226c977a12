"""The numbers that power assumes are those of the released ratings and scores."""

import pytest

from acceptability.contracts import io
from acceptability.papers.adc.li_adger.scores import pair_scores
from acceptability.sources.released_scores import published_sentence_scores
from acceptability.statistics import criteria
from acceptability.statistics.deltas import compute_deltas
from acceptability.statistics.panels import answers
from acceptability.statistics.power.assumptions import assume
from acceptability.statistics.power.declared import ASSUMPTIONS, RATINGS, SCORES

LANGUAGE_MODELS = [  # file, how it is read, measure, column, base of logarithms
    ("li-adger-pll-scores.csv", published_sentence_scores, "pll", "bert-base-uncased_mlm"),
    ("li-adger-pll-scores.csv", published_sentence_scores, "pll", "bert-large-uncased_mlm"),
    ("li-adger-pll-scores.csv", published_sentence_scores, "pll", "bert-large-cased_mlm"),
    ("li-adger-all-models.csv", pair_scores, "slor", "slor", 10),
]


def test_declared_assumptions_are_those_of_the_release(made, fetched):
    data = made("li-adger")
    rated = answers(data.ratings).sentences
    human = criteria.pair_deltas(data.pairs, data.sentences.set_index("sentence_id")["rating"])
    known = data.pairs["good_id"].isin(rated) & data.pairs["bad_id"].isin(rated) & human.notna()
    pairs = data.pairs[known].reset_index(drop=True)
    assert (len(data.ratings), len(pairs)) == (29_975, 1142)
    columns = {}
    for name, read, measure, column, *base in LANGUAGE_MODELS:
        scores = read(io.read_raw_csv(fetched(name)), measure, column, *base)
        _, deltas = compute_deltas(scores, data.sentences, pairs)
        columns[column, measure] = deltas["model_delta"].to_numpy()
    assumed = assume(pairs, data.sentences, data.ratings, columns)
    assert set(assumed.sources.values()) == {RATINGS, SCORES}
    assert assumed.values == pytest.approx({name: it.value for name, it in ASSUMPTIONS.items()}, abs=0.0006)
