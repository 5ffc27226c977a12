from dataclasses import fields

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability.errors import InputError
from acceptability.options import CORRECTED, CORRECTIONS, OPTIONS, Options, as_variants
from acceptability.statistics import criteria, deltas
from acceptability.statistics.criteria import (
    ROUNDING_ERROR,
    accepted,
    counted,
    distances,
    half_of_ties,
    meets,
    pair_deltas,
    qualifying,
    shares,
    subtract,
    z_scores,
)

VARIANTS = as_variants({"as_published": {"unrated": "met", "ties": "sign"}})
AS_PUBLISHED = VARIANTS["as_published"]
NAN = float("nan")


def test_z_scores_by_hand_use_the_population_sd():
    # mean 5, squared distances 9 1 1 1 0 0 4 16 = 32, population SD sqrt(32 / 8) = 2
    scores = [2, 4, 4, 4, 5, 5, 7, 9]
    assert z_scores(scores).tolist() == [-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2]


def test_z_scores_of_a_given_population_need_its_mean_and_sd():
    assert z_scores([1.0, 4.0], mean=2.0, sd=0.5).tolist() == [-2.0, 4.0]
    with pytest.raises(InputError, match="both"):
        z_scores([1, 2], mean=1.0)


@pytest.mark.parametrize("scores", [[1, 1, 1], [0.1] * 7, [3.0]])
def test_constant_scores_have_no_z_scores(scores):
    with pytest.raises(InputError, match="there are no z-scores"):
        z_scores(scores)


# Whole steps of 1/64, so that sums are exact and properties hold without rounding.
SCORES = st.lists(st.integers(-1000, 1000).map(lambda n: n / 64), min_size=2, max_size=30).filter(
    lambda values: len(set(values)) > 1
)


@given(SCORES, st.integers(1, 50), st.integers(-50, 50))
def test_z_scores_are_standard_and_do_not_see_scale_or_shift(scores, scale, shift):
    z = z_scores(scores)
    assert abs(z.mean()) < 1e-9
    assert abs(np.sqrt((z**2).mean()) - 1) < 1e-9
    np.testing.assert_allclose(z_scores(np.array(scores) * scale + shift), z, atol=1e-8)
    assert np.argsort(z, kind="stable").tolist() == np.argsort(scores, kind="stable").tolist()


# Δh, Δlm, met at δ = 1: BLiMP, ADC as published, ADC corrected
CASES = [
    (2.0, 1.5, True, True, True),  # close, same sign
    (2.0, 1.0, True, False, False),  # distance exactly δ: the comparison is strict
    (2.0, 0.9, True, False, False),  # too far
    (0.2, -0.2, False, False, False),  # close, other sign
    (-0.5, -0.2, False, True, True),  # both against the experts: the ADC follows the humans
    (-0.5, 0.2, True, False, False),  # the experts' sign, not the humans'
    (0.0, 0.0, False, True, False),  # a tie on both sides
    (0.3, 0.0, False, False, False),  # a tie of the model only
    (0.0, 0.3, True, False, False),  # a tie of the humans only
    (NAN, 0.7, False, True, False),  # no human rating
]


@pytest.mark.parametrize(("human", "model", "blimp", "published", "corrected"), CASES)
def test_criteria_by_hand(human, model, blimp, published, corrected):
    rated = 1.0  # a second pair, so that some pair is rated
    assert meets([human, rated], [model, rated], "blimp")[0] == blimp
    assert meets([human], [model], "adc", 1, AS_PUBLISHED)[0] == published
    assert meets([human], [model], "adc", 1)[0] == corrected


def test_without_any_rating_the_blimp_criterion_counts_every_pair():
    assert meets([NAN, NAN], [0.1, -0.1], "blimp").tolist() == [True, False]
    assert counted([NAN, NAN]).tolist() == [True, True]
    assert counted([NAN, 1.0]).tolist() == [False, True]


