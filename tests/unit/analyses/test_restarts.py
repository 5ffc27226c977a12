import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import matthews_corrcoef, roc_auc_score

from acceptability.analyses.restart_shares.manifest import RESTART_SHARES
from acceptability.analyses.restarts import selection
from acceptability.analyses.restarts import table as table_of_selected
from acceptability.analyses.restarts.manifest import CLASSIFIERS, SELECTED
from acceptability.contracts import io
from acceptability.errors import InputError
from acceptability.scoring import decisions
from acceptability.statistics import restarts

NAMES = [f"s{number}" for number in range(12)]
LABELS = pd.Series([1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1], index=NAMES)
SPLITS = pd.Series(["train"] * 4 + ["dev"] * 4 + ["test"] * 4, index=NAMES)
PREDICTIONS = pd.DataFrame(
    {
        "5": [1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0],
        "6": [1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1],
        "7": [0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 1],
        "8": [0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1],
    },
    index=NAMES,
)
MARGINS = (2 * PREDICTIONS - 1) * np.linspace(0.1, 1, 12)[:, None]


def table(draws: int, seed: int, sentences: int = 60) -> tuple[pd.DataFrame, pd.Series]:
    generator = np.random.default_rng(seed)
    labels = pd.Series(generator.integers(0, 2, sentences))
    flipped = generator.random((sentences, draws)) < 0.3
    return pd.DataFrame(np.where(flipped, 1 - labels.to_numpy()[:, None], labels.to_numpy()[:, None])), labels


def test_every_restart_and_split_but_train_by_hand():
    found = restarts.evaluate_restarts(PREDICTIONS, LABELS, SPLITS).set_index(["restart", "split"])
    assert len(found) == 8
    dev = found.loc[("5", "dev")]
    assert dev["mcc"] == pytest.approx(matthews_corrcoef(LABELS[4:8], PREDICTIONS["5"].iloc[4:8]))
    assert (dev["sentences"], dev["accuracy"], dev["predicted_acceptable"], dev["collapsed"]) == (4, 0.75, 0.25, 0)
    collapsed = found.loc[("6", "test")]
    assert np.isnan(collapsed["mcc"])
    assert (collapsed["collapsed"], collapsed["predicted_acceptable"]) == (1, 1)


def test_table_5_by_hand():
    """On test, restart 6 has collapsed: it is counted, and left out of means."""
    said = restarts.summarise_restarts(MARGINS, LABELS, SPLITS).set_index("split")
    found = said.loc["test"]
    single = [matthews_corrcoef(LABELS[8:], PREDICTIONS[name].iloc[8:]) for name in ("5", "7", "8")]
    assert found["mean"] == pytest.approx(np.mean(single))
    assert found["sd"] == pytest.approx(np.std(single, ddof=1))
    assert found["maximum"] == pytest.approx(max(single))
    assert (found["restarts"], found["collapsed"], found["ties"]) == (4, 1, 0)
    # votes on test: 3, 3, 1, 3 of 4
    assert found["ensemble_corrected"] == pytest.approx(matthews_corrcoef(LABELS[8:], [1, 1, 0, 1]))
    dev = said.loc["dev"]
    # votes on dev: 4, 2, 2, 0 of 4; as published the ties take the truth (1, 0), else the usual class of train: 1
    assert dev["ties"] == 2
    assert dev["ensemble_as_published"] == 1
    assert dev["ensemble_corrected"] == pytest.approx(matthews_corrcoef(LABELS[4:8], [1, 1, 1, 0]))
    # One more of the dev set is acceptable; of the training set, half are: acceptable is the usual class, too.
    other = LABELS.where(LABELS.index != "s7", 1)
    said = restarts.summarise_restarts(MARGINS, other, SPLITS).set_index("split")["ensemble_corrected"]
    assert said["dev"] == pytest.approx(matthews_corrcoef(other[4:8], [1, 1, 1, 0])) and said["dev"] < 0


