"""Examine each pair by itself and among the others, without ratings and without a model."""

import pandas as pd

from acceptability.statistics import corpus_words
from acceptability.statistics.differences import differences, words_of
from acceptability.statistics.stimuli import (
    belonging,
    first_others,
    frame_keys,
    joined_clusters,
    linked,
    mean_log_frequency,
    own_words,
    unknown_words,
    word_edits,
)


def compute(
    *, pairs: pd.DataFrame, sentences: pd.DataFrame, word_counts: pd.DataFrame | None
) -> dict[str, pd.DataFrame]:
    """Return the tables STIMULI and CORPUS_NOTE.

    Parameters:
        word_counts: the table WORD_COUNTS; None: there is no corpus.
    """
    texts = corpus_words.texts_in_pairs(sentences, pairs)
    unigrams, note = corpus_words.unigrams(texts, word_counts)
    words = words_of(texts)
    good_words, bad_words = (pairs[side].map(words).tolist() for side in ("good_id", "bad_id"))
    members = {name: pairs[f"{name}_id"].map(texts) for name in ("good", "bad")}
    table = pairs[["pair_id", "phenomenon", "paradigm"]].assign(**members, marks="")
    apart = differences(texts, pairs)
    word_pairs = list(zip(good_words, bad_words, strict=True))
    table["words"], table["characters"] = apart["words"].astype(float), apart["characters"].astype(float)
    table["edits"] = [word_edits(*of_pair) for of_pair in word_pairs]
    table["same_words"] = apart["same_words"].astype(int)
    table["first_difference"] = apart["first_difference"].astype(float)
    differing_words = [(own_words(one, other), own_words(other, one)) for one, other in word_pairs]
    table["good_words"], table["bad_words"] = (
        [" ".join(pair_words[n]) for pair_words in differing_words] for n in (0, 1)
    )
    table["log_frequency"] = pd.Series(dtype=float)
    unknown: list[list[str]] = [[] for _ in word_pairs]
    if unigrams:
        logs = [[mean_log_frequency(of_side, unigrams) for of_side in of_pair] for of_pair in differing_words]
        table["log_frequency"] = [one - other for one, other in logs]
        unknown = [
            unknown_words(f"{one} {other}", unigrams.log_probs)
            for one, other in zip(members["good"], members["bad"], strict=True)
        ]
    table["unknown_words"] = [" ".join(of_pair) for of_pair in unknown]
    ids = pairs["pair_id"].tolist()
    keys = [(" ".join(one), " ".join(other)) for one, other in word_pairs]
    table["twin"] = first_others([(tuple(sorted(key)),) for key in keys], ids)
    table["shares_sentence"] = first_others([*keys], ids)
    masked = frame_keys(good_words, bad_words)
    together = belonging(good_words, bad_words)
    frame, group = (pd.Series(linked(each), index=pairs.index) for each in (masked, together))
    table["in_frame"] = frame.map(frame.value_counts())
    table["frame"] = pairs["pair_id"].groupby(frame).transform("first").where(table["in_frame"] > 1, "")
    table["cluster"] = joined_clusters(pairs["cluster"], together)
    table["marks"] = _marks(table, keys, pairs["cluster"].groupby(group).transform("nunique") > 1)
    return {"stimuli": table, "corpus_note": note}


def _marks(table: pd.DataFrame, keys: list[tuple[str, str]], across: pd.Series) -> pd.Series:
    """Return the marks of each pair (see MARKS), with semicolons between."""
    key_of = dict(zip(table["pair_id"], keys, strict=True))
    same_way = [bool(twin) and key_of[twin] == key for twin, key in zip(table["twin"], keys, strict=True)]
    has_twin = table["twin"] != ""
    marks = pd.DataFrame(
        {
            "same sentences": [one == other for one, other in keys],
            "pair twice": same_way,
            "pair reversed": has_twin & ~pd.Series(same_way, index=table.index),
            "shares a sentence": (table["shares_sentence"] != "") & ~has_twin,
            "unknown word": table["unknown_words"] != "",
            "frame": table["in_frame"] > 1,
            "in several clusters": across,
        },
        index=table.index,
    )
    names = marks.columns.to_numpy()
    return pd.Series(["; ".join(names[row]) for row in marks.to_numpy(dtype=bool)], index=table.index)
