import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit, logit
from sklearn.metrics import brier_score_loss, log_loss

from acceptability.analyses.calibration import compute as calibration
from acceptability.analyses.calibration.manifest import CALIBRATION, RELIABILITY
from acceptability.contracts import io, systems
from acceptability.scoring import decisions

P = [0.15, 0.18, 0.95, 1.0, 0.5]
LABELS = [0, 1, 1, 0, 1]


def simulated(temperature: float, sentences: int = 30_000, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Margins that are too large by a factor, and labels that are true to the right ones."""
    generator = np.random.default_rng(seed)
    margins = generator.normal(0.5, 1.5, sentences)
    return margins * temperature, (generator.random(sentences) < expit(margins)).astype(int)


def classifier() -> tuple[pd.DataFrame, pd.Series, pd.Series]:
    """Three restarts, whose margins are too large by the factors 1, 2 and 4."""
    generator = np.random.default_rng(2)
    names = [f"s{number}" for number in range(600)]
    right = generator.normal(0.5, 1.5, 600)
    labels = pd.Series((generator.random(600) < expit(right)).astype(int), index=names)
    splits = pd.Series(["train"] * 200 + ["dev"] * 200 + ["test"] * 200, index=names)
    noise = generator.normal(0, 0.3, (600, 3))
    margins = pd.DataFrame((right[:, None] + noise) * [1, 2, 4], index=names, columns=["1", "2", "3"])
    return margins.sample(frac=1, random_state=3), labels, splits  # in an order of their own


def test_ece_brier_and_nll_by_hand():
    # bins 0.1 to 0.2, 0.5 to 0.6, 0.9 to 1: |0.33 − 1|, |0.5 − 1|, |1.95 − 1|, over 5 sentences
    assert calibration.ece(P, LABELS) == pytest.approx((0.67 + 0.5 + 0.95) / 5)
    squares = 0.15**2 + 0.82**2 + 0.05**2 + 1 + 0.5**2
    assert calibration.brier(P, LABELS) == pytest.approx(squares / 5)
    expected = -np.log([0.85, 0.18, 0.95, 0.5]).mean()
    assert calibration.nll(logit([0.15, 0.18, 0.95, 0.5]), [0, 1, 1, 1]) == pytest.approx(expected)


def test_bins_include_their_lower_end_and_the_last_one_both():
    assert calibration.bins([0, 0.0999, 0.5, 0.8999, 0.9, 1]).tolist() == [0, 0, 5, 8, 9, 9]


def test_right_and_wrong_probabilities():
    labels = np.r_[np.ones(7), np.zeros(3)]
    assert calibration.ece(np.full(10, 0.7), labels) == pytest.approx(0)
    assert calibration.ece(labels, 1 - labels) == calibration.brier(labels, 1 - labels) == 1


MARGINS = st.lists(st.tuples(st.floats(-15, 15), st.integers(0, 1)), min_size=1, max_size=30)


@given(MARGINS)
def test_brier_and_nll_are_scikit_learns(pairs):
    margins, labels = (np.array(side) for side in zip(*pairs, strict=True))
    p = expit(margins)
    assert calibration.brier(p, labels) == pytest.approx(brier_score_loss(labels, p, pos_label=1))
    assert calibration.nll(margins, labels) == pytest.approx(log_loss(labels, p, labels=[0, 1]), rel=1e-6)
    assert 0 <= calibration.ece(p, labels) <= 1


def test_large_margins_overflow_nowhere():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert calibration.nll([1e6, -1e6], [1, 0]) == 0 and calibration.nll([1e6, 1e6], [1, 0]) == 5e5
        assert calibration.temperature([1e6, 1e6, 1e6, -1e6], [1, 1, 0, 0]) == calibration.LIMITS[1]


@pytest.mark.parametrize("known", [0.5, 1, 3])
def test_the_temperature_recovers_by_how_much_margins_are_too_large(known):
    margins, labels = simulated(known)
    found = calibration.temperature(margins, labels)
    assert found == pytest.approx(known, rel=0.05)
    assert calibration.ece(expit(margins / found), labels) < 0.02
    assert calibration.temperature(margins * 2, labels) == pytest.approx(2 * found, rel=1e-3)
    for other in (0.98 * found, 1.02 * found):
        assert calibration.nll(margins / other, labels) > calibration.nll(margins / found, labels)


def test_the_temperature_is_a_limit_where_all_is_right_or_nothing_is_known():
    assert calibration.temperature([1, 2, -1], [1, 1, 0]) == calibration.LIMITS[0]
    assert calibration.temperature([100, 200, -100], [1, 1, 0]) == calibration.LIMITS[0]
    assert calibration.temperature([1, 2, -1], [0, 0, 1]) == calibration.LIMITS[1]


@given(st.lists(st.floats(-1e3, 1e3), min_size=1), st.floats(*calibration.LIMITS))
def test_a_temperature_changes_no_judgment(margins, temperature):
    """Margins in single precision, as classifiers give them."""
    margins = np.array(margins, dtype=np.float32).astype(float)
    assert (decisions.decide(margins) == decisions.decide(margins / temperature)).all()


def test_summary_of_restarts_by_independent_means():
    margins, labels, splits = classifier()
    found = calibration.summarise_calibration(margins, labels, splits)
    io.check_table(found.assign(system="x"), CALIBRATION, "calibration")
    found = found.set_index(["split", "variant"])
    assert list(found.index) == [(s, v) for s in ("dev", "test") for v in ("as_trained", "temperature")]
    dev, test = (splits == split for split in ("dev", "test"))
    fitted = [calibration.temperature(margins.loc[labels.index, name][dev], labels[dev]) for name in margins]
    row = found.loc[("test", "temperature")]
    assert tuple(row[["temperature", "temperature_low", "temperature_high"]]) == pytest.approx(
        (np.mean(fitted), min(fitted), max(fitted))
    )
    assert fitted == pytest.approx([1, 2, 4], rel=0.4) and fitted == sorted(fitted) and row["at_limit"] == 0
    for variant, used in (("as_trained", [1, 1, 1]), ("temperature", fitted)):
        p = [expit(margins.loc[labels.index, n][test] / t) for n, t in zip(margins, used, strict=True)]
        brier = [brier_score_loss(labels[test], one) for one in p]
        assert found.loc[("test", variant), "brier"] == pytest.approx(np.mean(brier))
        assert found.loc[("test", variant), "brier_sd"] == pytest.approx(np.std(brier, ddof=1))
        assert found.loc[("test", variant), "nll"] == pytest.approx(np.mean([log_loss(labels[test], one) for one in p]))
    usual = np.full(200, labels[splits == "train"].mean())
    assert row["reference_brier"] == pytest.approx(brier_score_loss(labels[test], usual))
    assert row["reference_nll"] == pytest.approx(log_loss(labels[test], usual))
    assert found.loc[("dev", "temperature"), "nll"] < found.loc[("dev", "as_trained"), "nll"]


def of_test_set(*made) -> pd.DataFrame:
    """The reliability of test sentences as trained, by bin."""
    found = calibration.reliability(*made)
    io.check_table(found.assign(system="x"), RELIABILITY, "reliability")
    return found.query("split == 'test' and variant == 'as_trained'").set_index("bin")


def test_reliability_pools_sentences_over_restarts():
    margins, labels, splits = classifier()
    found = of_test_set(margins, labels, splits)
    assert found["share"].sum() == pytest.approx(1) and list(found.index) == list(range(1, 11))
    pooled = [
        (expit(margins.loc[name, restart]), labels[name])
        for name in splits.index[splits == "test"]
        for restart in "123"
    ]
    for number, row in found.iterrows():
        inside = [(p, label) for p, label in pooled if (number - 1) / 10 <= p < number / 10]
        assert row["share"] == pytest.approx(len(inside) / 600)
        assert [row["mean_p"], row["acceptable"]] == pytest.approx(np.mean(inside, axis=0))
        assert row["low"] <= row["acceptable"] <= row["high"]
    # weighted, the distances of the pooled bins are at most the mean error of single restarts
    pooled_error = (found["share"] * (found["mean_p"] - found["acceptable"]).abs()).sum()
    assert pooled_error <= calibration.summarise_calibration(margins, labels, splits)["ece"].iloc[2] + 1e-12


def test_intervals_equal_a_plain_bootstrap():
    margins, labels, splits = classifier()
    row = of_test_set(margins, labels, splits).loc[6]
    test = splits.index[splits == "test"]
    p, truth = expit(margins.loc[test].to_numpy()), labels[test].to_numpy()
    generator, values = np.random.default_rng(7), []
    for _ in range(2000):
        sentences, restarts = generator.integers(0, 200, 200), generator.integers(0, 3, 3)
        drawn = p[sentences][:, restarts]
        inside = (drawn >= 0.5) & (drawn < 0.6)
        values.append((inside * truth[sentences][:, None]).sum() / inside.sum())
    assert [row["low"], row["high"]] == pytest.approx(np.nanquantile(values, [0.025, 0.975]), abs=0.04)


def test_empty_bins_and_a_single_restart():
    names = [f"s{number}" for number in range(9)]
    labels = pd.Series([1, 1, 1, 0, 0, 0, 1, 1, 1], index=names)
    splits = pd.Series(["train", "dev", "test"] * 3, index=names)
    margins = pd.DataFrame({"7": [0.1, 2, 2, 0.1, 1, 2, 0.1, 3, 2]}, index=names)
    found = of_test_set(margins, labels, splits)
    full = found["share"] > 0
    assert found.index[full].tolist() == [9] and found.loc[full, "acceptable"].tolist() == pytest.approx([2 / 3])
    assert found.loc[~full, ["mean_p", "acceptable", "low", "high"]].isna().all(axis=None)
    summary = calibration.summarise_calibration(margins, labels, splits)
    assert summary[["ece_sd", "brier_sd", "nll_sd"]].isna().all(axis=None)


def test_margins_are_read_by_the_names_of_their_folders(tmp_path):
    table = pd.DataFrame({"sentence_id": ["a", "b"], "margin": [1.0, -2.0]})
    for system, restart in (("x", "2"), ("x", "10"), ("y", "1")):
        folder = tmp_path / "restarts" / system / restart / "judged"
        folder.mkdir(parents=True)
        for path in (folder.parent / "margins.csv", folder / "pairs.csv"):
            io.write_table(table, path, systems.MARGINS)
    for name in ("margins.csv", "judged/pairs.csv"):
        paths = [tmp_path / "restarts" / part / name for part in ("x/2", "x/10", "y/1")]
        found = systems.read_margins(paths)
        assert {system: list(margins) for system, margins in found.items()} == {"x": ["2", "10"], "y": ["1"]}
        assert found["y"]["1"].to_dict() == {"a": 1, "b": -2}
