"""Shares against chance: exact p-values by hand and beside SciPy's, what they are over, and sentences for a paper."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from acceptability.analyses.headlines.compute import compute
from acceptability.rounding import percent
from acceptability.statistics.against_chance import compared_with_chance, units
from acceptability.statistics.clusters import exact_sign_flip_p, sign_flip_p

BLIMP = ("blimp", np.nan)


@pytest.mark.parametrize(("right", "pairs"), [(22, 24), (12, 24), (0, 7), (19, 24), (300, 500), (1050, 2000)])
def test_p_over_pairs_is_that_of_the_sign_test(right, pairs):
    deltas = np.where(np.arange(pairs) < right, 1.0, -1.0)
    test = compared_with_chance(np.full(pairs, np.nan), deltas, np.arange(pairs), BLIMP)
    assert test.p == pytest.approx(binomtest(right, pairs).pvalue, rel=1e-9)
    assert (test.right, test.share, test.chance) == (right, right / pairs, 0.5)


def test_ties_count_as_half_and_say_nothing():
    deltas = np.array([1.0, 1, 1, 1, 1, 1, 0, 0, -1])
    test = compared_with_chance(np.full(9, np.nan), deltas, np.arange(9), BLIMP)
    assert (test.right, test.ties) == (7, 2)
    assert test.p == pytest.approx(binomtest(6, 7).pvalue)


def test_clusters_flip_as_a_whole():
    """Five clusters of sums 1, 1, 1, 1 and −1: of the 32 signs, 12 have a sum of at least 3 in size."""
    assert exact_sign_flip_p(np.array([1.0, 1, 1, 1, -1])) == pytest.approx(12 / 32)
    assert exact_sign_flip_p(np.array([2.0, 0.5, 0.5])) == pytest.approx(2 / 8)
    assert exact_sign_flip_p(np.zeros(4)) == 1.0


def test_the_exact_p_is_what_random_flips_come_to():
    sums = np.random.default_rng(1).integers(-6, 9, size=20) / 2
    drawn = sign_flip_p(sums[:, None], 100_000, 1)[0]
    assert exact_sign_flip_p(sums) == pytest.approx(drawn, abs=0.005)


def test_more_clusters_than_intervals_are_over_have_an_exact_p():
    """Beside the flips of one cluster after the other; sizes are 1 to 3 halves."""
    sums = np.random.default_rng(3).integers(-3, 4, size=1200) / 2
    chances = np.ones(1)
    for size in np.abs(2 * sums).astype(int):
        chances = (np.pad(chances, (0, size)) + np.pad(chances, (size, 0))) / 2
    total = np.abs(2 * sums).sum()
    expected = chances[np.abs(2 * np.arange(len(chances)) - total) >= abs(2 * sums.sum())].sum()
    assert exact_sign_flip_p(sums) == pytest.approx(expected, rel=1e-9)


def test_few_clusters_give_way_to_pairs():
    assert units(list("aabbccddee"))[0] == "clusters"
    over, numbers = units(list("aabbccdd"))
    assert (over, numbers.tolist()) == ("pairs", list(range(8)))


def test_of_the_adc_chance_is_that_of_permuted_deltas():
    """Of the nine ways to give one of these deltas to one of these pairs, four meet the ADC at δ = 0.5."""
    human, model = np.array([0.2, 0.4, 2.0]), np.array([0.3, 0.5, -1.0])
    test = compared_with_chance(human, model, np.arange(3), ("adc", 0.5))
    assert (test.right, test.chance) == (2, pytest.approx(4 / 9))


def test_a_system_that_knows_strength_is_above_chance_and_one_that_does_not_is_not():
    generator = np.random.default_rng(2)
    human = generator.uniform(0.1, 3, size=60)
    knows = compared_with_chance(human, human + generator.normal(0, 0.2, 60), np.arange(60), ("adc", 0.5))
    guesses = compared_with_chance(human, generator.permutation(human), np.arange(60), ("adc", 0.5))
    assert knows.p < 0.001 < 0.2 < guesses.p


def headlines(**changed):
    """Return the tables of 24 pairs without phenomena, of which a system gets 22 right."""
    pairs = pd.DataFrame({"pair_id": [f"p{number}" for number in range(24)], "phenomenon": "all"})
    pairs["cluster"] = pairs["pair_id"]
    model = np.where(np.arange(24) < 22, 1.0, -1.0)
    table = pd.DataFrame({"pair_id": pairs["pair_id"], "measure": "m", "human_delta": np.nan, "model_delta": model})
    arguments = {"deltas": {"lm": table}, "pairs": pairs, "fits": None, "strength": None, "human_error": None}
    arguments |= {"thresholds": [0.5, 1], "labels": {"lm/m": "SmolLM2"}, "deciding": [], "clusters": "pairs"}
    return compute(**arguments | {"ranked": False, "dataset": "mine"} | changed)


def test_a_sentence_for_a_paper():
    tables = headlines()
    low, high = (percent(tables["against_chance"][end][0], 1) for end in ("low", "high"))
    assert tables["quotations"]["sentence"].tolist() == [
        f"SmolLM2 preferred the acceptable sentence in 22 of 24 pairs (91.7 %, 95 % CI {low} to {high} % over pairs; "
        "against 50 %: p < 0.001)."
    ]
    assert "the better sentence" in headlines(ranked=True)["quotations"]["sentence"][0]


def test_a_sentence_names_ties_even_where_their_halves_add_up():
    deltas = pd.DataFrame({"pair_id": [f"p{number}" for number in range(24)], "measure": "m", "human_delta": np.nan})
    deltas["model_delta"] = [0.0, 0.0, *[1.0] * 20, -1.0, -1.0]
    (sentence,) = headlines(deltas={"lm": deltas})["quotations"]["sentence"]
    assert "in 21 of 24 pairs (87.5 %" in sentence and "over pairs, ties as half; against 50 %" in sentence


def test_a_sentence_says_what_ratings_cannot_show():
    """With ratings, the sentence adds the ADC and r, and reports a perfect predictor that is no better than a constant."""
    table = headlines()["against_chance"]
    assert table["criterion"].tolist() == ["blimp"]
    deltas = {"lm": pd.DataFrame({"pair_id": [f"p{number}" for number in range(24)], "measure": "m"})}
    deltas["lm"]["human_delta"] = np.linspace(0.1, 2, 24)
    deltas["lm"]["model_delta"] = np.linspace(2, 0.1, 24)
    fits = pd.DataFrame({"row": ["lm/m"], "pearson_r": [-0.25], "low": [-0.5], "high": [0.05], "points": [48]})
    strength = pd.DataFrame({"row": ["lm/m"], "threshold": [0.5], "measurable": ["no"]})
    error = pd.DataFrame({"statistic": ["perfect_r"], "value": [0.6], "number": [48]})
    (said,) = headlines(deltas=deltas, fits=fits, strength=strength, human_error=error)["quotations"]["sentence"]
    assert "It met the Acceptability Delta Criterion with δ = 0.5 in 6 of 24 pairs (25.0 %" in said
    assert "These ratings cannot show whether a system knows how strong a preference is." in said
    assert said.endswith("r = −0.25 (95 % CI −0.50 to 0.05); a perfect predictor is expected to reach r = 0.60.")