def test_the_credit_where_every_pair_counts_is_that_of_the_blimp_criterion():
    model = np.array([2.0, 0.0, -0.5])
    assert criteria.right(model).tolist() == [1, 0.5, 0]
    assert criteria.right(model).tolist() == criteria.credit(np.full(3, np.nan), model, "blimp").tolist()
    assert np.isnan(criteria.right([np.nan])).all()


@pytest.mark.parametrize("threshold", [0, -1, NAN, float("inf")])
def test_delta_must_be_positive(threshold):
    with pytest.raises(InputError, match="δ must be a positive number"):
        meets([1.0], [1.0], "adc", threshold)


DELTAS = st.lists(st.tuples(st.floats(-4, 4), st.floats(-4, 4)), min_size=1, max_size=30)


def slow_adc(human: float, model: float, threshold: float) -> bool:
    """Equations (1) and (2) once more, one pair at a time."""
    if human > 0:
        same_sign = model > 0
    elif human < 0:
        same_sign = model < 0
    else:
        same_sign = False  # then the model ties or has a sign
    return same_sign and max(human - model, model - human) < threshold


@given(DELTAS, st.floats(0.01, 9))
def test_adc_equals_a_slow_implementation(deltas, threshold):
    human, model = np.array(deltas).T
    expected = [slow_adc(h, m, threshold) for h, m in deltas]
    assert meets(human, model, "adc", threshold).tolist() == expected


@given(DELTAS, st.floats(0.01, 9), st.floats(0.01, 9))
def test_adc_grows_with_delta_and_ignores_the_order_within_pairs(deltas, first, second):
    human, model = np.array(deltas).T
    low, high = sorted([first, second])
    for options in VARIANTS.values():
        met = meets(human, model, "adc", low, options)
        assert not (met & ~meets(human, model, "adc", high, options)).any()
        assert meets(-human, -model, "adc", low, options).tolist() == met.tolist()
        assert met.tolist() == (distances(human, model, options) < low).tolist()


def test_shares_count_unrated_pairs_as_published_only_and_without_ratings_there_is_no_adc():
    human, model = [1.0, 1.0, -0.2, NAN], [1.2, -1.0, 0.1, 0.5]
    deltas = pd.DataFrame({"measure": "m", "human_delta": human, "model_delta": model})
    table = shares(deltas, [0.5, 5], VARIANTS)
    assert table["variant"].drop_duplicates().tolist() == ["as_published", "corrected"]
    table = table.set_index(["variant", "criterion", "threshold"])
    met = table["met"]
    assert met["as_published", "adc", 0.5] == 2
    assert met["corrected", "adc", 0.5] == 1
    assert met["corrected", "adc", 5] == 1
    assert table.xs("blimp", level="criterion")["met"].tolist() == [2, 2]
    assert set(table["pairs"]) == {3}
    assert (table["share"] == table["met"] / 3).all()
    assert set(shares(deltas.assign(human_delta=NAN), [0.5], VARIANTS)["criterion"]) == {"blimp"}


def test_options_are_declared_once_and_checked():
    assert Options() == CORRECTED == Options(ties="missed", unrated="dropped")
    assert [*VARIANTS] == ["as_published", "corrected"]
    assert (AS_PUBLISHED.unrated, AS_PUBLISHED.ties) == ("met", "sign")
    with pytest.raises(InputError, match="ties: 'met' is not allowed; take sign or missed"):
        Options(ties="met")
    with pytest.raises(InputError, match="mine: there is no choice 'tie'; there are: ties, unrated"):
        as_variants({"mine": {"tie": "sign"}})
    with pytest.raises(InputError, match="the name corrected is reserved for the workflow's own variant"):
        as_variants({"corrected": {}})
    assert [field.name for field in fields(Options)] == list(CORRECTIONS) and not set(CORRECTIONS) & set(OPTIONS)
    for name, option in CORRECTIONS.items():
        assert option.meaning and getattr(CORRECTED, name) in option.values
        for value in option.values:
            assert getattr(Options(**{name: value}), name) == value


@pytest.mark.parametrize("choice", list(OPTIONS))
def test_a_variant_leaves_only_what_is_corrected(choice):
    other = list(OPTIONS[choice].values)[1]
    with pytest.raises(InputError, match=f"mine: there is no choice '{choice}'"):
        as_variants({"mine": {choice: other}})