def test_a_classifier_that_calls_everything_acceptable_has_an_auc_and_no_mcc():
    """Its margins are all positive, and those of acceptable sentences greater: it orders what it does not tell apart."""
    margins = MARGINS[["6"]] + 10
    found = restarts.summarise_restarts(margins, LABELS, SPLITS).set_index("split").loc["test"]
    assert (found["collapsed"], found["restarts"]) == (1, 1)
    assert found["auc"] == pytest.approx(roc_auc_score(LABELS[8:], margins["6"].iloc[8:]))
    assert found[["mean", "low", "high", "maximum", "ensemble_corrected"]].isna().all()
    io.check_table(found.to_frame().T.assign(system="x", split="test"), CLASSIFIERS, "classifiers")


def test_auc_is_the_mean_of_the_restarts():
    found = restarts.summarise_restarts(MARGINS, LABELS, SPLITS).set_index("split")
    for split in ("dev", "test"):
        inside = split == SPLITS
        single = [roc_auc_score(LABELS[inside], MARGINS.loc[inside, name]) for name in MARGINS]
        assert found.loc[split, "auc"] == pytest.approx(np.mean(single))


def test_the_selected_restarts_with_their_mcc():
    found = selection.select_restarts(PREDICTIONS, LABELS, SPLITS).set_index("variant")
    assert found["selected_on"].to_dict() == {"as_published": "test", "corrected": "dev"}
    single = restarts.evaluate_restarts(PREDICTIONS, LABELS, SPLITS)
    for variant, split in (("as_published", "test"), ("corrected", "dev")):
        mcc = single[single["split"] == split].set_index("restart")["mcc"]
        assert found.loc[variant, f"mcc_{split}"] == mcc.max()
        assert found.loc[variant, "restart"] == mcc.idxmax()
        assert found.loc[variant, "collapsed"] == 0
    read = io.check_table(found.reset_index().assign(system="x"), SELECTED, "selected")
    read.loc[0, ["test_low", "test_high"]] = -0.25, 0.5
    read.loc[1, ["mcc_test", "test_low", "test_high"]] = np.nan
    shown = table_of_selected.make_selected(selected=read, classifier_labels={"x": "X"})["MCC on test"]
    assert shown.tolist() == [f"{read.loc[0, 'mcc_test']:.3f} [−0.250, 0.500]", "–"]


@pytest.mark.parametrize("split", ["dev", "test"])
def test_the_interval_of_the_selected_restart_is_that_of_a_bootstrap_that_selects_again(split):
    """The slow way: the restarts' MCCs in each draw, one by one."""
    predictions, labels = table(4, 3, sentences=80)
    splits = pd.Series(["dev", "test"] * 40)
    parts = {name: np.flatnonzero(splits == name) for name in ("dev", "test")}
    seeds = {"test": restarts.SEED, "dev": restarts.SEED + 1}  # the same for both would draw alike from like sizes
    counts = {name: restarts.bootstrap_counts(len(rows), 4, 50, seeds[name])[0] for name, rows in parts.items()}

    def mcc(rows, restart):
        return matthews_corrcoef(labels.iloc[rows], predictions[restart].iloc[rows])

    too_high = []
    for number in range(50):
        sample = {name: np.repeat(rows, counts[name][number].astype(int)) for name, rows in parts.items()}
        best = int(np.argmax([mcc(sample[split], restart) for restart in predictions]))
        too_high.append(mcc(sample["test"], best) - mcc(parts["test"], best))
    value = mcc(parts["test"], int(np.argmax([mcc(parts[split], restart) for restart in predictions])))
    found = selection.interval_of_selected(predictions, labels, splits, split, 50)
    assert found == pytest.approx(tuple(value - np.quantile(too_high, [0.975, 0.025])))


def test_the_best_of_equal_restarts_is_not_taken_to_be_better():
    """Restarts are right in 3 of 4 decisions: an MCC of 0.5. The best of 20 looks better, its own bootstrap says so."""
    generator, splits = np.random.default_rng(4), pd.Series(["test"] * 120)
    worlds, selecting, alone = 80, 0, 0
    for _ in range(worlds):
        labels = pd.Series(np.repeat([0, 1], 60))
        wrong = generator.random((120, 20)) < 0.25
        predictions = pd.DataFrame(np.where(wrong, 1 - labels.to_numpy()[:, None], labels.to_numpy()[:, None]))
        low, high = selection.interval_of_selected(predictions, labels, splits, "test", 200)
        selecting += low <= 0.5 <= high
        best = np.argmax([decisions.mcc(labels, predictions[name]) for name in predictions])
        low, high = restarts.mean_mcc_interval(predictions[[best]], labels, 200)
        alone += low <= 0.5 <= high
    assert selecting / worlds >= 0.85 and alone / worlds <= 0.6


