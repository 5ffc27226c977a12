"""Three predictions about log-probabilities of pairs: by hand, by scikit-learn and SciPy, and what must hold."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

from acceptability.analyses.companions import compute as companions
from acceptability.analyses.predictions import table as table
from acceptability.analyses.predictions.compute import human_differences, predictions
from acceptability.analyses.predictions.manifest import PREDICTIONS
from acceptability.contracts import io, systems
from acceptability.contracts.data import CHOICES, PAIRS
from acceptability.contracts.deltas import DELTAS, Z_SCORES
from acceptability.errors import InputError
from acceptability.statistics import choices, deltas, levels, separation
from shown import analysed

NO_ANSWERS = pd.DataFrame({"participant": [], "pair_id": [], "chose_good": []})
GOOD, BAD = [5.0, 3.0, 2.0, 9.0], [4.0, 3.0, 3.0, 7.0]


def world(good=GOOD, bad=BAD, clusters=None, ratings=None) -> tuple[pd.DataFrame, dict, pd.DataFrame]:
    """Columns of deltas, z-scores by row, and pairs, of one system."""
    ids = [str(number) for number in range(len(good))]
    names = {side: [f"{number}.{side}" for number in ids] for side in ("good", "bad")}
    pairs = pd.DataFrame({"pair_id": ids, "good_id": names["good"], "bad_id": names["bad"]})
    pairs = pairs.assign(paradigm="x", phenomenon="x", cluster=clusters if clusters is not None else ids)
    sentences = pd.DataFrame({"sentence_id": [*names["good"], *names["bad"]], "rating": ratings})
    scores = sentences[["sentence_id"]].assign(measure="log_prob", score=[*good, *bad])
    z_scores, made = deltas.compute_deltas(scores, sentences.astype({"rating": float}), pairs)
    z = {"a/log_prob": z_scores.set_index("sentence_id")["z_score"]}
    return systems.delta_columns({"a": made}), z, pairs


def found(columns, z, pairs, answers=NO_ANSWERS, preference=None, ranked=False) -> pd.DataFrame:
    people = human_differences(pairs, columns["human"], answers, preference)
    made = predictions(columns, z, pairs, people, ranked)
    io.check_table(made.assign(dataset="toy"), PREDICTIONS, "predictions")
    return made.set_index("statistic")


def random_world(pairs=60, clusters=10) -> tuple[pd.DataFrame, dict, pd.DataFrame]:
    generator = np.random.default_rng(11)
    message = generator.normal(0, 5, pairs)
    good, bad = (np.round(message + generator.normal(shift, 1, pairs), 1) for shift in (1, 0))
    ratings = generator.normal(size=2 * pairs) + np.repeat([1, 0], pairs)
    return world(good, bad, generator.integers(0, clusters, pairs).astype(str), ratings)


def test_by_hand():
    made = found(*world())
    # Of 16 comparisons of a good and a bad one: 5 > 4, 3, 3; 3 = 3, 3; 2 of none; 9 > all. 3 + 1 + 0 + 4 = 8.
    assert made.loc["auc", "value"] == 8 / 16
    assert made.loc["paired", "value"] == 2.5 / 4  # right, tied, wrong, right
    assert made.loc["within_pair_r", "value"] == pytest.approx(stats.pearsonr(GOOD, BAD).statistic)
    assert "pair_r" not in made.index and set(made["number"]) == {4}  # nobody said anything of pairs


def test_of_ranked_sentences_there_is_no_auc():
    assert list(found(*world(), ranked=True).index) == ["within_pair_r", "paired"]


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_scores_that_are_not_finite_are_refused(wrong):
    """Sorted, they would stand above or below all others: three of them would give an AUC of 1."""
    columns, z, pairs = world()
    z["a/log_prob"]["2.bad"] = wrong
    message = rf"a/log_prob: the scores of the pair '2' are .* and {wrong}, but each must be a finite number; correct"
    with pytest.raises(InputError, match=message):
        found(columns, z, pairs)


def test_as_scikit_learn_and_scipy_compute_them():
    columns, z, pairs = random_world()
    made, scores = found(columns, z, pairs), z["a/log_prob"]
    good, bad = scores[pairs["good_id"]].to_numpy(), scores[pairs["bad_id"]].to_numpy()
    labels = np.repeat([1, 0], len(pairs))
    assert made.loc["auc", "value"] == pytest.approx(roc_auc_score(labels, [*good, *bad]))
    assert made.loc["within_pair_r", "value"] == pytest.approx(stats.pearsonr(good, bad).statistic)
    expected = stats.pearsonr(columns["human"], good - bad).statistic
    assert made.loc["pair_r", "value"] == pytest.approx(expected)
    assert made.loc["auc", "value"] < 0.7 < made.loc["paired", "value"] and made.loc["within_pair_r", "value"] > 0.9
    assert (made["low"] < made["value"]).all() and (made["value"] < made["high"]).all()


def test_the_auc_with_each_cluster_left_out_is_that_of_the_others():
    generator = np.random.default_rng(4)
    ones, others = generator.integers(0, 9, (2, 50)) / 7
    numbers = np.r_[np.arange(6), generator.integers(0, 6, 44)]
    made = separation.auc_by_cluster(ones, others, numbers)
    assert made.value == pytest.approx(roc_auc_score(np.repeat([1, 0], 50), [*ones, *others]))
    for cluster, left_out in enumerate(made.left_out):
        kept = numbers != cluster
        labels = np.repeat([1, 0], kept.sum())
        assert left_out == pytest.approx(roc_auc_score(labels, [*ones[kept], *others[kept]]))


def test_good_and_bad_sentences_exchanged():
    columns, z, pairs = random_world()
    swapped = pairs.rename(columns={"good_id": "bad_id", "bad_id": "good_id"})
    one, other = found(columns, z, pairs), found(-columns, z, swapped)
    assert one.loc[["auc", "paired"], "value"].to_numpy() == pytest.approx(1 - other.loc[["auc", "paired"], "value"])
    for same in ("within_pair_r", "pair_r"):
        assert one.loc[same, "value"] == pytest.approx(other.loc[same, "value"])
    only_the_system = found(columns.assign(**{"a/log_prob": -columns["a/log_prob"]}), z, pairs)
    assert only_the_system.loc["pair_r", "value"] == pytest.approx(-one.loc["pair_r", "value"])


def test_only_rated_pairs_count_where_any_is_rated():
    made = found(*world(ratings=[1, 2, 3, np.nan, 0, 1, 0, 2]))
    assert set(made["number"]) == {3} and made.loc["paired", "value"] == pytest.approx(1.5 / 3)


def test_numbers_that_other_tables_have_too_are_the_same():
    columns, z, pairs = random_world()
    made = found(columns, z, pairs)
    other = companions.companions(columns, pairs, pd.Series(dtype=float), [0.5], []).set_index("companion")
    ends = ["value", "low", "high"]
    assert made.loc["pair_r", ends].tolist() == pytest.approx(other.loc["pearson_r", ends].tolist())
    long = columns.rename(columns={"human": "human_delta", "a/log_prob": "model_delta"}).reset_index()
    of_all = levels.shares_of_system(long.assign(measure="log_prob"), pairs.set_index("pair_id", drop=False)).iloc[0]
    halves = of_all[["share_ties_half", "half_low", "half_high"]]
    assert made.loc["paired", ends].tolist() == pytest.approx(halves.tolist())


def test_people_who_chose_are_compared_by_their_shares():
    generator = np.random.default_rng(2)
    columns, z, pairs = world(*generator.normal(0, 3, (2, 40)), clusters=np.repeat(list("abcdefgh"), 5))
    answers = pd.DataFrame(
        [(str(person), pair, int(generator.random() < 0.7)) for person in range(9) for pair in pairs["pair_id"][:30]],
        columns=["participant", "pair_id", "chose_good"],
    )
    made = found(columns, z, pairs, answers)
    expected = choices.agreement(columns, answers, pairs, {}, choices.reliabilities(answers, pairs))
    same = ["value", "low", "high", "number"]
    expected = expected.set_index("statistic").loc["pair_r", same]
    assert made.loc["pair_r", same].tolist() == pytest.approx(expected.tolist())
    assert made.loc["pair_r", "number"] == 30 < made.loc["auc", "number"]


def test_a_preference_is_compared_in_one_order_of_the_two_sentences():
    """The system prefers the first kind more where people do, and the second kind in general."""
    preference = np.array([90.0, 70, 40, 10, 30, 60])
    first = (preference - 50) / 10 - 2  # the first sentence's score minus the second's
    is_first = preference > 50
    good, bad = np.where(is_first, first, 0.0), np.where(is_first, 0.0, first)
    columns, z, pairs = world(good, bad)
    pairs["strength"] = preference.astype(str)  # notes of pairs are text
    made = found(columns, z, pairs, preference="strength")
    assert made.loc["pair_r", "value"] == pytest.approx(1)
    in_the_order_of_good_and_bad = np.corrcoef(preference, good - bad)[0, 1]
    assert in_the_order_of_good_and_bad < 0.2
    people = human_differences(pairs, columns["human"], NO_ANSWERS, "strength")
    assert people["difference"].tolist() == [40, 20, -10, -40, -20, 10]
    assert people["sign"].tolist() == [1, 1, -1, -1, -1, 1]
    turned = pairs.assign(strength=(100 - preference).astype(str))  # the same in the other order
    assert found(columns, z, turned, preference="strength").loc["pair_r", "value"] == pytest.approx(1)


def test_one_cluster_has_no_interval_and_a_system_that_does_not_vary_no_r():
    made = found(*world(clusters="one"))
    assert made[["low", "high"]].isna().all(axis=None) and made["value"].notna().all()
    made = found(*world([1.0, 1, 1, 1], [0.0, 0, 0, 0]))
    assert np.isnan(made.loc["within_pair_r", "value"]) and made.loc["auc", "value"] == 1


def test_the_step_and_its_table(tmp_path):
    columns, z, pairs = random_world()
    pairs = pairs.assign(strength="7")
    io.write_table(pairs, tmp_path / "pairs.csv", PAIRS)
    io.write_table(NO_ANSWERS, tmp_path / "choices.csv", CHOICES)
    long = columns.set_axis(["human_delta", "model_delta"], axis=1).reset_index().assign(measure="log_prob")
    io.write_table(long, tmp_path / "a.csv", DELTAS)
    (tmp_path / "z").mkdir()
    scored = z["a/log_prob"].rename("z_score").rename_axis("sentence_id").reset_index().assign(measure="log_prob")
    io.write_table(scored, tmp_path / "z/a.csv", Z_SCORES)
    files = {"pairs": tmp_path / "pairs.csv", "choices": tmp_path / "choices.csv"}
    inputs = files | {"deltas": [tmp_path / "a.csv"], "z_scores": [tmp_path / "z/a.csv"]}
    written = analysed(tmp_path, "predictions", inputs, preference="strength", ranked=False, dataset="toy")
    read = io.read_table(written["predictions"], PREDICTIONS)
    assert read["value"].tolist() == pytest.approx(found(columns, z, pairs)["value"].tolist())  # ratings come first
    labels = {"b/slor": "B", "a/log_prob": "A log-prob"}
    made = table.make_predictions(predictions=read, labels=labels, title="Toy")
    assert made["Toy"].tolist() == ["A log-prob"] and list(made)[1:] == list(table.NAMES.values())
    value = read.set_index("statistic").loc["auc", "value"]
    assert made["AUC, unpaired"].iloc[0].startswith(f"{value:.3f} [")
    for absent in ("pair_r", "auc"):  # of unrated pairs, and of ranked sentences
        some = table.make_predictions(predictions=read[read["statistic"] != absent], labels=labels, title="Toy")
        assert set(some) == set(made) - {table.NAMES[absent]}
