from itertools import combinations, permutations

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.restarts.manifest import EXPECTED_MAXIMUM
from acceptability.analyses.stability.manifest import STABILITY_CURVE
from acceptability.contracts import io
from acceptability.statistics import expected_maximum

DEV = [[0.1, 0.5, 0.3, 0.2, 0.4], [0.3, 0.1, 0.3, 0.2, 0.3], [0.0] * 5]  # without ties, with some, all
TEST = [0.9, -0.2, 0.4, 0.4, 0.1]


def enumerated(values: list[float], by: list[float], k: int) -> float:
    """The mean over every set of k restarts of the value of its best one, or of its equally good best ones.

    A restart without a place is worse than all others; one without a value counts nowhere.
    """
    taken, share = [], []
    for chosen in combinations(range(len(by)), k):
        order = np.nan_to_num(by, nan=-1)[list(chosen)]
        best = [values[n] for n, rank in zip(chosen, order, strict=True) if rank == order.max()]
        defined = [value for value in best if not np.isnan(value)]
        taken += defined
        share += [1 / len(best)] * len(defined)
    return float(np.average(taken, weights=share))


UNDEFINED = ([0.3, np.nan, 0.1, np.nan, 0.5], [0.2, np.nan, 0.4, 0.1, np.nan])


@pytest.mark.parametrize(("values", "by"), [*((dev, dev) for dev in DEV), *((TEST, dev) for dev in DEV), UNDEFINED])
def test_equals_the_mean_over_all_subsets(values, by):
    found = expected_maximum.expected_best(values, by)
    assert found == pytest.approx([enumerated(values, by, k) for k in range(1, 6)])


def test_without_any_value_there_is_no_maximum():
    assert np.isnan(expected_maximum.expected_best([np.nan] * 3, [np.nan] * 3)).all()


@pytest.mark.parametrize("dev", DEV)
def test_from_the_mean_to_the_maximum_whatever_the_order(dev):
    found = expected_maximum.expected_best(dev, dev)
    assert (found[0], found[-1]) == (pytest.approx(np.mean(dev)), max(dev))
    assert (np.diff(found) >= -1e-12).all()
    expected = expected_maximum.expected_best(TEST, dev)
    for order in permutations(range(5)):
        moved = expected_maximum.expected_best([TEST[n] for n in order], [dev[n] for n in order])
        np.testing.assert_allclose(moved, expected, atol=1e-12)


def test_two_hundred_restarts_are_exact():
    """Of 1, 2, … n, the expected maximum of k is k (n + 1) / (k + 1)."""
    n, k = 200, np.arange(1, 201)
    values = np.arange(1, n + 1)
    np.testing.assert_allclose(expected_maximum.expected_best(values, values), k * (n + 1) / (k + 1), rtol=1e-12)


def test_splits_and_the_one_that_dev_selects():
    names = [f"s{number}" for number in range(12)]
    labels = pd.Series([1, 0] * 6, index=names)
    splits = pd.Series(["train"] * 4 + ["dev"] * 4 + ["test"] * 4, index=names)
    truth = labels.to_numpy()
    # MCC on dev and on test: 1 and −1; undefined and 1; −1 and undefined
    first = np.r_[truth[:8], 1 - truth[8:]]
    second = np.r_[truth[:4], [1] * 4, truth[8:]]
    third = np.r_[1 - truth[:8], [0] * 4]
    predictions = pd.DataFrame({"1": first, "2": second, "3": third}, index=names)
    found = expected_maximum.expected_maximum_by_split(predictions, labels, splits)
    io.check_table(found.assign(system="x"), EXPECTED_MAXIMUM, "expected")
    found = found.set_index(["split", "restarts"])
    # of two restarts, the best is 1 in two sets and −1 in one, the undefined one being left out
    assert found.loc["dev", "expected_maximum"].tolist() == pytest.approx([0, (1 + 1 - 1) / 3, 1])
    assert found.loc["test", "expected_maximum"].tolist() == pytest.approx([0, (1 + 1 - 1) / 3, 1])
    # on dev, the first is better than the others, and the third than the second: it has no value on test
    assert found.loc["test", "selected"].tolist() == pytest.approx([0, (-1 - 1) / 2, -1])
    assert found.loc["dev", "selected"].isna().all()


def test_restarts_that_judge_pairs_have_it_beside_their_flips():
    labels = pd.Series([1, 0, 1, 0], index=list("abcd"))
    predictions = pd.DataFrame({"1": [0, 1, 0, 1], "2": [1, 0, 1, 0], "3": [1, 1, 1, 1]}, index=list("dcba"))
    found = expected_maximum.stability_curve(predictions, labels)  # MCC: 1, −1 and undefined
    io.check_table(found.assign(system="x"), STABILITY_CURVE, "curve")
    assert found["restarts"].tolist() == [1, 2, 3] and found["flipped"].tolist() == [0, 1, 1]
    assert found["expected_maximum"].tolist() == pytest.approx([0, 1 / 3, 1])
