"""The simplest classifiers: thresholds from the training set and from folds, a bag of words, one class for all."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import matthews_corrcoef

from acceptability.analyses.simple_classifiers import compute as simple_classifiers
from acceptability.analyses.simple_classifiers.manifest import SIMPLE_CLASSIFIERS
from acceptability.contracts import io, systems
from acceptability.errors import InputError

SPLITS = ["train"] * 40 + ["test"] * 20
LABELS = [1, 1, 1, 0] * 15
IDS = [f"s{number:02d}" for number in range(60)]
LABELLED = pd.DataFrame({"sentence_id": IDS, "sentence": "", "label": LABELS, "rating": np.nan, "split": SPLITS})
LABELLED["sentence"] = [f"{'A' if label else 'The'} dog." for label in LABELS]


def scores(values, measure: str = "slor") -> pd.DataFrame:
    return pd.DataFrame({"sentence_id": IDS, "measure": measure, "score": np.asarray(values, dtype=float)})


def compared(**tables: pd.DataFrame) -> pd.DataFrame:
    table = simple_classifiers.compute(sentences=LABELLED, scores=tables)
    io.check_table(table, SIMPLE_CLASSIFIERS, "simple")
    return table.set_index(["row", "fitted"])


def test_ranking_and_threshold_are_told_apart():
    """On the test set the scores order the sentences as well as in training, but all of them are lower by 10."""
    values = np.array(LABELS) * 2.0 - 10 * (np.array(SPLITS) == "test")
    found = compared(a=scores(values)).loc["a/slor"]
    assert found["auc"].tolist() == [1, 1]
    assert found.loc["train", "threshold"] == 1 and np.isnan(found.loc["folds", "threshold"])
    assert np.isnan(found.loc["train", "mcc"]) and found.loc["folds", "mcc"] == 1
    assert found["collapsed"].to_dict() == {"train": 1, "folds": 0}
    assert found.loc["train", "accuracy"] == 0.25  # all are called unacceptable


def test_the_threshold_is_that_of_the_training_sentences(tmp_path):
    generator = np.random.default_rng(2)
    train = np.array(LABELS[:40]) + generator.normal(size=40)
    cuts = np.sort(train)[:-1] + np.diff(np.sort(train)) / 2
    quality = [matthews_corrcoef(LABELS[:40], train > cut) for cut in cuts]
    for rest in (np.zeros(20), np.arange(20) - 100.0):
        table = simple_classifiers.compute(sentences=LABELLED, scores={"a": scores([*train, *(rest + np.arange(20))])})
        io.write_table(table, tmp_path / "simple.csv", SIMPLE_CLASSIFIERS)
        (threshold,) = systems.thresholds(pd.read_csv(tmp_path / "simple.csv")).values()
        assert quality[int(np.isclose(cuts, threshold).argmax())] == pytest.approx(max(quality))
        on_train = table.set_index(["row", "fitted"])["train_mcc"]
        assert on_train["a/slor", "train"] == pytest.approx(max(quality))  # whatever the test scores are
        assert np.isnan(on_train["a/slor", "folds"]) and np.isnan(on_train["majority-class", "train"])


def test_words_and_the_majority_need_no_scores():
    found = compared().droplevel("fitted")
    assert found.loc["bag-of-words", ["mcc", "auc", "accuracy"]].tolist() == [1, 1, 1]
    assert found.loc["majority-class", ["collapsed", "accuracy"]].tolist() == [1, 0.75]
    assert found.loc["majority-class", ["mcc", "low", "high", "auc"]].isna().all()


def test_one_class_and_equal_scores_are_refused_in_one_line():
    for split in ("train", "test"):
        one = LABELLED.assign(label=np.where(LABELLED["split"] == split, 0, LABELS))
        with pytest.raises(InputError, match=f"all sentences of the split {split} have the label 0; both are needed"):
            simple_classifiers.compute(sentences=one, scores={})
    with pytest.raises(InputError, match="scores of a/slor, split train: all sentences have the same score"):
        simple_classifiers.compute(sentences=LABELLED, scores={"a": scores([1] * 60)})
