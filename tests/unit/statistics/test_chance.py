"""Expected shares on the wrong pairs, against all permutations and against leaving clusters out."""

from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.curves import table as chance_steps
from acceptability.analyses.curves.manifest import CHANCE_STEPS, KNOWN
from acceptability.contracts import io
from acceptability.statistics import chance, criteria
from acceptability.statistics.clusters import cluster_numbers

STEPS = [("blimp", np.nan), ("adc", 0.5), ("adc", 1.0), ("adc", 5.0)]


def world(seed: int, number: int = 6) -> tuple[np.ndarray, np.ndarray]:
    """Human and model deltas with both signs, ties on either side, and values at exactly δ from each other."""
    draw = np.random.default_rng(seed)
    human, model = (draw.choice([-1.5, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 2.0], size=number) for _ in range(2))
    noise = draw.normal(scale=0.3, size=(2, number)) * draw.integers(0, 2, size=(2, number))
    return human + noise[0] * (human != 0), model + noise[1] * (model != 0)


def slow_shares(human, model, step, orders) -> np.ndarray:
    return np.array([criteria.credit(human, model[list(order)], *step).mean() for order in orders])


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("seed", range(6))
def test_all_permutations_have_this_mean_and_sd(seed, step):
    human, model = world(seed)
    every = slow_shares(human, model, step, permutations(range(6)))
    for estimate, sd in (
        chance.permuted(human, model, np.arange(6), step),
        chance.permuted_within(human, model, ["a"] * 6, np.arange(6), step),  # one group is the whole
    ):
        assert (estimate.value, sd) == pytest.approx((every.mean(), every.std()), abs=1e-12)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("seed", range(6))
def test_all_permutations_within_groups_have_this_mean_and_sd(seed, step):
    human, model = world(seed)
    groups = np.array(["a", "b", "a", "c", "b", "a"])
    places = [np.flatnonzero(groups == group) for group in "abc"]
    every = []
    for orders in product(*(permutations(members) for members in places)):
        order = np.empty(6, dtype=int)
        for members, of_group in zip(places, orders, strict=True):
            order[members] = of_group
        every.append(criteria.credit(human, model[order], *step).mean())
    assert len(every) == 6 * 2
    estimate, sd = chance.permuted_within(human, model, groups, np.arange(6), step)
    assert (estimate.value, sd) == pytest.approx((np.mean(every), np.std(every)), abs=1e-12)
    estimate, sd = chance.permuted_within(human, model, np.arange(6), np.arange(6), step)  # groups of one
    assert (estimate.value, sd) == (criteria.credit(human, model, *step).mean(), 0.0)


def test_matches_are_those_of_each_two():
    for seed, step in product(range(20), STEPS):
        human, model = world(seed, 12)
        met = np.array([criteria.credit(np.full(12, delta), model, *step) for delta in human])
        of_human, of_model = chance.matches_of_human(human, model, step), chance.matches_of_model(human, model, step)
        assert of_human.tolist() == met.sum(axis=1).tolist()
        assert of_model.tolist() == met.sum(axis=0).tolist()


@pytest.mark.parametrize("step", STEPS)
def test_without_a_cluster_chance_is_that_of_the_other_pairs(step):
    human, model = world(3, 14)
    numbers = cluster_numbers(list("abcaabbcdddaec"))
    groups = np.array(list("xyzxxyyzwwwxvz"))  # as the clusters are, so that a group is left out whole
    estimate, _ = chance.permuted(human, model, numbers, step)
    within, _ = chance.permuted_within(human, model, groups, numbers, step)
    assert len(estimate.left_out) == len(within.left_out) == 5
    for cluster in range(5):
        rest = numbers != cluster
        alone, _ = chance.permuted(human[rest], model[rest], cluster_numbers(numbers[rest]), step)
        assert estimate.left_out[cluster] == pytest.approx(alone.value, abs=1e-12)
        alone, _ = chance.permuted_within(human[rest], model[rest], groups[rest], cluster_numbers(numbers[rest]), step)
        assert within.left_out[cluster] == pytest.approx(alone.value, abs=1e-12)


