"""Targeted sets, judged by what was fitted elsewhere: small cases by hand."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import matthews_corrcoef

from acceptability.analyses.targeted import compute as targeted
from acceptability.analyses.targeted import table as table_of_targeted
from acceptability.analyses.targeted.manifest import TARGETED
from acceptability.contracts import io

# Two sets: in "gap" the good string is there three times, and shorter; in "order" all have three words.
ROWS = [
    *(("g1", "What did he eat?", 1, "gap"), ("g2", "What did he eat?", 1, "gap"), ("g3", "What did he eat?", 1, "gap")),
    *(("g4", "What did he eat the egg?", 0, "gap"), ("g5", "What did he eat the cake?", 0, "gap")),
    *(("o1", "He saw it.", 1, "order"), ("o2", "Saw he it.", 0, "order"), ("o3", "It he saw.", 0, "order")),
]
SENTENCES = pd.DataFrame(ROWS, columns=["sentence_id", "sentence", "label", "set"]).assign(rating=np.nan)
PAIRS = pd.DataFrame({"good_id": ["g1", "g2", "o1", "o1"], "bad_id": ["g4", "g5", "o2", "o3"]})
LABELLED = pd.DataFrame(
    {
        "sentence_id": list("abcdef"),
        "sentence": ["He saw.", "She saw it.", "It saw me.", "Saw he the dog.", "Dog saw the it he.", "He saw me."],
        "label": [1, 1, 1, 0, 0, 1],
        "split": ["train"] * 5 + ["test"],
    }
)
SLOR = dict(zip(SENTENCES["sentence_id"], [1.0, 1, 1, 2, -1, 3, 1, 3], strict=True))


def scores(values: dict, measure: str = "slor") -> pd.DataFrame:
    return pd.DataFrame({"sentence_id": list(values), "measure": measure, "score": list(values.values())})


def evaluated(
    scores=(), thresholds=(), predictions=(), tie: float = 1e-4, sentences=SENTENCES, margins=()
) -> pd.DataFrame:
    fitted = pd.DataFrame(dict(thresholds).items(), columns=["row", "threshold"])
    systems = {"scores": dict(scores), "predictions": dict(predictions), "margins": dict(margins)}
    tables = {"sentences": sentences, "pairs": PAIRS, "labelled": LABELLED, "thresholds": fitted}
    found = targeted.compute(**tables, **systems, tie=tie)
    io.check_table(found, TARGETED, "targeted")
    return found.set_index(["row", "set"])


def test_a_threshold_judges_and_the_order_is_seen_beside_it():
    found = evaluated({"x": scores(SLOR)}, {"x/slor": 0.5})
    gap, order = found.loc[("x/slor", "gap")], found.loc[("x/slor", "order")]
    assert gap[["sentences", "acceptable", "distinct", "pairs", "restarts"]].tolist() == [5, 3, 3, 2, 1]
    assert gap["mcc"] == pytest.approx(matthews_corrcoef([1, 1, 1, 0, 0], [1, 1, 1, 1, 0]))
    assert gap["distinct_mcc"] == pytest.approx(matthews_corrcoef([1, 0, 0], [1, 1, 0]))
    assert (gap["auc"], gap["pair_accuracy"], gap["ties"]) == (0.5, 0.5, 0)
    # All are called acceptable; of o1's pairs, one is right and one a tie.
    assert order[["mcc", "collapsed", "called_acceptable"]].tolist() == [0, 1, 1]
    assert order[["auc", "pair_accuracy", "ties"]].tolist() == [0.75, 0.75, 1]


def test_log_probabilities_that_are_nearly_equal_tie():
    close = SLOR | {"o1": 1.00005}
    made = {"x": scores(close).assign(change_per_nat=0.5)}  # nats by which two sentences of o1's pair differ: 1e-4
    pairs = [evaluated(made, tie=tie)["ties"]["x/slor", "order"] for tie in (1.1e-4, 9e-5)]
    assert pairs == [1, 0]


def test_without_a_threshold_there_is_only_the_order():
    found = evaluated({"x": scores(SLOR)}).loc[("x/slor", "order")]
    assert found["restarts"] == 0 and found[["mcc", "distinct_mcc", "called_acceptable", "threshold"]].isna().all()
    assert found["auc"] == 0.75


def test_a_classifier_has_a_boundary_of_its_own_and_its_restarts_are_averaged():
    margins = {name: value - 1.5 for name, value in SLOR.items()}
    p_acceptable = {name: 1 / (1 + np.exp(-value)) for name, value in margins.items()}
    tables = {"c": pd.concat([scores(margins, "logit_margin"), scores(p_acceptable, "p_acceptable")])}
    judged = pd.DataFrame({"1": 1, "2": SENTENCES["label"].to_numpy()}, index=SENTENCES["sentence_id"])
    found = evaluated(tables, {"c/logit_margin": 99}, {"c": judged})
    order = found.xs("order", level="set")
    assert order.loc["c/logit_margin", "mcc"] == order.loc["c/p_acceptable", "mcc"] == pytest.approx(0.5)
    assert order["threshold"].dropna().to_dict() == pytest.approx(
        {"c/logit_margin": 0, "c/p_acceptable": 0.5, "bag-of-words": 0, "shorter": -3.5}
    )
    restarts = order.loc["c/restarts"]
    assert restarts[["restarts", "collapsed", "mcc"]].tolist() == [2, 1, 0.5]
    assert restarts["sd"] == pytest.approx(np.std([0, 1], ddof=1)) and np.isnan(restarts["auc"])
    said = pd.DataFrame({"1": SLOR, "2": {"o1": 0.5, "o2": 0.1, "o3": 0.2}})
    known = evaluated(tables, {}, {"c": judged}, margins={"c": said}).loc[("c/restarts", "order")]
    assert known["auc"] == pytest.approx((0.75 + 1) / 2)  # 3 against 1 and 3; then both are lower


def test_simple_rules_show_what_length_and_words_are_worth():
    found = evaluated()
    assert found.loc[("best-length", "gap"), ["mcc", "distinct_mcc", "rule"]].tolist() == [1, 1, "at most 4 words"]
    equal = found.loc[("best-length", "order")]
    assert equal[["restarts", "pair_accuracy", "ties"]].tolist() == [0, 0.5, 2] and equal[["mcc", "rule"]].isna().all()
    assert found.loc[("shorter", "gap"), ["mcc", "auc"]].tolist() == [0, 1]  # the training sentences are shorter
    assert found.loc[("bag-of-words", "order"), ["auc", "pair_accuracy"]].isin([0.5]).sum() == 1  # same words: ties
    assert found.loc["majority-class"][["mcc", "called_acceptable"]].to_numpy().tolist() == [[0, 1]] * 2


def test_the_longer_ones_may_be_acceptable():
    longer = SENTENCES.assign(label=1 - SENTENCES["label"])
    found = evaluated(sentences=longer)
    assert found.loc[("best-length", "gap"), ["mcc", "rule"]].tolist() == [1, "at least 6 words"]


def test_sentences_without_sets_are_one():
    found = evaluated({"x": scores(SLOR)}, {"x/slor": 0.5}, sentences=SENTENCES.drop(columns="set"))
    assert found.loc["x/slor"].index.tolist() == ["all"] and found.loc[("x/slor", "all"), "pairs"] == 4


def test_the_table_has_columns_for_each_set_and_names_the_rules():
    found = evaluated({"x": scores(SLOR)}, {"x/slor": 0.5}).reset_index()
    labels = {"y/slor": "Not here", "x/slor": "X", "best-length": "Length", "shorter": "Shorter"}
    made = table_of_targeted.make_targeted(targeted=found, judge_labels=labels, title="Toy")
    names = ["Toy", "gap, MCC", "gap, distinct", "gap, AUC", "gap, pairs", "order, MCC", "order, AUC", "order, pairs"]
    assert list(made.frame) == names and made.frame["Toy"].tolist() == ["X", "Length", "Shorter"]
    assert made.frame.iloc[0].tolist() == ["X", "0.612", "0.500", "0.500", "0.500", "0.000", "0.750", "0.750"]
    assert made.frame.loc["best-length", "order, MCC"] == ""
    assert list(made.latex) == ["System", "gap, MCC", "gap, distinct", "order, MCC"]


def test_a_judge_is_about_the_sentences_that_it_knows():
    some = {name: value for name, value in SLOR.items() if name not in ("g2", "o3")}
    judged = pd.DataFrame({"1": [1, 0, 1]}, index=["o1", "o2", "g1"])
    whole = evaluated({"x": scores(SLOR), "y": scores(some)}, {"x/slor": 0.5, "y/slor": 0.5}, {"c": judged})
    left = SENTENCES[SENTENCES["sentence_id"].isin(some)]
    alone = evaluated({"y": scores(some)}, {"y/slor": 0.5}, sentences=left)
    pd.testing.assert_frame_equal(whole.loc[["y/slor"]], alone.loc[["y/slor"]], check_dtype=False)
    assert whole.loc["y/slor"][["sentences", "pairs"]].to_numpy().tolist() == [[4, 1], [2, 1]]
    assert whole.loc["c/restarts"][["sentences", "pairs"]].to_numpy().tolist() == [[1, 0], [2, 1]]
    complete = evaluated({"x": scores(SLOR)}, {"x/slor": 0.5})
    rest = [row for row in whole.index if row[0] not in ("y/slor", "c/restarts")]
    pd.testing.assert_frame_equal(whole.loc[rest], complete.loc[rest], check_dtype=False)
    only = {name: value for name, value in SLOR.items() if name[0] == "g"}
    assert "order" not in evaluated({"y": scores(only)}, {"y/slor": 0.5}).loc["y/slor"].index
