"""Ratings of Lau et al. (2020) → rated sentences, in or out of context.

"How Furiously Can Colorless Green Ideas Sleep? Sentence Acceptability in Context", TACL 8:296-310.
"""

from pathlib import Path

import pandas as pd

from acceptability.datasets import released
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import brought_to_z_scores
from acceptability.errors import InputError, naming

COLUMNS = ("ID", "source-language", "sentence", "full-ratings", "mean-ratings")


def read(ratings: Path, context: str = "none", rows: int | None = None) -> Dataset:
    """Read sentences with ``rating``, the z-score of the mean over this file, and notes.

    source_language
        en: an English sentence; cs, de, es, fr: a translation from there.
    raters, mean_rating
        How many people rated the sentence, and their mean on the scale from 1 to 4.

    Where there is a context, it stands before the sentence, in the column ``given``; ``scored`` is the sentence. An id
    is the same in all three files. Raises InputError, by row, for what is wrong in the file, which has so many rows;
    single ratings must give the released mean.
    """
    raw = released.read(ratings, COLUMNS, ("context",), unique=True, rows=rows)
    sentence, given = (raw[column].str.split().str.join(" ") for column in ("sentence", "context"))
    _check_contexts(ratings, raw, (given != "") != (context != "none"))
    single = raw.assign(**{"full-ratings": raw["full-ratings"].str.split(",")}).explode("full-ratings")
    points = released.numbers(ratings, single, "full-ratings", 1, 4, whole=True, needed=True).groupby(level=0)
    mean = points.mean()
    differs = (released.numbers(ratings, raw, "mean-ratings", needed=True) - mean).abs() > 1e-6
    released.refuse(ratings, raw, differs, "mean-ratings is not the mean of full-ratings")
    with released.fetched_again(), naming(ratings):
        rating = brought_to_z_scores(mean, "sentences")
    table = pd.DataFrame(
        {
            "sentence_id": "lau." + raw["ID"],
            "sentence": sentence,
            "rating": rating,
            "source_language": raw["source-language"],
            "raters": points.size().astype(str),
            "mean_rating": mean.map(repr),
        }
    )
    if context != "none":
        table["sentence"] = given + " " + sentence
        table = table.assign(given=given, scored=sentence)
    return Dataset(table.reset_index(drop=True))


def _check_contexts(path: Path, raw: pd.DataFrame, wrong: pd.Series) -> None:
    """Raise InputError for sentences that lack a context or must not have one; if all are wrong, say so once."""
    what = "a context" if raw["context"].str.strip()[wrong].any() else "no context"
    if wrong.all():
        raise InputError(f"{path}: each sentence has {what}; {released.AGAIN}")
    released.refuse(path, raw, wrong, f"has {what}")
