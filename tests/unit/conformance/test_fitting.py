"""Which convention a column follows: every one is told from all others, and what follows none is not accepted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability.conformance import fitting, kit
from acceptability.scoring.conventions import LENGTHS, conventions

WAYS = {way.name: way for way in conventions()}
KNOWN = fitting.candidates(kit.expected(), WAYS, kit.sentences())
NONE = np.zeros(60, dtype=bool)
TOLERANCE = 1e-4
SUMS = [candidate for candidate in KNOWN if candidate.length.words == "sum"]
BOS = next(c for c in SUMS if (c.model, c.convention.name) == ("tiny-llama", "bos"))


def find(scores: np.ndarray) -> fitting.Finding:
    return fitting.find(scores, KNOWN, TOLERANCE, NONE)


def test_the_table_of_conventions_covers_every_model_and_length():
    assert len(KNOWN) == (32 + 39 + 3) * len(LENGTHS)


@pytest.mark.parametrize("candidate", KNOWN[::7], ids=lambda c: f"{c.model} {c.convention.name} {c.length.words}")
def test_each_convention_is_found_with_noise_of_float32(candidate):
    noise = np.random.default_rng(1).normal(0, 1e-5, 60)
    finding = find((candidate.sums + noise) / candidate.lengths)
    assert finding.precision == "float32"
    assert finding.fit.candidate is candidate or candidate.length.words == "mean over code points"
    assert not finding.alike and finding.fit.unit == "natural log-probabilities"


@pytest.mark.parametrize(
    "change, unit",
    [
        (lambda sums: sums / np.log(2), "base-2 log-probabilities"),
        (lambda sums: -sums / np.log(2), "base-2 log-probabilities, with the sign changed"),
        (lambda sums: sums / np.log(10), "base-10 log-probabilities"),
        (lambda sums: sums * 100, "natural log-probabilities, times 100"),
        (lambda sums: -sums / 1000, "natural log-probabilities, times 0.001, with the sign changed"),
    ],
)
def test_units_are_found(change, unit):
    finding = find(change(BOS.sums))
    assert finding.precision == "float32" and finding.fit.candidate is BOS and finding.fit.unit == unit


def test_probabilities_and_perplexities_are_found():
    perplexity = find(np.exp(-BOS.sums / BOS.tokens))
    assert perplexity.fit.words.startswith("mean over tokens of log-probabilities, as a perplexity")
    probability = find(np.exp(BOS.sums / BOS.tokens))
    assert probability.fit.unit == "log-probabilities, as a probability" and probability.fit.is_whole


def test_the_factor_of_an_unknown_unit_is_not_accepted():
    finding = find(BOS.sums * 0.7)
    assert not finding.precision and finding.fit.unit == "" and finding.fit.factor == pytest.approx(0.7)


@pytest.mark.parametrize("digits", [1, 2, 3])
def test_rounded_scores_are_found(digits):
    finding = find(np.round(BOS.sums, digits))
    assert finding.fit.candidate is BOS and finding.precision == f"rounded to {0.5 * 10.0**-digits:.1g}"


def test_scores_with_few_significant_digits_are_found():
    finding = find(np.array([float(f"{value:.4g}") for value in BOS.sums]))
    assert finding.fit.candidate is BOS and finding.precision.startswith("rounded to 0.05")


@pytest.mark.parametrize("size, words", [(0.02, "bfloat16"), (0.002, "float16")])
@pytest.mark.parametrize("candidate", SUMS[::9], ids=lambda c: f"{c.model} {c.convention.name}")
def test_even_noise_is_compatible_with_half_precision(candidate, size, words):
    noise = np.random.default_rng(2).choice([-1, 1], 60) * np.random.default_rng(3).uniform(0.3, 3, 60)
    finding = find(candidate.sums + size * noise * np.sqrt(candidate.tokens))
    assert finding.fit.candidate is candidate and finding.precision == words


@pytest.mark.parametrize("candidate", SUMS[::9], ids=lambda c: f"{c.model} {c.convention.name}")
@pytest.mark.parametrize("shift", [0.7, -0.05, 0.02])
def test_a_constant_added_to_scores_is_not_accepted(candidate, shift):
    assert not find(candidate.sums + shift).precision


@pytest.mark.parametrize("candidate", SUMS[::9], ids=lambda c: f"{c.model} {c.convention.name}")
@pytest.mark.parametrize("share", [1.001, 1.005, 0.99])
def test_a_factor_near_a_unit_is_not_accepted(candidate, share):
    assert not find(candidate.sums * share).precision


@pytest.mark.parametrize("candidate", SUMS[::9], ids=lambda c: f"{c.model} {c.convention.name}")
@pytest.mark.parametrize("size", [0.2, 0.5])
def test_noise_greater_than_that_of_half_precision_is_not_accepted(candidate, size):
    noise = np.random.default_rng(4).normal(0, size, 60) * np.sqrt(candidate.tokens)
    assert not find(candidate.sums + noise).precision


@given(st.integers(0, 59), st.sampled_from([-30.0, -1.0, -0.1, 0.001, 0.05, 2.0]), st.sampled_from(range(len(KNOWN))))
def test_a_single_changed_row_is_not_accepted_and_is_named(row, change, number):
    candidate = KNOWN[number]
    scores = candidate.sums / candidate.lengths
    if np.isnan(scores[row]):
        return
    scores[row] += change
    finding = find(scores)
    assert not finding.precision
    assert finding.fit.candidate.convention == candidate.convention
    assert row in np.flatnonzero(finding.fit.within == 0)
    assert (finding.fit.within == 0).sum() == 1


@given(st.integers(0, 10**6), st.sampled_from(range(len(KNOWN))))
def test_shuffled_and_random_scores_follow_no_convention(seed, number):
    rng = np.random.default_rng(seed)
    scores = KNOWN[number].sums / KNOWN[number].lengths
    for other in (rng.permutation(scores), rng.normal(np.nanmean(scores), np.nanstd(scores), 60)):
        assert not find(other).precision


def test_constant_scores_and_those_of_another_model_follow_none():
    for scores in (np.zeros(60), np.full(60, -9999.0), BOS.sums[::-1]):
        assert find(scores) == fitting.Finding(None) or not find(scores).precision


def test_a_missing_score_is_a_difference_unless_it_is_optional():
    scores, optional = BOS.sums.copy(), NONE.copy()
    scores[7], optional[7] = np.nan, True
    assert not find(scores).precision and find(scores).fit.count == 59
    finding = fitting.find(scores, KNOWN, TOLERANCE, optional)
    assert finding.precision and finding.fit.compared.sum() == 59


def test_a_sentence_without_counted_tokens_may_have_nothing_or_zero():
    way = next(c for c in SUMS if (c.model, c.convention.name) == ("tiny-gpt2", "none"))
    assert np.isnan(way.sums).sum() == 3
    for value, count in ((np.nan, 57), (0.0, 60)):
        finding = find(np.where(np.isnan(way.sums), value, way.sums))
        assert finding.fit.candidate is way and finding.precision and finding.fit.count == count
    assert not find(np.where(np.isnan(way.sums), -3.0, way.sums)).precision
