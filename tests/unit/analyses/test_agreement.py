"""Correlations and criteria by hand, against scipy, and on parts of the pairs."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from acceptability.analyses.agreement import compute as agreement
from acceptability.statistics import correlation

SENTENCES = pd.DataFrame(
    {
        "sentence_id": ["a", "b", "c", "d", "e", "f", "g", "h"],
        "sentence": ["He slept.", "Slept he.", "She  ate it.", "She ate.", "x y", "y x", "Not rated.", "Rated not."],
        "label": [1, 0, 1, 0, 1, 0, 1, 0],
        "rating": [1.0, 0.0, 2.0, 0.0, 3.0, 0.0, np.nan, 0.5],
    }
)
PAIRS = pd.DataFrame(
    {
        "pair_id": ["p", "q", "r", "s"],
        "good_id": ["a", "c", "e", "g"],
        "bad_id": ["b", "d", "f", "h"],
        "source": ["LI", "LI", "Adger", "Adger"],
    }
)
DELTAS = pd.DataFrame(
    {"pair_id": list("pqrs"), "measure": "pll", "human_delta": [1, 2, 3, np.nan], "model_delta": [1.2, 2.9, -1, 5]}
)


def values(table: pd.DataFrame, chosen: str) -> dict:
    part = table[table["chosen"] == chosen]
    return {
        row.statistic if np.isnan(row.threshold) else (row.statistic, row.threshold): (row.value, row.items)
        for row in part.itertuples()
    }


@pytest.mark.parametrize(
    ("kind", "x", "y", "expected"),
    [
        # Ranks 1 2 3 4 against 2 1 4 3: rho = 1 - 6 * 4 / (4 * 15); 4 pairs agree and 2 do not: tau = 2 / 6.
        ("spearman", [1, 2, 3, 4], [20, 10, 400, 300], 0.6),
        ("kendall_tau_b", [1, 2, 3, 4], [20, 10, 400, 300], 1 / 3),
        # Of the 6 pairs of points 4 agree, 1 is tied in x and 1 in y: tau-b = 4 / sqrt(5 * 5).
        ("kendall_tau_b", [1, 1, 2, 3], [1, 2, 3, 3], 4 / 5),
        # Means 3 and 1 of two scores each, SD sqrt(5 / 4) around 2: 2 / sqrt(1.25) * 0.5.
        ("point_biserial", [1, 1, 0, 0, 1], [3.5, 2.5, 0.5, 1.5, np.nan], 1 / np.sqrt(1.25)),
    ],
)
def test_correlations_by_hand(kind, x, y, expected):
    assert getattr(correlation, kind)(x, y) == (pytest.approx(expected), 4)


def test_rounding_errors_break_no_ties():
    noisy = np.array([0.1 + 0.2, 0.3, 0.3, 1.0])
    assert noisy[0] != noisy[1]
    for correlate in (correlation.kendall_tau_b, correlation.spearman):
        assert correlate(noisy, [2, 1, 3, 4]) == correlate([3, 3, 3, 10], [2, 1, 3, 4])
    for correlate in correlation.CORRELATIONS.values():
        assert np.isnan(correlate(noisy[:3], [2, 1, 3])[0])


FEW = st.integers(-3, 3).map(float)


@given(st.lists(st.tuples(FEW, FEW), min_size=3, max_size=12))
def test_scipy_and_numpy_agree(points):
    x, y = map(np.array, zip(*points, strict=True))
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert all(np.isnan(correlate(x, y)[0]) for correlate in correlation.CORRELATIONS.values())
        return
    signs = np.sign(np.subtract.outer(x, x)) * np.sign(np.subtract.outer(y, y))
    untied = [np.abs(np.sign(np.subtract.outer(side, side))).sum() for side in (x, y)]
    tau_b = signs.sum() / np.sqrt(untied[0] * untied[1])
    assert correlation.kendall_tau_b(x, y)[0] == pytest.approx(tau_b)
    assert correlation.pearson(x, y)[0] == pytest.approx(np.corrcoef(x, y)[0, 1])
    ranks = [stats.rankdata(side) for side in (x, y)]
    assert correlation.spearman(x, y)[0] == pytest.approx(np.corrcoef(*ranks)[0, 1])
    labels = (x > x.mean()).astype(int)
    assert correlation.point_biserial(labels, y)[0] == pytest.approx(stats.pearsonr(labels, y).statistic)


@pytest.mark.parametrize("kind", correlation.CORRELATIONS)
def test_correlations_are_symmetric_and_change_sign_with_a_side(kind):
    correlate = correlation.CORRELATIONS[kind]
    x, y = np.random.default_rng(3).normal(size=(2, 40))
    value = correlate(x, y)[0]
    assert correlate(y, x)[0] == pytest.approx(value)
    assert correlate(x, -3 * y)[0] == pytest.approx(-value)
    assert correlate(x, x)[0] == pytest.approx(1)


@pytest.mark.parametrize("labels", [[1, 1, 1], [0, 0, 0], [1, 0], []])
def test_no_point_biserial_correlation_without_both_labels_or_with_too_few_scores(labels):
    value, items = correlation.point_biserial(labels, np.arange(len(labels)))
    assert np.isnan(value) and items == len(labels)
    assert np.isnan(correlation.point_biserial([1, 0, 1], [2, 2, 2])[0])


def test_choices_are_of_rated_pairs_and_their_words():
    subsets = agreement.subsets(PAIRS, SENTENCES)
    assert {name: list(part["pair_id"]) for name, part in subsets.items()} == {
        "all": ["p", "q", "r"],
        "LI": ["p", "q"],
        "Adger": ["r"],
        "matched": ["p", "r"],
        "unmatched": ["q"],  # two spaces make no word
    }


def test_without_ratings_all_pairs_count_and_without_sources_there_are_fewer_choices():
    unrated = SENTENCES.assign(rating=np.nan)
    subsets = agreement.subsets(PAIRS.drop(columns="source"), unrated)
    assert {name: len(part) for name, part in subsets.items()} == {"all": 4, "matched": 3, "unmatched": 1}
    found = agreement.agreement_of_deltas(DELTAS.assign(human_delta=np.nan), subsets, [0.5])
    assert set(found["statistic"]) == {"blimp"}
    assert values(found, "all") == {"blimp": (0.75, 4)}
    z = pd.DataFrame({"sentence_id": SENTENCES["sentence_id"], "measure": "pll", "z_score": range(8)})
    assert set(agreement.agreement_of_sentences(z, unrated, subsets)["statistic"]) == {"point_biserial"}


def test_criteria_and_correlations_of_each_choice():
    found = agreement.agreement_of_deltas(DELTAS, agreement.subsets(PAIRS, SENTENCES), [0.5, 5])
    whole = values(found, "all")
    assert whole["blimp"] == (pytest.approx(2 / 3), 3)
    assert whole["adc", 0.5] == (pytest.approx(1 / 3), 3)
    assert whole["adc", 5.0] == (pytest.approx(2 / 3), 3)  # the third pair has the wrong sign
    # Ranks 1 2 3 against 2 3 1: rho = 1 - 6 * 6 / (3 * 8) = -0.5; 1 pair of pairs agrees, 2 do not.
    assert whole["spearman"] == (pytest.approx(-0.5), 3)
    assert whole["kendall_tau_b"] == (pytest.approx(-1 / 3), 3)
    assert whole["pearson"] == (pytest.approx(np.corrcoef([1, 2, 3], [1.2, 2.9, -1])[0, 1]), 3)
    single = values(found, "unmatched")  # one pair: criteria, but no correlation
    assert single["adc", 5.0] == (1, 1)
    assert np.isnan(single["pearson"][0]) and single["pearson"][1] == 1


def test_sentence_statistics_count_each_sentence_of_the_chosen_pairs_once():
    pairs = pd.concat([PAIRS, PAIRS.iloc[[0]].assign(pair_id="t", bad_id="d")])
    subsets = agreement.subsets(pairs, SENTENCES)
    scores = [3.0, 1, 2, 0, 5, 4, 99, -99]  # the last two sentences are in no rated pair
    z = pd.DataFrame({"sentence_id": SENTENCES["sentence_id"], "measure": "pll", "z_score": scores})
    found = values(agreement.agreement_of_sentences(z, SENTENCES, subsets), "all")
    ratings, labels = SENTENCES["rating"][:6], SENTENCES["label"][:6]
    assert found["sentence_pearson"] == (pytest.approx(np.corrcoef(ratings, scores[:6])[0, 1]), 6)
    assert found["sentence_spearman"] == (pytest.approx(stats.spearmanr(ratings, scores[:6]).statistic), 6)
    assert found["point_biserial"] == (pytest.approx(stats.pearsonr(labels, scores[:6]).statistic), 6)
    unlabelled = agreement.agreement_of_sentences(z, SENTENCES.drop(columns="label"), subsets)
    assert set(unlabelled["statistic"]) == {"sentence_pearson", "sentence_spearman"}
