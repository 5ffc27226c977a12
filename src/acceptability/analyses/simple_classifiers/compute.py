"""Evaluate the simplest classifiers of acceptability: one class for all, words without order, thresholds on scores
(pure).

A threshold is fitted on the training set, or by the scheme of Warstadt, Singh & Bowman (2019) on the test set itself.
The AUC beside it says how well the scores order the sentences, whatever the threshold.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from acceptability.contracts import systems
from acceptability.errors import InputError, naming
from acceptability.scoring import decisions
from acceptability.statistics import restarts, separation
from acceptability.statistics.simple_classifiers import bag_of_words


def compute(*, sentences: pd.DataFrame, scores: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Return how well each simple classifier does on each split but the training set.

    Columns: ``row`` (majority-class, bag-of-words, or system/measure: a threshold), ``split, fitted`` (on train, or on
    folds of the split itself), ``sentences`` (how many), ``threshold`` (NaN: none, or several), ``train_mcc`` (on the
    training sentences themselves), ``auc`` and what restarts.mean_over_ways returns. A threshold is fitted and
    evaluated on the sentences that have a score. Raises InputError where a split has one class only, or all scores are
    the same.

    Parameters:
        sentences: the table SENTENCES, with labels and splits.
        scores: tables SCORES by system.
    """
    labelled = sentences.set_index("sentence_id")
    _check_labels(labelled)
    training = labelled[labelled["split"] == "train"]
    bag, usual = bag_of_words(training["sentence"], training["label"]), int(training["label"].mean() >= 0.5)
    columns = systems.by_row(scores, "score")
    scored = {row: labelled[labelled.index.isin(column.index)] for row, column in columns.items()}
    for row, table in scored.items():
        with naming(f"scores of {row}"):
            _check_labels(table)
    trained_on = {row: table.loc[table["split"] == "train", "label"] for row, table in scored.items()}
    thresholds = {row: _threshold(row, column, trained_on[row]) for row, column in columns.items()}
    on_train = {
        row: decisions.mcc(labels, columns[row].loc[labels.index] > thresholds[row])
        for row, labels in trained_on.items()
    }
    on_train["bag-of-words"] = decisions.mcc(training["label"], bag.predict(training["sentence"]))
    rows = []
    for split in [name for name in labelled["split"].unique() if name != "train"]:
        whole = labelled[labelled["split"] == split]
        parts = {row: table[table["split"] == split] for row, table in scored.items()}
        ordered = {row: columns[row].loc[part.index].to_numpy() for row, part in parts.items()}
        decided = {(row, "train"): values > thresholds[row] for row, values in ordered.items()}
        for row, values in ordered.items():
            with naming(f"scores of {row}, split {split}"):
                decided[row, "folds"] = restarts.cross_validated_decisions(values, parts[row]["label"])
        ordered["bag-of-words"] = bag.decision_function(whole["sentence"])
        decided["bag-of-words", "train"] = bag.predict(whole["sentence"])
        ordered["majority-class"] = decided["majority-class", "train"] = np.full(len(whole), usual)
        for (row, fitted), judged in decided.items():
            part = parts.get(row, whole)
            numbers = {"row": row, "split": split, "fitted": fitted, "sentences": len(part)}
            numbers["threshold"] = thresholds.get(row) if fitted == "train" else None
            numbers["train_mcc"] = on_train.get(row) if fitted == "train" else None
            numbers["auc"] = separation.auc(part["label"].to_numpy(), ordered[row])
            predicted = pd.DataFrame(judged.astype(int), index=part.index)
            rows.append(numbers | restarts.mean_over_ways(predicted, part["label"]))
    return pd.DataFrame(rows)


def _check_labels(table: pd.DataFrame) -> None:
    """Raise InputError for a split of which all sentences have one label."""
    for split, labels in table.groupby("split", sort=False)["label"]:
        if labels.nunique() < 2:
            raise InputError(f"all sentences of the split {split} have the label {labels.iloc[0]}; both are needed")


def _threshold(row: str, scores: pd.Series, labels: pd.Series) -> float:
    """Return the best threshold of a row on the training sentences, naming the row in errors."""
    with naming(f"scores of {row}, split train"):
        return restarts.best_threshold(scores.loc[labels.index].to_numpy(), labels.to_numpy())
