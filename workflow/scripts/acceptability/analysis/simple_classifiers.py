"""The simplest classifiers of acceptability: one class for all, words without order, thresholds on scores (pure)."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from acceptability.analysis import restarts
from acceptability.errors import naming

STEPS = 5_000


def bag_of_words(sentences: Sequence[str], labels: Sequence[int]) -> Pipeline:
    """Logistic regression (scikit-learn's default, C = 1) on counts of lower-cased words and punctuation marks."""
    words = CountVectorizer(lowercase=True, token_pattern=r"\w+|[^\w\s]")
    return make_pipeline(words, LogisticRegression(max_iter=STEPS)).fit(sentences, labels)


def compare(labelled: pd.DataFrame, scores: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Each classifier on each split but the training set.

    ``labelled`` as in the contract SENTENCES, with labels and splits; ``scores`` as in SCORES, by system. Gives ``row``
    (majority-class, bag-of-words, or system/measure: a threshold, see restarts.cross_validated), ``split, sentences``
    (how many) and what restarts.mean_over_ways gives. InputError where scores do not tell sentences apart.
    """
    labelled = labelled.set_index("sentence_id")
    training = labelled[labelled["split"] == "train"]
    bag, usual = bag_of_words(training["sentence"], training["label"]), int(training["label"].mean() >= 0.5)
    rows = []
    for split in [name for name in labelled["split"].unique() if name != "train"]:
        part = labelled[labelled["split"] == split]
        decided = {
            "majority-class": np.full((len(part), 1), usual),
            "bag-of-words": bag.predict(part["sentence"])[:, None],
        }
        for system, table in scores.items():
            for measure, group in table.groupby("measure", sort=False):
                values = group.set_index("sentence_id")["score"].loc[part.index]
                with naming(f"scores of {system}, {measure}, split {split}"):
                    decided[f"{system}/{measure}"] = restarts.cross_validated(values, part["label"])
        for row, predicted in decided.items():
            means = restarts.mean_over_ways(pd.DataFrame(predicted, index=part.index), part["label"])
            rows.append({"row": row, "split": split, "sentences": len(part)} | means)
    return pd.DataFrame(rows)
