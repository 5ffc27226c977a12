"""Test sentences that a classifier has been trained on, and what the criteria say without them (pure)."""

import re
from collections.abc import Mapping

import pandas as pd

from acceptability.statistics import criteria


def normalised(sentence: str) -> str:
    """Return the sentence's words in lower case, without punctuation."""
    return " ".join(re.findall(r"\w+", sentence.lower()))


def sentences_in_training(sentences: pd.DataFrame, trained_on: pd.DataFrame) -> pd.DataFrame:
    """Return the sentences that are, normalised, among those of a training set.

    Columns: ``sentence_id, sentence, trained_id, trained_sentence, trained_label``, one row for each sentence, with the
    first training sentence that is the same. Both tables have ``sentence_id, sentence``, ``trained_on`` also ``label``.
    """
    training = trained_on.assign(key=trained_on["sentence"].map(normalised)).drop_duplicates("key")
    training = training[["key", "sentence_id", "sentence", "label"]].set_axis(
        ["key", "trained_id", "trained_sentence", "trained_label"], axis=1
    )
    keyed = sentences[["sentence_id", "sentence"]].assign(key=sentences["sentence"].map(normalised))
    return keyed.merge(training, on="key", validate="many_to_one").drop(columns="key")


def shares_of_known_pairs(deltas: Mapping[str, pd.DataFrame], known: set[str], thresholds: list[float]) -> pd.DataFrame:
    """Return both criteria (ties half) of each system on all pairs that count, the known ones, and the others.

    Columns: ``system, measure, chosen`` (all, known, unknown; none of these without pairs), ``criterion, threshold,
    met, pairs, share``.

    Parameters:
        deltas: tables DELTAS by system.
        known: the ids of the pairs of which a member is known.
    """
    parts = []
    for system, table in deltas.items():
        table = table[criteria.counted(table["human_delta"])]
        seen = table["pair_id"].isin(known)
        for selection, rows in (("all", seen | True), ("known", seen), ("unknown", ~seen)):
            for measure, group in table[rows].groupby("measure", sort=False):
                human, model = group["human_delta"], group["model_delta"]
                for step in criteria.steps(human, thresholds):
                    met = criteria.credit(human, model, *step).sum()
                    parts.append((system, measure, selection, *step, met, len(group), met / len(group)))
    names = ["system", "measure", "chosen", "criterion", "threshold", "met", "pairs", "share"]
    return pd.DataFrame(parts, columns=names)


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    labelled: pd.DataFrame,
    deltas: Mapping[str, pd.DataFrame],
    thresholds: list[float],
) -> dict[str, pd.DataFrame]:
    """Return the tables CONTAMINATION and CONTAMINATED_CRITERIA.

    Parameters:
        labelled: the sentences that classifiers are trained on, those of the split ``train``.
        deltas: tables DELTAS by system.
    """
    known = sentences_in_training(sentences, labelled.query("split == 'train'"))
    with_known = pairs["good_id"].isin(known["sentence_id"]) | pairs["bad_id"].isin(known["sentence_id"])
    shares = shares_of_known_pairs(deltas, set(pairs.loc[with_known, "pair_id"]), thresholds)
    return {"contamination": known, "contaminated_criteria": shares}
