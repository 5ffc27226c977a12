"""Turn margins into binary decisions about acceptability, and measure their agreement with labels (pure).

1 is acceptable, 0 unacceptable. A *margin* is the acceptable class's logit minus the other's.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd


def decide(margin) -> np.ndarray:
    """Return 1 where the acceptable class has the greater logit, else 0 (equation 4; equal logits give the first class,
    0).
    """
    return (np.asarray(margin, dtype=float) > 0).astype(int)


def gather(margins: Mapping[str, pd.DataFrame], sentence_ids) -> pd.DataFrame:
    """Return decisions of restarts: a column a restart (the key of its ``sentence_id, margin``), indexed by
    sentence_id.

    Sentences without a margin are left out: they are the same ones for all restarts of a classifier.
    """
    index = pd.Index(sentence_ids, name="sentence_id")
    index = index[index.isin(next(iter(margins.values()))["sentence_id"])]
    columns = {name: decide(table.set_index("sentence_id")["margin"].loc[index]) for name, table in margins.items()}
    return pd.DataFrame(columns, index=index)


def counts(labels, predicted) -> tuple[np.ndarray, ...]:
    """Return true and false acceptables and unacceptables: (tp, fp, fn, tn). Sums run over the last axis."""
    labels, predicted = np.asarray(labels), np.asarray(predicted)
    cells = [(labels == truth) & (predicted == answer) for truth, answer in ((1, 1), (0, 1), (1, 0), (0, 0))]
    return tuple(cell.sum(axis=-1) for cell in cells)


def mcc_of_counts(tp, fp, fn, tn) -> np.ndarray:
    """Return the Matthews correlation coefficient; NaN if labels or predictions are all of one class."""
    tp, fp, fn, tn = (np.asarray(cell, dtype=float) for cell in (tp, fp, fn, tn))
    product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(product > 0, (tp * tn - fp * fn) / np.sqrt(product), np.nan)


def mcc(labels, predicted) -> float:
    """Return the Matthews correlation coefficient of predictions with labels; NaN if it is undefined (see
    mcc_of_counts).
    """
    return float(mcc_of_counts(*counts(labels, predicted)))


def zero_where_undefined(mcc):
    """Return MCCs, and 0 for undefined ones: the convention of scikit-learn, which some papers follow.

    Everything else leaves them undefined. What follows the convention says so wherever its numbers are shown.
    """
    return np.nan_to_num(mcc)


def majority(predictions: pd.DataFrame, labels, usual: int) -> dict[str, np.ndarray]:
    """Return the vote of all restarts (columns) on each sentence (row), in both variants; they differ in ties.

    ``as_published``: a tie takes the true label. ``corrected``: a tie takes the class that most training sentences
    have, ``usual``.
    """
    share = predictions.to_numpy().mean(axis=1)
    vote = (share > 0.5).astype(int)
    return {
        "as_published": np.where(share == 0.5, np.asarray(labels), vote),
        "corrected": np.where(share == 0.5, usual, vote),
    }


def development(splits: pd.Series) -> pd.Series:
    """Return which sentences are for development: ``dev``, and in-domain ones where they are another split."""
    return splits.str.endswith("dev")


SELECTED_ON = {"as_published": "test", "corrected": "dev"}


def select(predictions: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> dict[str, str]:
    """Return the restart (a column) with the highest MCC on the test set (as published) and on dev (corrected).

    All arguments have one row a sentence. An undefined MCC is lower than any other; of equal ones the first wins.
    """
    selected = {}
    for variant, split in SELECTED_ON.items():
        rows = (splits == split).to_numpy()
        values = np.array([mcc(labels[rows], predictions.loc[rows, name]) for name in predictions])
        selected[variant] = str(predictions.columns[int(np.argmax(np.nan_to_num(values, nan=-np.inf)))])
    return selected