def test_a_restart_without_an_mcc_has_no_interval():
    """On dev, restart 0 is better; on test, it calls everything acceptable."""
    labels = pd.Series([0, 1, 0, 1] * 10)
    splits = pd.Series(["dev"] * 20 + ["test"] * 20)
    collapsed = np.where(splits == "test", 1, labels)
    predictions = pd.DataFrame({0: collapsed, 1: 1 - labels})
    assert np.isnan(selection.interval_of_selected(predictions, labels, splits, "dev", 20)).all()


def test_ways_of_cutting_folds_are_averaged():
    found = restarts.mean_over_ways(PREDICTIONS, LABELS)
    single = [matthews_corrcoef(LABELS, PREDICTIONS[name]) for name in PREDICTIONS]
    assert (found["mcc"], found["sd"]) == (pytest.approx(np.mean(single)), pytest.approx(np.std(single, ddof=1)))
    assert found["accuracy"] == pytest.approx(PREDICTIONS.eq(LABELS, axis=0).to_numpy().mean())
    assert found["collapsed"] == 0 and found["low"] <= found["mcc"] <= found["high"]
    assert restarts.mean_over_ways(PREDICTIONS * 0, LABELS)["collapsed"] == 1


def test_interval_equals_a_plain_bootstrap():
    predictions, labels = table(5, 1)
    low, high = restarts.mean_mcc_interval(predictions, labels)
    generator = np.random.default_rng(7)
    means = []
    for _ in range(2000):
        sentences, columns = generator.integers(0, 60, 60), generator.integers(0, 5, 5)
        drawn, truth = predictions.to_numpy()[sentences], labels.to_numpy()[sentences]
        means.append(np.mean([np.corrcoef(truth, drawn[:, column])[0, 1] for column in columns]))
    assert [low, high] == pytest.approx(np.quantile(means, [0.025, 0.975]), abs=0.02)
    assert restarts.mean_mcc_interval(predictions, labels) == (low, high)


def test_interval_leaves_out_restarts_that_collapsed():
    """A restart without an MCC changes nothing but which of the others are drawn how often."""
    predictions, labels = table(5, 1, sentences=400)
    low, high = restarts.mean_mcc_interval(predictions.assign(collapsed=1), labels)
    assert [low, high] == pytest.approx(restarts.mean_mcc_interval(predictions, labels), abs=0.02)
    assert np.isnan(restarts.mean_mcc_interval(predictions[[0]] * 0, labels)).all()


def test_interval_of_one_restart_draws_sentences_only_and_holds_the_value():
    predictions, labels = table(1, 2)
    low, high = restarts.mean_mcc_interval(predictions, labels)
    assert low < decisions.mcc(labels, predictions[0]) < high


def test_features_in_both_variants():
    features = pd.DataFrame(
        [("s4", "major", "Binding"), ("s5", "major", "Binding"), ("s6", "major", "Binding")]
        + [("s4", "major", "Violations"), ("s7", "major", "Violations")]
        + [(f"s{n}", "minor", "Island") for n in (4, 5, 6, 7)]
        + [("s4", "minor", "Copula"), ("s5", "minor", "Copula"), ("s0", "minor", "RC")],
        columns=["sentence_id", "level", "feature"],
    )
    left_out = ["Violations", "Island"]  # of major features only
    found = restarts.mcc_by_feature(PREDICTIONS.loc[SPLITS == "dev"], LABELS, features, left_out).set_index("feature")
    assert list(found.index) == ["Binding", "Violations", "Island", "Copula", "RC"]
    binding = [decisions.mcc(LABELS[["s4", "s5", "s6"]], PREDICTIONS.loc[["s4", "s5", "s6"], name]) for name in "5678"]
    assert np.isnan(binding[2])  # restart 7 says 1 of all three
    assert found.loc["Binding", "mean"] == pytest.approx(np.nanmean(binding))
    assert found.loc["Binding", "mean_as_published"] == pytest.approx(np.nan_to_num(binding).mean())
    assert (found.loc["Binding", "undefined"], found.loc["Binding", "sentences"]) == (1, 3)
    assert found.loc["Binding", "acceptable"] == 2
    called = PREDICTIONS.loc[["s4", "s5", "s6"]].to_numpy().sum() / 12  # by four restarts
    assert found.loc["Binding", "called_acceptable"] == pytest.approx(called)
    assert found.loc["Violations", "mean"] == 1 and np.isnan(found.loc["Violations", "mean_as_published"])
    island = [matthews_corrcoef(LABELS[4:8], PREDICTIONS[name].iloc[4:8]) for name in "5678"]
    between = [value for value in island if 0 < value < 1]
    assert len(between) < 4
    assert found.loc["Island", "mean_as_published"] == pytest.approx(np.mean(between))
    assert found.loc["Copula", "undefined"] == 4  # all labels are the same
    assert np.isnan(found.loc["Copula", "mean_as_published"]) and np.isnan(found.loc["Copula", "mean"])
    assert found.loc["Copula", ["low", "high"]].isna().all()
    assert found.loc["RC", "sentences"] == 0 and np.isnan(found.loc["RC", "mean"])


