"""Predicted power, widths and shares of certain decisions are what simulated experiments have, by the analyses themselves.

The experiments are drawn here, pair by pair, from the model that statistics.power.simulation states. They are judged by
the test and the interval that the analyses use, and, the first of each design, by the analysis of differences as a whole;
certain decisions are counted by the analysis of people. With 4,000 experiments, the standard error of a power is 0.6
points.
"""

import numpy as np
import pandas as pd
import pytest
from scipy.special import ndtri

from acceptability.analyses.differences.compute import compute as compare
from acceptability.analyses.people.compute import people
from acceptability.analyses.power.compute import compute
from acceptability.contracts.defaults import LEVEL
from acceptability.statistics import criteria
from acceptability.statistics.clusters import cluster_numbers, least_sign_flip_p, ratio, sign_flip_p, sums_by

RUNS, FLIPS = 4000, 20_000
WIDTHS = 500  # of these, experiments whose intervals are computed
LARGE = 1_000_000  # pairs, from which the shift of a difference is found
MANY = 9_000  # pairs, of which the share of certain decisions is known to less than a point
THRESHOLDS = [0.5, 1.0]
STEPS = [("blimp", np.nan), ("adc", 0.5), ("adc", 1.0)]


def pairs_of(clusters: list[list[int]]) -> pd.DataFrame:
    """Pairs of clusters, each a list of how many pairs its phenomena have."""
    rows = [
        (f"{c}", f"{c}-{p}") for c, sizes in enumerate(clusters) for p, size in enumerate(sizes) for _ in range(size)
    ]
    table = pd.DataFrame(rows, columns=["cluster", "phenomenon"])
    names = table.index.astype(str)
    return table.assign(pair_id="p" + names, good_id="g" + names, bad_id="b" + names, paradigm=table["phenomenon"])


DESIGNS = {  # clusters, raters, given assumptions
    "60 pairs of 12": ([[5]] * 12, 13, {}),
    "60 pairs of 6": ([[10]] * 6, 13, {}),
    "60 pairs of 60": ([[1]] * 60, 13, {}),
    "160 pairs of 8": ([[20]] * 8, 20, {}),
    "100 pairs of 10, few raters": ([[10]] * 10, 4, {"rater_sd": 0.9}),
    "1,000 pairs of 20": ([[50]] * 20, 13, {}),
    "unequal": ([[40], [30], [20], [10], [8], [8], [6], [6], [5], [5], [4], [3]], 13, {}),
    "several phenomena in a cluster": ([[4, 3, 5]] * 14, 13, {}),
    "hard pairs": ([[8]] * 40, 30, {"share_right": 0.6, "human_mean": 0.7}),
    "phenomena alike": ([[12]] * 15, 13, {"system_sd_phenomena": 0, "system_sd_pairs": 0.7}),
    "systems alike": ([[6]] * 24, 13, {"systems_r_phenomena": 0.95, "systems_r_pairs": 0.9}),
    "1,005 pairs of 67": ([[15]] * 67, 13, {}),
}


