import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import matthews_corrcoef

from acceptability.scoring import decisions
from helpers import CODE, ROOT

LABELS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=40)


def test_mcc_by_hand():
    """tp 3, fp 1, fn 2, tn 4: (12 − 2) / √(4 · 5 · 5 · 6)."""
    labels = [1] * 5 + [0] * 5
    predicted = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    assert decisions.counts(labels, predicted) == (3, 1, 2, 4)
    assert decisions.mcc(labels, predicted) == pytest.approx(10 / np.sqrt(600))


@given(LABELS)
def test_mcc_equals_scikit_learn_s_and_is_undefined_for_one_class(pairs):
    labels, predicted = zip(*pairs, strict=True)
    ours = decisions.mcc(labels, predicted)
    if len(set(labels)) == 1 or len(set(predicted)) == 1:
        assert np.isnan(ours)
    else:
        assert ours == pytest.approx(matthews_corrcoef(labels, predicted))


def test_majority_and_its_ties_by_hand():
    votes = pd.DataFrame([[1, 1, 0, 0], [1, 1, 1, 0], [0, 0, 0, 1], [0, 1, 0, 1]])
    labels = [0, 0, 1, 1]
    found = decisions.majority(votes, labels, usual=1)
    assert list(found["as_published"]) == [0, 1, 0, 1]  # both ties take the truth
    assert list(found["corrected"]) == [1, 1, 0, 1]
    assert list(decisions.majority(votes, labels, usual=0)["corrected"]) == [0, 1, 0, 0]


def test_selection_on_test_as_published_and_on_dev_corrected():
    splits = pd.Series(["train"] * 2 + ["dev"] * 4 + ["test"] * 4)
    labels = pd.Series([1, 0, 1, 1, 0, 0, 1, 1, 0, 0])
    predictions = pd.DataFrame(
        {
            "one-class": [1] * 10,
            "good-on-dev": [0, 1, 1, 1, 0, 0, 1, 0, 0, 1],
            "good-on-test": [0, 1, 1, 0, 0, 1, 1, 1, 0, 0],
            "as-good-on-test": [1, 0, 1, 0, 0, 1, 1, 1, 0, 0],
        }
    )
    chosen = decisions.select(predictions, labels, splits)
    assert chosen == {"as_published": "good-on-test", "corrected": "good-on-dev"}


def test_decisions_of_restarts_stand_in_the_order_of_the_sentences():
    said = {
        "7": pd.DataFrame({"sentence_id": ["b", "a"], "margin": [-1.0, 2.0]}),
        "11": pd.DataFrame({"sentence_id": ["a", "b", "c"], "margin": [0.0, 0.5, 1.0]}),
    }
    decided = decisions.gather(said, ["a", "b"])
    assert decided.to_dict("list") == {"7": [1, 0], "11": [0, 1]}
    assert decided.index.tolist() == ["a", "b"] and decided.index.name == "sentence_id"


def test_an_undefined_mcc_is_0_only_where_a_convention_says_so():
    """The convention is one function; who follows it is listed here, and says so beside its numbers."""
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in CODE}
    following = {name for name, text in texts.items() if "zero_where_undefined(" in text}
    assert following == {
        "src/acceptability/scoring/decisions.py",
        "paper/cola/encoder/training.py",  # when a training ends, as published
        "src/acceptability/statistics/restarts.py",  # features, as published
        "src/acceptability/analyses/targeted/compute.py",
        "paper/cola/matrices.py",
        "paper/cola/people.py",
        "paper/cola/runs.py",  # runs of the authors, as published
    }
    others = [line for text in texts.values() for line in text.splitlines() if "nan_to_num(" in line and "mcc" in line]
    assert others == ["    return np.nan_to_num(mcc)"]
    assert decisions.zero_where_undefined(np.array([0.5, np.nan, -0.5])).tolist() == [0.5, 0, -0.5]


def test_a_collapsed_restart_is_never_selected_before_another():
    """If its MCC counted as 0, it would be selected before a restart that is worse than chance."""
    labels = pd.Series([1, 0, 1, 0] * 2)
    predictions = pd.DataFrame({"1": [1] * 8, "2": [1, 1, 0, 0] * 2, "3": [0, 1, 0, 0] * 2})
    splits = pd.Series(["dev"] * 4 + ["test"] * 4)
    assert decisions.select(predictions[["1", "3"]], labels, splits) == {"as_published": "3", "corrected": "3"}
    assert decisions.select(predictions, labels, splits) == {"as_published": "2", "corrected": "2"}
    assert decisions.select(predictions[["1"]], labels, splits)["corrected"] == "1"