def test_flips_by_hand():
    predictions = pd.DataFrame([[1, 1, 1, 1], [1, 0, 1, 0], [1, 1, 0, 0], [0, 0, 0, 1]], index=list("abcd"))
    sentences = pd.DataFrame({"sentence_id": list("dcba"), "sentence": "A dog.", "label": 1})
    found = restarts.stability(predictions, sentences).set_index("sentence_id").loc[list("abcd")]
    assert list(found["flips"]) == [0, 4, 2, 2]  # the last and the first are neighbours
    assert list(found["acceptable"]) == [4, 2, 2, 1]
    after = restarts.flipped_after(predictions)
    assert after["restarts"].tolist() == [1, 2, 3, 4] and after["flipped"].tolist() == [0, 0.25, 0.5, 0.75]


def test_a_variant_has_labels_of_its_own_where_the_sentences_have_them():
    sentences = pd.DataFrame({"sentence_id": ["a", "b"], "label": [1, 0], "label_as_published": ["0", "1"]})
    sources = restarts.label_sources(sentences, ["as_published", "mine"])
    assert {name: labels.to_dict() for name, labels in sources.items()} == {
        "corrected": {"a": 1, "b": 0},
        "as_published": {"a": 0, "b": 1},
    }


def test_against_labels_names_the_source():
    sources = {"corrected": LABELS, "as_published": 1 - LABELS}
    found = restarts.mcc_with_labels(PREDICTIONS, sources).set_index(["label_source", "restart"])["mcc"]
    assert found["corrected", "5"] == pytest.approx(matthews_corrcoef(LABELS, PREDICTIONS["5"]))
    assert found["as_published", "5"] == pytest.approx(-found["corrected", "5"])


SENTENCES = pd.DataFrame({"sentence_id": list("abcdef"), "rating": [1, -1, 0.5, 0, None, 1]})
PAIRS = pd.DataFrame({"good_id": ["a", "c", "d", "e"], "bad_id": ["b", "d", "f", "b"]})  # Δh: 2, 0.5, −1, none


def test_shares_of_restarts_by_hand():
    # z-scores of labels: "1" has ±1; "2" has 5 acceptable of 6, so 1/√5 and −√5; "3" none; "4" a, b, c as −1.
    predictions = pd.DataFrame(
        {"1": [1, 0, 1, 0, 1, 0], "2": [1, 0, 1, 1, 1, 1], "3": [1] * 6, "4": [0, 0, 0, 1, 1, 1]}, index=list("abcdef")
    )
    # Δ of the rated pairs: 2, 2, 0; 2.683, 0, 0; 0, 0, 0; 0, −2, 0
    scores = restarts.scores_of_restarts(predictions, None)
    found = restarts.shares_of_restarts(scores, SENTENCES, PAIRS, [0.7, 2]).set_index(["criterion", "threshold"])
    assert set(found["of"]) == {"labels"} and set(found["restarts"]) == {4}
    blimp = found.loc[[("blimp", np.nan)]].iloc[0]
    each = np.array([2, 1, 0, 0]) / 3
    assert blimp["mean"] == pytest.approx(0.25) and blimp["sd"] == pytest.approx(each.std(ddof=1))
    assert (blimp["low"], blimp["high"]) == pytest.approx((0, 2 / 3 - 0.075 / 3))
    assert blimp["mean_ties_half"] == pytest.approx(np.mean([2.5, 2, 1.5, 1]) / 3)
    two = restarts.shares_of_restarts({"labels": scores["labels"][["1", "2"]]}, SENTENCES, PAIRS, [])
    assert two[["low", "high"]].to_numpy()[0] == pytest.approx([(1 + 0.025) / 3, (2 - 0.025) / 3])
    assert found["mean"].tolist()[1:] == pytest.approx([2 / 12, 3 / 12])
    # ties: two at Δh = 0.5, four at −1 and one at 2; a coin meets the first by δ = 0.7, and those at −1, too, by δ = 2
    assert found["mean_ties_half"].tolist()[1:] == pytest.approx([2 / 12 + 2 / 24, 3 / 12 + 6 / 24])
    one = restarts.shares_of_restarts(scores, SENTENCES, PAIRS, [0.7])
    io.check_table(one.assign(system="x"), RESTART_SHARES, "shares")


