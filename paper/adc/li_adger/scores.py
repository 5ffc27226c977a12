"""Scores that were released of these sentences: GPT-2's surprisals of words (the parts words and sentences), and a
trigram model's scores of pairs (one file)."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.io import numbers
from acceptability.errors import InputError, naming
from acceptability.sources import released_words
from acceptability.sources.released_scores import require, require_parts, to_natural

TRIGRAM = 10  # the base of its logarithms


def scores(
    files: Mapping[str, Path], measures: Mapping[str, str], sentences: pd.DataFrame, pairs: pd.DataFrame
) -> pd.DataFrame:
    """Return ``measure, score`` of each sentence: by its text, from surprisals; by its id, from scores of pairs."""
    require_parts(files, {""}, released_words.PARTS)
    if "" not in files:
        return released_words.of_release(files, measures)
    with naming(files[""]):
        table = io.read_raw_csv(files[""])
        return pd.concat(pair_scores(table, measure, column, TRIGRAM) for measure, column in measures.items())


def pair_scores(raw: pd.DataFrame, measure: str, column: str, log_base: float | None) -> pd.DataFrame:
    """Return the scores of one measure from a file with a row for each pair of some sentences.

    The file contains scores and z-scores of both sentences. The z-scores refer to a larger, unreleased population,
    whose mean and SD follow from the two: they are returned as ``population_mean`` and ``population_sd``. ``log_base``
    as in to_natural. Raises InputError if a sentence has two scores, or the z-scores are not one linear function of the
    scores (to 1e-9).
    """
    sides = [[f"{side}_id", f"{column}_{side}", f"{column}_zscores_{side}"] for side in ("gramm", "ungramm")]
    require(raw, [name for columns in sides for name in columns])
    members = [raw[columns].set_axis(["sentence_id", "score", "z"], axis=1) for columns in sides]
    scores = pd.concat(members)
    scores[["score", "z"]] = scores[["score", "z"]].apply(numbers)
    scores = scores.dropna().drop_duplicates(ignore_index=True)
    if scores["sentence_id"].duplicated().any():
        twice = scores.loc[scores["sentence_id"].duplicated(), "sentence_id"].iloc[0]
        raise InputError(f"sentence {twice!r} has two different {column} scores")
    low, high = scores.loc[scores["score"].idxmin()], scores.loc[scores["score"].idxmax()]
    sd = (high["score"] - low["score"]) / (high["z"] - low["z"])
    mean = high["score"] - high["z"] * sd
    if not np.allclose((scores["score"] - mean) / sd, scores["z"], rtol=0, atol=1e-9):
        raise InputError(f"the z-scores of {column} are not one linear function of its scores")
    factor = to_natural(log_base)
    scores = scores.sort_values("sentence_id", ignore_index=True)
    return pd.DataFrame(
        {
            "sentence_id": scores["sentence_id"],
            "measure": measure,
            "score": scores["score"] * factor,
            "population_mean": mean * factor,
            "population_sd": sd * factor,
        }
    )
