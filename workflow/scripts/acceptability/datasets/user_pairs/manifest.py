"""A user's own pairs: a CSV, and a second one of ratings by single participants where there is one."""

import csv
from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest
from acceptability.errors import InputError

KIND = "pairs"
PATH = {"type": "string", "pattern": "^[^{}]+$"}
KEYS = {
    "pairs": PATH
    | {
        "description": "Path of the CSV of pairs (pair_id, phenomenon, good, bad; optional good_rating, bad_rating, "
        "paradigm, cluster). No braces in the path."
    },
    "ratings": PATH
    | {
        "description": "Path of a CSV of raw magnitude estimates (participant, sentence_id, rating); standardised by "
        "participant, then averaged. No braces in the path."
    },
}
NEEDED = ("pairs",)


def manifest(entry: Mapping) -> Manifest:
    """Its header tells of ratings and clusters. InputError where it has one column of ratings only."""
    files = {key: entry[key] for key in KEYS if key in entry}
    columns, single = _header(entry["pairs"]), "ratings" in entry
    rating = [column for column in ("good_rating", "bad_rating") if column in columns]
    if len(rating) == 1:
        raise InputError(f"{entry['pairs']}: has {rating[0]} only; good_rating and bad_rating go together")
    return Manifest(
        files=files,
        pairs=True,
        rated=single or bool(rating),
        single_ratings=single,
        cluster="clusters" if "cluster" in columns else "phenomena",
        simulated=None,
    )


def _header(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8-sig", errors="replace", newline="") as file:
            return next(csv.reader(file), [])
    except (OSError, csv.Error):
        return []  # a missing file is reported by the check of files, a damaged one by reading it