def test_margins_are_scored_by_equation_5_and_one_restart_has_no_sd():
    margins = pd.DataFrame({"1": [2.0, -2.0, 1.0, 0.5, 3.0, -1.0]}, index=list("abcdef"))
    predictions = (margins > 0).astype(int)
    scores = restarts.scores_of_restarts(predictions, margins)
    assert list(scores) == ["labels", "cola_score"]
    assert scores["cola_score"]["1"].tolist()[:2] == pytest.approx([1 / (1 + np.exp(-2)), -1 / (1 + np.exp(-2))])
    found = restarts.shares_of_restarts(scores, SENTENCES, PAIRS, []).set_index("of")
    assert found["sd"].isna().all()
    # c above d by equation (5), though both are acceptable; d above f, which the raters are not
    assert found[["mean", "low", "high", "mean_ties_half"]].to_numpy().tolist() == [
        pytest.approx([2 / 3, 2 / 3, 2 / 3, 2.5 / 3]),
        [1, 1, 1, 1],
    ]


def test_the_order_of_sentences_does_not_matter_and_pairs_without_ratings_have_blimp_alone():
    predictions = pd.DataFrame({"1": [0, 1, 0, 0, 1, 1], "2": [1, 1, 0, 0, 0, 1]}, index=list("fedcba"))
    unrated = SENTENCES.assign(rating=np.nan)
    found = restarts.shares_of_restarts({"labels": 2 * predictions - 1}, unrated, PAIRS, [0.5])
    assert found["criterion"].tolist() == ["blimp"]
    # "1" ties on all four pairs; "2" has a above b and e above b, ties on c and d, and has f above d
    assert (found["mean"].item(), found["mean_ties_half"].item()) == (0.25, (0.5 + 0.625) / 2)


SCORES = st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 1)), min_size=2, max_size=25)


@given(SCORES)
def test_best_threshold_equals_trying_all(pairs):
    scores, labels = (np.array(side) for side in zip(*pairs, strict=True))
    distinct = np.unique(scores)
    if len(distinct) == 1:
        with pytest.raises(InputError, match="all sentences have the same score"):
            restarts.best_threshold(scores.astype(float), labels)
        return
    tried = {cut: np.nan_to_num(decisions.mcc(labels, scores > cut)) for cut in (distinct[1:] + distinct[:-1]) / 2}
    found = restarts.best_threshold(scores.astype(float), labels)
    assert tried[found] == pytest.approx(max(tried.values()))


def test_cross_validated_thresholds_are_found_without_the_sentences_they_judge(monkeypatch):
    generator = np.random.default_rng(3)
    labels = generator.integers(0, 2, 400)
    telling = restarts.cross_validated_decisions(labels + generator.random(400) * 0.9, labels)
    assert telling.shape == (400, restarts.WAYS)
    assert min(decisions.mcc(labels, way) for way in telling.T) > 0.95
    monkeypatch.setattr(restarts, "WAYS", 1)
    judged = [restarts.cross_validated_decisions(generator.random(400), labels)[:, 0] for _ in range(40)]
    noise = [decisions.mcc(labels, way) for way in judged]
    assert abs(np.mean(noise)) < 0.05  # found and judged on the same sentences, it would be about 0.1