class World:
    """Experiments from the stated model."""

    def __init__(self, assumed: dict[str, float], seed) -> None:
        self.assumed, self.generator = assumed, np.random.default_rng(seed)

    def draw(self, units: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Expected human deltas and those of two systems, without any shift; ``units``: the number of each pair's."""
        it = self.assumed
        total = np.zeros((len(units), 3))
        for level, number, of in (("phenomena", units.max() + 1, units), ("pairs", len(units), np.arange(len(units)))):
            sds = np.array([it[f"human_sd_{level}"], *[it[f"system_sd_{level}"]] * 2])
            people_r, systems_r = it[f"people_r_{level}"], it[f"systems_r_{level}"]
            r = np.array([[1, people_r, people_r], [people_r, 1, systems_r], [people_r, systems_r, 1]])
            total += self.generator.multivariate_normal(np.zeros(3), r * np.outer(sds, sds), number, method="svd")[of]
        middle = ndtri(it["share_right"]) * np.hypot(it["system_sd_phenomena"], it["system_sd_pairs"])
        return it["human_mean"] + total[:, 0], middle + total[:, 1], middle + total[:, 2]

    def observed(self, expected: np.ndarray, raters: int) -> np.ndarray:
        return expected + self.generator.normal(0, self.assumed["rater_sd"] * np.sqrt(2 / raters), len(expected))


def shift_of(world: World, difference: float, step: tuple, raters: int) -> float:
    """The shift with which two systems differ by so much."""
    expected, first, _ = world.draw(np.arange(LARGE))
    human = world.observed(expected, raters)
    share = criteria.meets(human, first, *step).mean()
    low, high = 0.0, 10.0
    for _ in range(25):
        middle = (low + high) / 2
        apart = share - criteria.meets(human, first - middle, *step).mean()
        low, high = (middle, high) if apart < difference else (low, middle)
    return low


def certain_share(world: World, raters: int) -> dict[float, float]:
    """The share of pairs whose decision is certain, by the analysis of people, from single ratings."""
    pairs = pairs_of([[3]] * (MANY // 3))
    units = np.repeat(np.arange(MANY // 3), 3)
    expected, first, _ = world.draw(units)
    z = world.generator.normal(0, world.assumed["rater_sd"], (2, MANY, raters))
    z += np.stack([expected / 2, -expected / 2])[:, :, None]
    who = np.broadcast_to(np.arange(raters).astype(str), z.shape)
    ids = np.stack([pairs["good_id"], pairs["bad_id"]])
    ratings = pd.DataFrame(
        {"participant": who.ravel(), "sentence_id": np.repeat(ids.ravel(), raters), "z_score": z.ravel()}
    )
    sentences = pd.DataFrame({"sentence_id": ids.ravel(), "rating": z.mean(axis=2).ravel()})
    human = criteria.pair_deltas(pairs, sentences.set_index("sentence_id")["rating"])
    columns = pd.DataFrame({"human": human.to_numpy(), "x/m": first}, index=pairs["pair_id"])
    table = people(sentences, pairs, ratings, ratings.iloc[:0], columns, THRESHOLDS)
    rows = table[(table["statistic"] == "certain") & (table["system"] == "x")]
    return dict(zip(rows["threshold"], rows["value"], strict=True))


def deltas_of(pairs: pd.DataFrame, human: np.ndarray, model: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({"pair_id": pairs["pair_id"], "measure": "m", "human_delta": human, "model_delta": model})


def p_of_the_analysis(human: np.ndarray, better: np.ndarray, worse: np.ndarray, pairs: pd.DataFrame, step) -> float:
    deltas = {"a": deltas_of(pairs, human, better), "b": deltas_of(pairs, human, worse)}
    table = compare(
        deltas=deltas, pairs=pairs, thresholds=THRESHOLDS, reference="reference", families={}, dataset="simulated"
    )
    table = table[table["family"] == "other"].fillna({"threshold": 0})
    return table.set_index(["criterion", "threshold"])["p"].loc[step[0], np.nan_to_num(step[1])]


@pytest.mark.slow
@pytest.mark.parametrize("name", DESIGNS)
def test_predictions_are_what_experiments_have(name):
    clusters, raters, given = DESIGNS[name]
    pairs = pairs_of(clusters)
    sentences = pd.DataFrame({"sentence_id": [*pairs["good_id"], *pairs["bad_id"]], "rating": np.nan})
    made = compute(pairs=pairs, sentences=sentences, thresholds=THRESHOLDS, raters=raters, assumptions=given)
    assumed = made["assumptions"].set_index("name")["value"].to_dict()
    plan = made["power"][made["power"]["design"] == "as planned"].fillna({"threshold": 0})
    plan = plan.set_index(["quantity", "criterion", "threshold"])["value"]
    predicted = {step: plan["smallest_difference", step[0], np.nan_to_num(step[1])] for step in STEPS}
    shifts = {
        step: shift_of(World(assumed, [1, number]), predicted[step], step, raters)
        for number, step in enumerate(STEPS)
        if np.isfinite(predicted[step])
    }
    units = pairs.groupby(["cluster", "phenomenon"], sort=False).ngroup().to_numpy()
    numbers = cluster_numbers(pairs["cluster"])
    sums = {step: np.zeros((numbers.max() + 1, RUNS)) for step in shifts}
    widths = {step: [] for step in STEPS}
    for run in range(RUNS):
        world = World(assumed, [2, run])
        expected, first, second = world.draw(units)
        human = world.observed(expected, raters)
        credit = {step: criteria.credit(human, first, *step) for step in STEPS}
        for step, shift in shifts.items():
            sums[step][:, run] = sums_by(numbers, credit[step] - criteria.credit(human, second - shift, *step))
            if not run:
                p = float(sign_flip_p(sums[step][:, :1], 100_000, 1)[0])
                whole = p_of_the_analysis(human, first, second - shift, pairs, step)
                assert whole == pytest.approx(max(p, float(least_sign_flip_p(sums[step][:, :1], 100_000)[0])))
        for step in STEPS if run < WIDTHS else ():
            interval = ratio(credit[step], np.ones(len(pairs)), numbers).share_interval(len(pairs))
            widths[step].append(np.ptp(interval))
    power = {
        step: float((np.maximum(sign_flip_p(each, FLIPS, 1), least_sign_flip_p(each, FLIPS)) < LEVEL).mean())
        for step, each in sums.items()
    }
    width = {step: float(np.nanmean(widths[step])) for step in STEPS}
    of_widths = {step: plan["interval_width", step[0], np.nan_to_num(step[1])] / width[step] - 1 for step in STEPS}
    certain = certain_share(World(assumed, 3), raters)
    apart = {threshold: plan["certain", "adc", threshold] - share for threshold, share in certain.items()}
    print(name, "differences", {s: round(v, 3) for s, v in predicted.items()}, "power", power)
    print("  widths", {s: round(v, 3) for s, v in width.items()}, {s: f"{v:+.1%}" for s, v in of_widths.items()})
    print("  certain", {s: round(v, 3) for s, v in certain.items()}, {s: f"{v:+.3f}" for s, v in apart.items()})
    assert all(abs(share - 0.8) <= 0.03 for share in power.values())
    assert all(abs(ratio) <= 0.1 for ratio in of_widths.values())
    assert all(abs(share) <= 0.02 for share in apart.values()) and len(apart) == len(THRESHOLDS)
