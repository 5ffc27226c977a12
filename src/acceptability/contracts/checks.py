"""Check one table against another."""

from pathlib import Path

import pandas as pd

from acceptability.errors import InputError
from acceptability.messages import PARTIAL


def check_pairs(pairs: pd.DataFrame, sentences: pd.DataFrame, path: str | Path) -> None:
    """Raise InputError for the first pair that does not name two different known sentences."""
    good, bad = (pairs[name].isin(sentences["sentence_id"]).to_numpy() for name in ("good_id", "bad_id"))
    same = (pairs["good_id"] == pairs["bad_id"]).to_numpy()
    wrong = ~good | ~bad | same
    if wrong.any():
        row = int(wrong.argmax())
        pair = pairs.iloc[row]
        place = f"{path}, row {row + 2} (pair_id {pair['pair_id']!r})"
        if good[row] and bad[row]:
            raise InputError(f"{place}: both sentences of the pair are {pair['good_id']!r}; a pair needs two")
        unknown = "bad_id" if good[row] else "good_id"
        raise InputError(f"{place}: {unknown} {pair[unknown]!r} is not a sentence of this dataset")


def check_scores(scores: pd.DataFrame, sentences: pd.DataFrame, path: str | Path, partial: bool = False) -> None:
    """Raise InputError unless every measure scores every sentence of the dataset once, and no other.

    Sentences may be missing where the scores are declared to be ``partial``, or where the file carries the population's
    mean and SD for its z-scores (``population_mean``, ``population_sd``, the same in all rows of a measure), because
    its own cannot be the dataset's.
    """
    known = set(sentences["sentence_id"].tolist())
    population = {"population_mean", "population_sd"} & set(scores.columns)
    if len(population) == 1:
        raise InputError(f"{path}: population_mean and population_sd are needed together; add the missing column")
    for measure, group in scores.groupby("measure", sort=False):
        scored = group["sentence_id"].tolist()
        surplus = [name for name in scored if name not in known]
        if surplus:
            raise InputError(
                f"{path}: {len(surplus)} scores of {measure} are for unknown sentences, the first {surplus[0]!r}; "
                "score the sentences of this dataset only"
            )
        missing = known.difference(scored)
        if missing and not population and not partial:
            raise InputError(
                f"{path}: {len(missing)} sentences have no {measure}, the first {min(missing)!r}; "
                "score every sentence, or declare that some have no score (",
                PARTIAL,
                ")",
            )
        if population and (group[sorted(population)].nunique() > 1).any():
            raise InputError(f"{path}: population_mean and population_sd must be the same in all rows of {measure}")
