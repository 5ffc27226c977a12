"""Test sentences that a classifier has been trained on (pure)."""

import re

import pandas as pd


def normalised(sentence: str) -> str:
    """The sentence's words in lower case, without punctuation."""
    return " ".join(re.findall(r"\w+", sentence.lower()))


def find(sentences: pd.DataFrame, trained_on: pd.DataFrame) -> pd.DataFrame:
    """Sentences that are, normalised, among those of a training set.

    Both have ``sentence_id, sentence``, the latter ``label`` too. Gives ``sentence_id, sentence, trained_id,
    trained_sentence, trained_label``, one row a sentence, with the first training sentence that is the same.
    """
    training = trained_on.assign(key=trained_on["sentence"].map(normalised)).drop_duplicates("key")
    training = training[["key", "sentence_id", "sentence", "label"]].set_axis(
        ["key", "trained_id", "trained_sentence", "trained_label"], axis=1
    )
    keyed = sentences[["sentence_id", "sentence"]].assign(key=sentences["sentence"].map(normalised))
    return keyed.merge(training, on="key", validate="many_to_one").drop(columns="key")


def known_pairs(pairs: pd.DataFrame, sentences: set[str]) -> set[str]:
    """Ids of the pairs of which a member, or both, is one of these sentences."""
    known = pairs["good_id"].isin(sentences) | pairs["bad_id"].isin(sentences)
    return set(pairs.loc[known, "pair_id"])