def test_a_difference_below_rounding_is_a_tie_and_nothing_else_is():
    good = pd.Series({"a": 0.1 + 0.2, "b": 1.0, "c": 1.0, "d": 2.0, "e": 5.0, "f": 5.0})
    bad = pd.Series({"A": 0.3, "B": 1.0 - 9.9e-10, "C": 1.0 - 1e-8, "D": 2.0 + 1e-8, "E": np.nan})
    pairs = pd.DataFrame({"good_id": list("abcdef"), "bad_id": list("ABCDEF")}, index=[5, 4, 3, 2, 1, 0])
    made = pair_deltas(pairs, pd.concat([good, bad]))  # which lacks F
    assert made.index.tolist() == [5, 4, 3, 2, 1, 0]
    assert made.tolist()[:2] == [0.0, 0.0] and made[[1, 0]].isna().all()
    assert made.tolist()[2:4] == [good["c"] - bad["C"], good["d"] - bad["D"]]
    assert ROUNDING_ERROR == 1e-9
    assert subtract(np.array([5e-10, -5e-10, 2e-9, -2e-9]), np.zeros(4)).tolist() == [0, 0, 2e-9, -2e-9]


def test_what_is_made_from_log_probabilities_inherits_their_ties():
    """NormLP of −20 nats at unigrams of −10, changed by 0.00008 nats, then by 0.0002, which its ratio hardly shows.

    In c, both sums differ by nats, and the ratios by 0.00005: no tie. As the log-probabilities are, so are scores.
    """
    log_probs, unigrams = np.array([-20, -20.00008, -20.0002, -28.4]), np.array([-10, -10, -10, -14.2 + 0.00035])
    pairs = pd.DataFrame({"pair_id": list("abc"), "good_id": "s0", "bad_id": ["s1", "s2", "s3"]})
    pairs = pairs.assign(paradigm="p", phenomenon="p", cluster="p")
    names = [f"s{number}" for number in range(4)]
    sentences = pd.DataFrame({"sentence_id": names, "sentence": "x", "rating": np.nan})
    made = {
        "log_prob": (log_probs, 1.0),
        "norm_lp": (-log_probs / unigrams, 1 / abs(unigrams)),
        "mean_lp": (log_probs / 5, 0.2),
        "morcela": ((0.7 * log_probs - 0.9 * unigrams) / 5, 0.7 / 5),
        "cola_score": (log_probs, np.nan),
    }
    scores = [
        pd.DataFrame({"sentence_id": names, "measure": name, "score": score, "change_per_nat": change})
        for name, (score, change) in made.items()
    ]
    of_pairs = deltas.compute_deltas(pd.concat(scores), sentences, pairs, 1e-4)[1].pivot(
        columns="measure", index="pair_id"
    )
    tied = of_pairs["model_delta"] == 0
    for measure in made:
        assert tied[measure].tolist() == [measure != "cola_score", False, False], measure
    assert abs(made["norm_lp"][0][0] - made["norm_lp"][0][3]) < 1e-4  # by which they would tie as nats


def test_a_coin_decides_ties():
    #         tie, near; far by δ = 1; at δ; below 0; humans tie; unrated; no ties, met and not
    human = [0.5, 2.0, 1.0, -0.9, 0.0, NAN, 0.5, 0.5]
    model = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6, -0.6]
    assert half_of_ties(human, model, "blimp").tolist() == [0.5, 0.5, 0.5, 0.5, 0.5, 0, 0, 0]
    assert half_of_ties(human, model, "adc", 1).tolist() == [0.5, 0, 0, 0.5, 0, 0, 0, 0]
    assert half_of_ties([NAN, NAN], [0.0, 1.0], "blimp").tolist() == [0.5, 0]
    assert not (half_of_ties(human, model, "adc", 1) * meets(human, model, "adc", 1)).any()


