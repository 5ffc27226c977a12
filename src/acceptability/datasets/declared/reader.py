"""Turn files that a declaration describes into sentences, pairs, ratings of single participants, choices."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from acceptability.datasets.dataset import Dataset
from acceptability.datasets.declared import tables
from acceptability.datasets.ratings import brought_to_z_scores, mean_ratings, participant_z_scores
from acceptability.errors import naming


def read(declaration: Mapping, name: str, **files: str | Path) -> Dataset:
    """Read what a declaration says of its ``files``, and print what each step did.

    Ratings of answers are z-scores within each person, averaged; two answers of a person to a sentence are averaged
    before. Mean and SD are over all that the person rated, or over the answers that ``standardise_by`` names. The note
    ``mean_rating`` of a sentence is the mean of the answers themselves. Raises InputError for what is wrong; ``name``
    is what messages call the declaration.
    """
    columns, notes = tables.made(declaration, files.values(), name)
    print("\n".join(notes))
    sentences = pd.DataFrame(columns["sentences"])
    more: dict[str, pd.DataFrame] = {key: pd.DataFrame(columns[key]) for key in ("pairs", "choices") if key in columns}
    ids, standardise = sentences["sentence_id"], declaration.get("standardise", "none")
    if "answers" in columns:
        more["ratings"] = single = _single(pd.DataFrame(columns["answers"]), ids)
        raw = ids.map(single["rating"].groupby(single["sentence_id"]).mean())
        sentences["rating"] = ids.map(mean_ratings(single))
    else:
        raw = sentences.get("rating", pd.Series(index=sentences.index)).astype(float)
        with naming(name):
            sentences["rating"] = brought_to_z_scores(raw, standardise)
    if "answers" in columns or standardise != "none":
        sentences["mean_rating"] = raw.map(repr, na_action="ignore")
    if "pairs" in columns and sentences["rating"].notna().any():
        by_id = sentences.set_index("sentence_id")["rating"]
        deltas = (more["pairs"]["good_id"].map(by_id) - more["pairs"]["bad_id"].map(by_id)).dropna()
        print(f"in {(deltas < 0).sum():,} of {len(deltas):,} rated pairs, the bad sentence has the higher rating")
    doubts = tuple(columns["doubts"]["doubt"]) if "doubts" in columns else ()
    first = [column for column in ("sentence_id", "sentence", "label", "other_label", "rating") if column in sentences]
    return Dataset(
        sentences[[*first, *(column for column in sentences if column not in first)]],
        **more,
        doubts=doubts,
    )


def _single(answers: pd.DataFrame, judged: pd.Series) -> pd.DataFrame:
    """Return the z-score and the rating of each person and sentence that is judged."""
    answers["z_score"] = participant_z_scores(answers, None if answers["counted"].all() else answers["counted"])
    answers = answers[answers["sentence_id"].isin(judged)]
    means = {"z_score": "mean", "rating": "mean"} | ({"place": "first"} if "place" in answers else {})
    single = answers.groupby(["participant", "sentence_id"], sort=False, as_index=False).agg(means)
    if again := len(answers) - len(single):
        print(f"averaged: {again:,} of {len(answers):,} answers, to a sentence that the participant had rated before")
    return single