def test_chance_by_hand():
    """Right for 1 are 0.9 and 1.2; for 2 nothing; for −0.5 only −0.4; for a human tie nothing.

    A model's tie is half right by the BLiMP criterion; at δ = 0.5, no human delta is near enough to 0.
    """
    human, model = np.array([1.0, 2.0, -0.5, 0.0]), np.array([0.9, 1.2, -0.4, 0.0])
    estimate, sd = chance.permuted(human, model, np.arange(4), ("adc", 0.5))
    assert estimate.value == 3 / 16
    wider, _ = chance.permuted(human, model, np.arange(4), ("adc", 1.0))
    assert wider.value == (2 + 1 + 1 + 0.5) / 16  # 1 is not below δ; 2 is near 1.2, −0.5 half near the tie
    # Of 24 orders, 12 give human 1 a right delta, and 6 give −0.5 its own, 4 of them both.
    assert sd == pytest.approx(np.sqrt((8 * 1 + 2 * 1 + 4 * 4) / 24 - (18 / 24) ** 2) / 4)
    blimp, of_one = chance.permuted(human, model, np.arange(4), ("blimp", np.nan))
    assert (blimp.value, of_one) == (2.5 / 4, 0.0)  # whichever pair gets them, two deltas are above 0, and one is 0
    # Without a cluster, its model delta is gone as well.
    assert blimp.left_out.tolist() == pytest.approx([1.5 / 3, 1.5 / 3, 2.5 / 3, 2 / 3])


def test_one_pair_cannot_be_permuted():
    estimate, sd = chance.permuted([1.0], [1.2], np.array([0]), ("adc", 0.5))
    assert (estimate.value, sd) == (1.0, 0.0) and np.isnan(estimate.left_out).all()


def test_others_within_is_the_mean_over_the_other_pairs_of_the_group():
    human, model = np.array([1.0, 2.0, -0.5, 0.3, 1.1]), np.array([0.8, 1.9, 0.5, 0.2, -1.0])
    groups = np.array(["a", "a", "a", "b", "c"])
    numbers = np.array([0, 0, 0, 1, 2])
    expected = []
    for pair, group in enumerate(groups):
        others = [other for other in range(5) if groups[other] == group and other != pair] or [pair]
        expected.append(np.mean([criteria.credit(human[[pair]], model[[o]], "adc", 0.5)[0] for o in others]))
    found = chance.others_within(human, model, groups, numbers, ("adc", 0.5))
    assert found.value == pytest.approx(np.mean(expected))
    assert found.left_out == pytest.approx(
        [np.mean(expected[3:]), np.mean(expected[:3] + expected[4:]), np.mean(expected[:4])]
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("step", [("adc", 0.5), ("adc", 1.0)])
def test_what_a_share_is_made_of_is_the_mean_over_all_signs_and_all_permutations(seed, step):
    draw = np.random.default_rng(seed)
    human, model = draw.normal(0.5, 1, size=5).round(1), draw.normal(0.3, 0.9, size=5).round(1)
    human[seed], model[(seed + 1) % 5] = 0.0, 0.0  # one pair whose ratings are equal, and one whose scores are
    groups = np.array(["a", "b", "a", "a", "b"])
    signs = [np.array(coins) for coins in product([-1, 1], repeat=5)]
    orders = [list(order) for order in permutations(range(5))]

    def mean(deltas) -> float:
        return np.mean([criteria.credit(human, delta, *step).mean() for delta in deltas])

    size = np.abs(model)
    others = [[o for o in range(5) if groups[o] == groups[pair] and o != pair] for pair in range(5)]
    expected = {
        "no_knowledge": mean(sign * size[order] for sign in signs for order in orders),
        "size_only": mean(sign * size for sign in signs),
        "sign_only": mean(
            np.where(model == 0, coin, np.sign(model)) * size[order] for coin in (-1, 1) for order in orders
        ),
        "chance": mean(model[order] for order in orders),
        "chance_within": mean(model[list(order)] for order in product(*others)),
        "share": mean([model]),
    }
    assert chance.share_by_knowledge(human, model, groups, step) == pytest.approx(expected)


def test_steps_of_rows_are_those_of_rated_pairs():
    human, model = world(3)
    columns = pd.DataFrame({"human": [*human, np.nan], "x/m": [*model, 1.0]}, index=[f"p{n}" for n in range(7)])
    pairs = pd.DataFrame({"pair_id": [f"p{n}" for n in reversed(range(7))], "phenomenon": list("aabbaba")})
    made = chance.shares_by_knowledge(columns, pairs, [0.5, 1.0])
    io.check_table(made, CHANCE_STEPS, "chance_steps.csv")
    phenomena = pairs["phenomenon"].to_numpy()[::-1][:6]
    for threshold, group in made.groupby("threshold"):
        expected = chance.share_by_knowledge(human, model, phenomena, ("adc", threshold))
        assert dict(zip(group["known"], group["share"], strict=True)) == expected and list(expected) == list(KNOWN)
    shown = chance_steps.make_chance_steps(chance_steps=made, labels={"x/m": "X", "y/m": "Y"}, references={})
    own = criteria.credit(human, model, "adc", 0.5).mean()
    assert shown["System"].tolist() == ["X"] and shown["Own"].tolist() == [f"{own:.3f}"]
