"""The numbers that power assumes are those of the released ratings and scores."""

import pytest

from acceptability.contracts import io
from acceptability.papers.adc.li_adger.manifest import RENAMED, manifest
from acceptability.papers.adc.li_adger.reader import read
from acceptability.sources.released_scores import UNITS
from acceptability.statistics import criteria
from acceptability.statistics.deltas import compute_deltas
from acceptability.statistics.panels import answers
from acceptability.statistics.power.assumptions import assume
from acceptability.statistics.power.declared import ASSUMPTIONS, RATINGS, SCORES
from helpers import ROOT

LANGUAGE_MODELS = [  # file, what a row is, measure, column, base of logarithms
    ("li-adger-pll-scores.csv", "sentence", "pll", "bert-base-uncased_mlm", None),
    ("li-adger-pll-scores.csv", "sentence", "pll", "bert-large-uncased_mlm", None),
    ("li-adger-pll-scores.csv", "sentence", "pll", "bert-large-cased_mlm", None),
    ("li-adger-all-models.csv", "pair", "slor", "slor", 10),
]


def test_declared_assumptions_are_those_of_the_release(fetched):
    declared = manifest({})
    files = {argument: fetched(name) for argument, name in declared.sources.items()}
    data = read(**files, renamed=ROOT / RENAMED, **declared.options)
    rated = answers(data.ratings).sentences
    human = criteria.pair_deltas(data.pairs, data.sentences.set_index("sentence_id")["rating"])
    known = data.pairs["good_id"].isin(rated) & data.pairs["bad_id"].isin(rated) & human.notna()
    pairs = data.pairs[known].reset_index(drop=True)
    assert (len(data.ratings), len(pairs)) == (29_975, 1142)
    columns = {}
    for name, unit, measure, column, base in LANGUAGE_MODELS:
        scores = UNITS[unit](io.read_raw_csv(fetched(name)), measure, column, base)
        _, deltas = compute_deltas(scores, data.sentences, pairs)
        columns[column, measure] = deltas["model_delta"].to_numpy()
    assumed = assume(pairs, data.sentences, data.ratings, columns)
    assert set(assumed.sources.values()) == {RATINGS, SCORES}
    assert assumed.values == pytest.approx({name: it.value for name, it in ASSUMPTIONS.items()}, abs=0.0006)
