"""How well scores separate labels: hand-computed cases, other implementations, slow twins, and what must hold."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import matthews_corrcoef, roc_auc_score

from acceptability.analyses.separation import table as table_of_separation
from acceptability.statistics import separation
from acceptability.statistics.clusters import Estimate, cluster_numbers


@pytest.fixture
def some():
    """Labels, scores with ties, and sets of 120 sentences."""
    generator = np.random.default_rng(3)
    labels = generator.integers(0, 2, 120).astype(float)
    scores = np.round(generator.normal(size=120) + labels, 1)
    return labels, scores, np.repeat(np.arange(20), 6)


def test_scores_that_only_rounding_tells_apart_are_ties():
    assert separation.auc(np.array([1, 0, 0]), np.array([0.1 + 0.2, 0.3, 0.0])) == 0.75


def test_pbc_by_hand():
    # Means −4.5 and −7.5, SD 1.8708, half of the labels 1: 3 / 1.8708 · 0.5.
    assert separation.pbc(np.array([1, 1, 0, 0]), np.array([-4.0, -5, -6, -9])) == pytest.approx(0.8018, abs=5e-5)


def test_exponentiated_scores_may_be_one_outlier():
    labels, scores = np.array([1, 1, 0, 0]), np.array([-20.0, -21, -4, -30])
    assert separation.pbc(labels, scores) == pytest.approx(-0.187, abs=5e-4)
    assert separation.pbc(labels, separation.exponentiated(scores)) == pytest.approx(-0.5774, abs=5e-5)
    place, share = separation.heaviest_score(separation.exponentiated(scores))
    assert place == 2 and share == pytest.approx(0.75)  # of four values that are 1, 0, 0, 0
    assert np.isnan(separation.heaviest_score([2.0, 2.0])[1])


def test_scores_far_below_zero_do_not_vanish_together():
    labels = np.array([1, 0, 1, 0])
    assert np.isfinite(separation.pbc(labels, separation.exponentiated([-1000.0, -1001, -1002, -1003])))


def test_as_scipy_and_scikit_learn_compute_them(some):
    labels, scores, sets = some
    assert separation.pbc(labels, scores) == pytest.approx(stats.pointbiserialr(labels, scores).statistic)
    assert separation.auc(labels, scores) == pytest.approx(roc_auc_score(labels, scores))
    mccs = [matthews_corrcoef(labels, scores >= threshold) for threshold in np.unique(scores)]
    best = separation.mccs(labels, scores, cluster_numbers(sets))["best_mcc"]
    assert best.value == pytest.approx(max(mccs))
    rest = sets != sets[0]
    mccs = [matthews_corrcoef(labels[rest], scores[rest] >= threshold) for threshold in np.unique(scores[rest])]
    assert best.left_out[0] == pytest.approx(max(mccs))


def test_thresholds_are_found_on_the_other_clusters(some):
    labels, scores, sets = some
    decisions = np.zeros(len(labels))
    thresholds = np.unique(scores)
    for left_out in range(20):
        own = sets == left_out
        mccs = [matthews_corrcoef(labels[~own], scores[~own] >= threshold) for threshold in thresholds]
        best = np.isclose(mccs, max(mccs)).argmax()
        decisions[own] = scores[own] >= thresholds[best]
    estimate = separation.mccs(labels, scores, cluster_numbers(sets))["cross_validated_mcc"]
    assert estimate.value == pytest.approx(matthews_corrcoef(labels, decisions))
    without_first = matthews_corrcoef(labels[sets != 0], decisions[sets != 0])
    assert estimate.left_out[0] == pytest.approx(without_first)


def d_prime(labels, scores):
    area = separation.auc(labels, scores)
    return separation.d_prime(Estimate(area, np.full(1, area)), labels, np.zeros(len(labels), dtype=int)).value


def test_normal_distributions_have_the_d_prime_that_they_were_drawn_with():
    generator = np.random.default_rng(4)
    labels = np.repeat([0.0, 1.0], 50_000)
    assert d_prime(labels, generator.normal(size=100_000) + 1.5 * labels) == pytest.approx(1.5, abs=0.02)


def test_no_order_of_the_scores_reaches_more_than_the_most_possible(some):
    labels, scores, _ = some
    most = separation.most_possible_pbc(labels, scores)
    generator = np.random.default_rng(5)
    assert all(separation.pbc(generator.permutation(labels), scores) <= most for _ in range(200))
    perfect = np.sort(labels), np.sort(scores)
    assert separation.pbc(*perfect) == most
    normal = stats.norm.ppf((np.arange(100_000) + 0.5) / 100_000)
    assert separation.most_possible_pbc(np.repeat([0, 1], 50_000), normal) == pytest.approx(0.798, abs=5e-4)


def test_in_balanced_sets_the_parts_make_the_whole():
    generator = np.random.default_rng(6)
    labels, sets = np.tile([1, 0, 0], 70), np.repeat(np.arange(70), 3)
    for spread in (0.1, 1, 10):
        scores = generator.normal(size=210) + labels + np.repeat(generator.normal(scale=spread, size=70), 3)
        parts = separation.decompose_pbc(labels, scores, sets)
        assert parts["pbc"] == pytest.approx(parts["set_centred_pbc"] * np.sqrt(parts["within_share"]))
        assert 0 <= parts["within_share"] <= 1


def test_sets_with_one_label_or_one_score_have_no_pbc_and_are_counted():
    labels, scores = [1, 1, 1, 1, 0, 0, 1, 0, 0], [1, 2, 3, 4, 4, 4, 9, 2, 1]
    sets = ["a", "a", "a", "b", "b", "b", "c", "c", "c"]
    parts = separation.decompose_pbc(labels, scores, sets)
    by_set = separation.pbc_by_set(labels, scores, sets)
    assert by_set["pbc"].isna().tolist() == [True, True, False]
    assert (parts["sets"], parts["undefined_sets"]) == (3, 2)
    assert parts["mean_set_pbc"] == parts["median_set_pbc"] == by_set["pbc"].iloc[2]


@pytest.mark.parametrize(("labels", "scores"), [([1, 1, 1], [1, 2, 3]), ([1, 0, 1], [2, 2, 2]), ([1, 0], [2, 1])])
def test_what_is_undefined_has_no_number(labels, scores):
    table = separation.separations(labels, scores, range(len(labels)))
    assert table[["value", "low", "high"]].isna().all(axis=None)


def test_each_statistic_has_an_interval_around_it(some):
    labels, scores, sets = some
    table = separation.separations(labels, np.where(np.arange(120) < 6, np.nan, scores), sets).set_index("statistic")
    assert (table["low"] < table["value"]).all() and (table["value"] < table["high"]).all()
    assert (table["items"] == 114).all()
    assert table["value"]["cross_validated_mcc"] <= table["value"]["best_mcc"]


def test_what_only_asks_for_the_order_does_not_change_when_scores_are_exponentiated(some):
    labels, scores, sets = some
    log = separation.separations(labels, scores, sets).set_index("statistic")["value"]
    exp = separation.separations(labels, separation.exponentiated(scores), sets).set_index("statistic")["value"]
    order = ["auc", "d_prime", "best_mcc", "cross_validated_mcc"]
    assert exp[order].to_dict() == pytest.approx(log[order].to_dict())
    assert exp["pbc"] != pytest.approx(log["pbc"])


def test_a_perfect_order_has_a_finite_d_prime():
    labels, scores = np.array([0, 0, 1, 1]), np.array([1.0, 2, 3, 4])
    assert separation.auc(labels, scores) == 1
    assert d_prime(labels, scores) == pytest.approx(np.sqrt(2) * stats.norm.ppf(1 - 0.5 / 4))


SENTENCES = pd.DataFrame(
    {"sentence_id": list("abcdef"), "sentence": list("abcdef"), "label": [1, 0, 1, 0, 1, 0], "source": list("xxyyzz")}
)
PAIRS = pd.DataFrame(
    {
        "pair_id": ["1", "2", "3"],
        "good_id": ["a", "c", "a"],
        "bad_id": ["b", "d", "d"],
        "paradigm": ["p", "q", "q"],
        "cluster": ["P", "Q", "Q"],
    }
)


def by_statistic(
    scores: pd.DataFrame, sentences: pd.DataFrame = SENTENCES, pairs: pd.DataFrame = PAIRS
) -> pd.DataFrame:
    return separation.separations_of_system(scores, sentences, pairs).set_index("statistic")


def test_sentences_are_in_the_clusters_of_their_pairs_or_sources():
    assert separation.clusters_of(SENTENCES, PAIRS).tolist() == ["P", "P", "Q", "Q", "e", "f"]
    assert separation.clusters_of(SENTENCES, PAIRS[:0]).tolist() == list("xxyyzz")
    assert separation.clusters_of(SENTENCES.drop(columns="source"), PAIRS[:0]).tolist() == list("abcdef")
    assert separation.clusters_of(SENTENCES.assign(set=list("uuuvvv")), PAIRS[:0]).tolist() == list("uuuvvv")


def test_sentences_without_pairs_may_have_sets():
    scores = pd.DataFrame({"sentence_id": list("abcdef"), "measure": "mine", "score": [2.0, 1, 0, 1, -1, 3]})
    table = by_statistic(scores, SENTENCES.assign(set=list("uuuvvv")), PAIRS[:0])
    own = [stats.pointbiserialr(*part).statistic for part in (([1, 0, 1], [2, 1, 0]), ([0, 1, 0], [1, -1, 3]))]
    assert table["value"]["mean_set_pbc"] == pytest.approx(np.mean(own)) and table["items"]["sets"] == 6


def test_sets_have_a_median_and_are_exponentiated_one_by_one():
    """A fourth set, far below the others, would be 0 throughout if all were exponentiated together."""
    each = [[-1.0, -3, -2], [-2.0, -1, -4], [-1.0, -4, -9], [-902.0, -903, -901]]
    ids = [f"{place}{letter}" for place in range(4) for letter in "abc"]
    sentences = pd.DataFrame({"sentence_id": ids, "label": [1, 0, 0] * 4, "set": [name[0] for name in ids]})
    scores = pd.DataFrame({"sentence_id": ids, "measure": "log_prob", "score": np.concatenate(each)})
    table = by_statistic(scores, sentences, PAIRS[:0])
    log = [stats.pointbiserialr([1, 0, 0], numbers).statistic for numbers in each]
    exp = [stats.pointbiserialr([1, 0, 0], np.exp(np.array(numbers) - max(numbers))).statistic for numbers in each]
    assert table["value"]["median_set_pbc"] == pytest.approx(np.median(log))
    assert table["value"]["mean_set_pbc"] == pytest.approx(np.mean(log)) != pytest.approx(np.median(log))
    assert table["value"]["exp_median_set_pbc"] == pytest.approx(np.median(exp))
    assert table["value"]["exp_median_set_pbc"] != pytest.approx(table["value"]["median_set_pbc"])
    assert "exp_median_set_pbc" not in by_statistic(scores.assign(measure="cola_score"), sentences, PAIRS[:0]).index


def test_members_of_pairs_have_labels_where_the_dataset_has_none():
    assert separation.labels_of(SENTENCES, PAIRS).tolist() == [1, 0, 1, 0, 1, 0]
    both = pd.concat([PAIRS, PAIRS[:1].assign(good_id="d", bad_id="b")])
    found = separation.labels_of(SENTENCES.drop(columns="label"), both)
    assert found.fillna(-1).to_dict() == {"a": 1, "b": 0, "c": 1, "d": -1, "e": -1, "f": -1}
    scores = pd.DataFrame({"sentence_id": list("abcdef"), "measure": "mine", "score": [2.0, 1, 0, 1, -1, 3]})
    table = by_statistic(scores, SENTENCES.drop(columns="label"), both)
    assert table["items"]["pbc"] == 3 and table["items"]["sets"] == 4


def test_of_a_system_all_sentences_count_and_in_sets_those_of_each_paradigm():
    values = {"a": 2.0, "b": 1.0, "c": 0.0, "d": 1.0, "e": -1.0, "f": 3.0}
    scores = pd.DataFrame({"sentence_id": values.keys(), "measure": "slor", "score": values.values()})
    table = by_statistic(scores)
    labels, numbers = SENTENCES["label"], np.array(list(values.values()))
    assert table["value"]["pbc"] == pytest.approx(stats.pointbiserialr(labels, numbers).statistic)
    assert table["value"]["exp_pbc"] == pytest.approx(stats.pointbiserialr(labels, np.exp(numbers)).statistic)
    squares = (np.exp(numbers) - np.exp(numbers).mean()) ** 2
    assert table["value"]["exp_heaviest"] == pytest.approx(squares.max() / squares.sum())
    assert table["sentence_id"].dropna().to_dict() == {"exp_heaviest": "f"}
    constant = by_statistic(scores.assign(score=1.0))
    assert np.isnan(constant["value"]["exp_heaviest"]) and constant["sentence_id"].isna().all()
    assert table["items"]["pbc"] == 6 and table["items"]["sets"] == 5  # a is in both paradigms
    assert (table["value"]["sets"], table["value"]["undefined_sets"]) == (2, 1)  # p has but two sentences
    of_q = stats.pointbiserialr([1, 0, 1], [0, 1, 2]).statistic
    assert table["value"]["mean_set_pbc"] == pytest.approx(of_q)
    alone = by_statistic(scores.assign(measure="cola_score"), pairs=PAIRS[:0])
    separations = {"pbc", "most_possible_pbc", "auc", "d_prime", "best_mcc", "cross_validated_mcc", "accuracy", "mcc"}
    assert set(alone.index) == separations


def test_the_table_has_a_row_each_and_latex_no_sets():
    values = {"pbc": 0.31, "most_possible_pbc": 0.8, "auc": 0.7, "d_prime": 0.74, "best_mcc": 0.3, "sets": 3}
    values |= {"cross_validated_mcc": np.nan, "set_centred_pbc": 0.4, "within_share": 0.6, "mean_set_pbc": 0.5}
    values |= {"median_set_pbc": 0.55, "exp_median_set_pbc": 0.25}
    rows = pd.DataFrame({"statistic": values.keys(), "value": values.values(), "low": 0.1, "high": 0.9, "items": 1200})
    rows.loc[rows["value"].isna(), ["low", "high"]] = np.nan
    rows.loc[rows["statistic"] == "mean_set_pbc", "items"] = 1500
    made = table_of_separation.make_separation(
        separation=rows.assign(system="a", measure="pll"), labels={"b/pll": "B", "a/pll": "A"}, title="Toy"
    )
    assert made.frame["Toy"].tolist() == ["A"] and next(iter(made.latex)) == "System"
    cells = made.frame.iloc[0]
    assert cells["PBC"] == "0.310 [0.100, 0.900]" and cells["Most possible PBC"] == "0.800"
    assert cells["MCC, cross-validated"] == "" and cells["PBC, mean of sets"] == "0.500"
    assert (cells["PBC, median of sets"], cells["PBC, exp, median of sets"]) == ("0.550", "0.250")
    assert list(made.latex)[-1] == "MCC, cross-validated"


def test_the_table_counts_sentences_where_systems_score_different_ones():
    rows = pd.DataFrame(
        {"system": ["a", "b"], "measure": "score", "statistic": "pbc", "value": 0.3, "low": 0, "high": 1}
    )
    names = {"b/score": "B", "a/score": "A"}
    made = table_of_separation.make_separation(separation=rows.assign(items=[1200, 70]), labels=names, title="Toy")
    assert made.frame["Number of sentences"].tolist() == ["70", "1,200"]
    made = table_of_separation.make_separation(separation=rows.assign(items=1200), labels=names, title="Toy")
    assert "Number of sentences" not in made.frame


def test_an_undefined_mcc_is_no_threshold_and_no_estimate():
    """Scores in the wrong order: every threshold that divides the sentences is worse than chance."""
    labels, scores = np.array([1, 1, 0, 0]), np.array([1.0, 2.0, 3.0, 4.0])
    mccs = [matthews_corrcoef(labels, scores > cut) for cut in (1.5, 2.5, 3.5)]
    of_each = separation.mccs(labels, scores, np.arange(len(labels)))
    assert of_each["best_mcc"].value == pytest.approx(max(mccs)) and max(mccs) < 0
    one_class_left = separation.mccs(labels, scores, np.array([0, 0, 1, 1]))["cross_validated_mcc"]
    assert np.isnan(one_class_left.value) and np.isnan(one_class_left.left_out).all()


def test_accuracy_is_at_the_threshold_that_a_score_has_and_a_score_that_equals_it_is_half_right():
    labels, scores = np.array([1, 1, 1, 0, 0, 0, 0, 1]), np.array([2.0, 0.5, 0, -1, -2, 0.1, 0, -3])
    table = separation.separations(labels, scores, np.arange(8), 0.0).set_index("statistic")
    assert table["value"]["accuracy"] == (4 + 2 / 2) / 8
    assert table["value"]["mcc"] == pytest.approx(matthews_corrcoef(labels, scores > 0))
    assert table["low"]["accuracy"] < 5 / 8 < table["high"]["accuracy"]
    assert not {"accuracy", "mcc"} & set(separation.separations(labels, scores, np.arange(8))["statistic"])


def test_yes_no_has_an_accuracy_and_log_probabilities_have_none():
    scores = pd.DataFrame({"sentence_id": SENTENCES["sentence_id"], "measure": "yes_no", "score": range(-2, 4)})
    assert "accuracy" in by_statistic(scores).index
    assert not {"accuracy", "mcc"} & set(by_statistic(scores.assign(measure="log_prob")).index)