@given(st.lists(st.tuples(st.sampled_from([0.0, 1.0, -1.0, 0.5, -2.0]) | st.floats(-4, 4),
                          st.sampled_from([0.0, 1.0, -1.0, 0.5, 1.5]) | st.floats(-4, 4)), min_size=1, max_size=30),
       st.sampled_from([0.5, 1.0, 5.0]))  # fmt: skip
def test_the_accepted_range_is_the_criterion(deltas, threshold):
    human, model = np.array(deltas).T
    for step in (("blimp", None), ("adc", threshold)):
        low, high = accepted(human, *step)
        assert (low <= high).all()
        clear = np.abs(np.abs(human - model) - threshold) > 1e-12  # there, the two may round differently
        inside = (low < model) & (model < high)
        assert inside[clear].tolist() == meets(human, model, *step)[clear].tolist()


def test_accepted_ranges_by_hand():
    low, high = accepted([2.0, 0.3, 0.0, -0.3, -2.0], "adc", 0.5)
    assert low.tolist() == [1.5, 0, 0, -0.8, -2.5] and high.tolist() == [2.5, 0.8, 0, 0, -1.5]
    low, high = accepted([2.0, -0.3], "blimp")
    assert low.tolist() == [0, 0] and high.tolist() == [np.inf, np.inf]


def test_pairs_qualify_that_all_meet_and_none_meets():
    columns = pd.DataFrame(
        {"human": [1.0, 1.0, 1.0, NAN], "a/x": [1.1, 1.1, -1.0, 1.0], "b/x": [1.2, -1.0, -1.0, -1.0]},
        index=["p", "q", "r", "s"],
    )
    adc = {"criterion": "adc", "threshold": 0.5}
    qualify = qualifying(columns, {**adc, "by": ["a/x"]}, {"criterion": "blimp", "by": ["b/x"]})
    assert columns.index[qualify].tolist() == ["q"]


def test_a_pair_of_an_unrated_dataset_that_is_partly_scored_is_refused():
    sentences = pd.DataFrame({"sentence_id": ["a", "b", "c", "d"], "sentence": "x", "rating": np.nan})
    pairs = pd.DataFrame({"pair_id": ["p", "q"], "good_id": ["a", "c"], "bad_id": ["b", "d"]})
    scores = pd.DataFrame({"sentence_id": ["a", "b"], "measure": "m", "score": [2.0, 1.0]})
    scores = scores.assign(population_mean=0.0, population_sd=1.0)
    with pytest.raises(InputError, match="m: a member of the pair 'q' has no score"):
        deltas.compute_deltas(scores, sentences, pairs)
    whole = deltas.compute_deltas(scores, sentences, pairs[:1])[1]
    assert whole["model_delta"].tolist() == [1.0]


def constant(measure: str) -> pd.DataFrame:
    return pd.DataFrame({"sentence_id": list("abcd"), "measure": measure, "score": 7.0})


def test_answers_that_are_all_the_same_make_ties_and_other_scores_are_refused():
    sentences = pd.DataFrame({"sentence_id": list("abcd"), "rating": [1.0, -1.0, 0.5, np.nan]})
    pairs = pd.DataFrame({"pair_id": ["p", "q"], "good_id": ["a", "c"], "bad_id": ["b", "d"]})
    for measure in ("yes_no", "rating"):
        z_scores, of_pairs = deltas.compute_deltas(constant(measure), sentences, pairs, tie=1e-4)
        assert (z_scores["z_score"] == 0).all() and (of_pairs["model_delta"] == 0).all()
    with pytest.raises(InputError, match="log_prob: .* the scores of a system must differ between sentences"):
        deltas.compute_deltas(constant("log_prob"), sentences, pairs)


def test_equal_scores_of_sentences_that_nobody_judged_are_no_fault():
    alone = pd.DataFrame({"sentence_id": list("abcd"), "rating": np.nan})
    none = pd.DataFrame(columns=["pair_id", "good_id", "bad_id"])
    assert (deltas.compute_deltas(constant("log_prob"), alone, none)[0]["z_score"] == 0).all()
    with pytest.raises(InputError, match="the scores of a system must differ between sentences"):
        deltas.compute_deltas(constant("log_prob"), alone.assign(label=[1, 0, 1, 0]), none)
