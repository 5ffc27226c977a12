"""Which pairs to rate first: information by hand, a sample with exact chances, weights that undo the choice."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability.analyses.first_pairs.compute import compute
from acceptability.analyses.first_pairs.manifest import FIRST_ERRORS
from acceptability.analyses.first_pairs.page import part
from acceptability.contracts import io
from acceptability.statistics.first_pairs import (
    inclusion,
    information,
    ranked,
    standard_error,
    standard_errors,
    systematic_sample,
    usual_number,
)
from acceptability.statistics.power.assumptions import rater_sd
from acceptability.statistics.power.declared import ASSUMPTIONS


def test_information_by_hand():
    sure = 50.0
    deltas = np.array([[sure, -sure], [sure, sure], [0, 0], [sure, 0], [np.nan, sure], [sure, -sure]])
    # Two rows that are sure of opposite answers: one bit. One sure, one at .5: H(.75) − H(.5)/2.
    expected = [1, 0, 0, 0.8112781244591328 - 0.5, 0, 1]
    assert information(deltas, 1.0) == pytest.approx(expected, abs=1e-9)
    assert information(np.array([[1.0, -1.0]]), 10.0) < information(np.array([[1.0, -1.0]]), 1.0)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.integers(1, 40))
def test_chances_add_up_and_none_is_0(sizes, number):
    chances = inclusion(np.array(sizes), number)
    assert chances.sum() == pytest.approx(min(number, len(sizes)))
    assert (chances > 0).all() and (chances <= 1).all()
    order = np.argsort(sizes, kind="stable")
    assert (np.diff(chances[order]) >= -1e-9).all()


def test_a_sample_has_its_size_and_each_item_its_chance():
    chances = inclusion(np.array([0.9, 0.5, 0.1, 0.1, 0.0]), 2)
    drawn = np.array([systematic_sample(chances, np.random.default_rng(seed)) for seed in range(4000)])
    assert (drawn.sum(axis=1) == 2).all()
    assert drawn.mean(axis=0) == pytest.approx(chances, abs=4 * 0.5 / np.sqrt(4000))


def test_weights_undo_that_pairs_are_chosen_by_disagreement():
    """Both rows get the first half right; in the second, they disagree, and the first one gets half of it right."""
    one = np.where(np.arange(300) < 150, 1.0, np.resize([1.0, -1.0], 300))
    two = np.where(np.arange(300) < 150, 1.0, -one)
    deltas = pd.DataFrame({"one": one, "two": two}, index=map(str, range(300)))
    truth = 0.75
    weighted, plain, first = [], [], []
    for seed in range(300):
        table = ranked(deltas, 60, 0.5, seed).set_index("pair_id")
        good = deltas["one"].reindex(table.index) > 0
        drawn = table["drawn"] == 1
        assert drawn.sum() == (table["random"] == 1).sum() == 60
        weighted.append((table["weight"] * good)[drawn].sum() / 300)  # Horvitz and Thompson's: exactly unbiased
        plain.append(good[drawn].mean())
        first.append(good[:60].mean())
    error = np.std(weighted) / np.sqrt(300)
    assert abs(np.mean(weighted) - truth) < 4 * error
    assert abs(np.mean(plain) - truth) > 0.15 and first[0] == 0.5


def test_a_standard_error_with_equal_chances_is_that_of_a_simple_random_sample():
    """Of four pairs, two right; two are drawn: shares 0, ½ (4 of 6 samples) and 1, so the variance is 2 · ¼ / 6."""
    values = np.array([1.0, 1, 0, 0])
    assert standard_error(values, np.full(4, 0.5)) == pytest.approx(np.sqrt(2 * 0.25 / 6))
    assert standard_error(values, np.ones(4)) == standard_error(values[:1], np.array([0.5])) == 0


@pytest.mark.parametrize(("pairs", "number", "alike"), [(60, 20, 0.5), (300, 50, 0.5), (60, 20, 0.2)])
def test_standard_errors_are_those_of_many_samples_and_each_choice_has_its_use(pairs, number, alike):
    draw = np.random.default_rng(3)
    common, own = draw.normal(size=(pairs, 1)), draw.normal(size=(pairs, 3))
    deltas = pd.DataFrame(0.8 + np.sqrt(alike) * common + np.sqrt(1 - alike) * own, columns=list("abc"))
    chances = inclusion(information(deltas.to_numpy(), 0.95), number)
    error = standard_errors(deltas.assign(partial=np.nan), chances, number).set_index(["choice", "quantity"])
    right, samples = (deltas > 0).to_numpy(dtype=float), {"random": [], "drawn": []}
    for seed in range(2000):
        generator = np.random.default_rng(seed)
        weights = systematic_sample(chances, generator) / chances
        samples["drawn"].append(weights @ right / weights.sum())
        samples["random"].append(right[generator.choice(pairs, number, replace=False)].mean(axis=0))
    for choice, shares in samples.items():
        of_rows = np.array(shares)
        apart = [of_rows[:, one] - of_rows[:, other] for one, other in ((0, 1), (0, 2), (1, 2))]
        for quantity, each in (("share", of_rows.T), ("difference", apart)):
            seen = np.median([it.std() for it in each])
            assert error.loc[(choice, quantity), "standard_error"] == pytest.approx(seen, rel=0.08)
    error = error["standard_error"]
    assert error["drawn", "share"] > error["random", "share"]
    assert error["drawn", "difference"] < error["random", "difference"]


def test_the_page_says_both_standard_errors_and_none_where_no_row_has_all_pairs():
    deltas = pd.DataFrame({"a": [1.0, 1, -1, -1], "b": [1.0, -1, 1, -1]}, index=list("wxyz"))
    table = ranked(deltas, 2, 1.0, 1)
    stimuli = pd.DataFrame({"pair_id": list("wxyz"), "good": "g", "bad": "b"})
    errors = standard_errors(deltas, np.full(4, 0.5), 2)
    said = part(table, errors, stimuli).summary
    # √(¼ / 3) and, of the differences 0, 1, −1 and 0, √(2/3 / 2 / 2)
    assert "0.289 with “random” and 0.289 with “drawn” for a system’s share of pairs right" in said[1]
    assert "0.408 with “random” and 0.408 with “drawn” for the difference" in said[1]
    none = standard_errors(deltas.assign(a=np.nan, b=np.nan), np.full(4, 0.5), 2)
    io.check_table(none, FIRST_ERRORS, "errors")
    assert len(part(table, none, stimuli).summary) == 1


def test_the_table_is_in_the_order_of_information():
    deltas = pd.DataFrame({"a": [9.0, 9, 0], "b": [9.0, -9, 0], "c": [9.0, np.nan, 1]}, index=["x", "y", "z"])
    table = ranked(deltas, 2, 1.0, 1)
    assert table["pair_id"].tolist() == ["y", "z", "x"] and table["rank"].tolist() == [1, 2, 3]
    assert table.set_index("pair_id")["rows_right"].to_dict() == {"x": 3, "y": 1, "z": 2}


def test_identical_rows_say_nothing_and_agreement_is_of_signs():
    same = np.array([0.3, -1.7, 2.1, 0.01])
    assert information(np.stack([same] * 3, axis=1), 0.95).tolist() == [0, 0, 0, 0]
    deltas = pd.DataFrame({"a": [0.3, 1.0, 0, 0, np.nan], "b": [2.0, -1.0, 0, 1, 1]}, index=list("vwxyz"))
    table = ranked(deltas, 2, 1.0, 1).set_index("pair_id")
    assert table["agree"].to_dict() == {"v": 1, "w": 0, "x": 1, "y": 0, "z": 1}
    assert table.loc["v", "information"] > 0  # they prefer the same sentence, but not by as much


def test_the_spread_of_ratings_is_the_users_or_the_tables_or_that_of_the_literature():
    ratings = pd.DataFrame({"participant": list("xyxy"), "sentence_id": list("aabb"), "z_score": [0.0, 2, 1, 3]})
    assert rater_sd(ratings, {}) == pytest.approx(np.sqrt(2))  # 0 and 2, 1 and 3: a variance of 2 each
    assert rater_sd(ratings, {"rater_sd": 0.9}) == 0.9
    assert rater_sd(None, {"raters": 3}) == rater_sd(ratings[:0], {}) == ASSUMPTIONS["rater_sd"].value


def test_without_a_number_a_third_of_the_pairs_is_rated_first_and_50_at_most():
    assert [usual_number(pairs) for pairs in (1, 2, 60, 149, 150, 67_000)] == [1, 1, 20, 49, 50, 50]
    deltas = pd.DataFrame({"pair_id": map(str, range(12)), "measure": "m", "human_delta": np.nan})
    rows = {key: deltas.assign(model_delta=np.random.default_rng(n).normal(size=12)) for n, key in enumerate("ab")}
    table = compute(deltas=rows, pairs=deltas[["pair_id"]], first=None, seed=1, assumptions={})["first_pairs"]
    assert table["drawn"].sum() == table["random"].sum() == 4
