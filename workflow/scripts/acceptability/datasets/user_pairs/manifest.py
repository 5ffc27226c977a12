"""A user's own pairs: a table and, if there is one, a second one of individual ratings."""

from collections.abc import Mapping
from pathlib import Path

from acceptability import segmentation
from acceptability.datasets import user_columns, user_files
from acceptability.datasets.manifest import SIMULATED, Manifest, Pairs, Ratings
from acceptability.datasets.user_pairs.rows import PAIR_FIELDS, RATING, read_answers, read_pairs, read_sheet
from acceptability.errors import InputError

KIND = "pairs"
PATH = {"type": "string", "pattern": "^[^{}]+$"}
STANDARDISE = {
    "standardise": {
        "description": "For your own tables: `sentences` turns ratings into z-scores, by their mean and SD over the "
        "rated sentences of the file; `none` leaves them as they are, which is right if they are z-scores already.",
        "type": "string",
        "enum": ["none", "sentences"],
        "default": "none",
    }
}
KEYS = (
    {
        "pairs": PATH
        | {
            "description": "Path of a table of pairs (CSV, spreadsheet or JSON lines), or of a folder, a zip or a "
            "gzipped tar file with several, each of which is a paradigm. Columns are good and bad, and optionally "
            "pair_id, phenomenon, good_rating, bad_rating, good_words, bad_words, good_regions, bad_regions, paradigm, "
            "cluster, article and notes. The path must not contain braces."
        },
        "ratings": PATH
        | {
            "description": "For `pairs`: path of a table of individual ratings, with the columns participant, "
            "sentence_id and rating. They are turned into z-scores for each participant, then averaged. "
            "The path must not contain braces."
        },
    }
    | user_files.KEYS
    | STANDARDISE
    | segmentation.KEYS
    | SIMULATED
)
NEEDED = ("pairs",)


def options(entry: Mapping) -> dict[str, str]:
    """Return the keyword arguments of the reader that an entry gives."""
    return user_files.of_entry(entry) | {key: entry[key] for key in (*STANDARDISE, *segmentation.KEYS) if key in entry}


def described(entry: Mapping) -> str:
    """Say for the report what was done to the ratings."""
    if entry.get("standardise", "none") == "none":
        return ""
    return "Human ratings were turned into z-scores, by mean and standard deviation of the file's rated sentences."


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry by its header. InputError where it has one column of ratings, or ratings twice."""
    files = {key: entry[key] for key in ("pairs", "ratings") if key in entry}
    if not isinstance(entry["pairs"], user_files.Sheet) and Path(entry["pairs"]).is_dir():
        files["pairs"] = list(user_files.files_of(entry["pairs"]))
    known, single = {}, "ratings" in entry
    if isinstance(entry["pairs"], user_files.Sheet) or Path(entry["pairs"]).exists():  # else the check of files says so
        known, _ = user_columns.match(read_sheet(entry["pairs"], **user_files.of_entry(entry)), PAIR_FIELDS)
    rating = [column for column in RATING if column in known]
    if len(rating) == 1:
        raise InputError(f"{entry['pairs']}: has {rating[0]} only; good_rating and bad_rating go together")
    if rating and single:
        raise InputError(f"{entry['pairs']}: has ratings, and {entry['ratings']} has others; keep one of the two")
    return Manifest(
        files=files,
        options=options(entry),
        pairs=Pairs(levels=("paradigm", "phenomenon") if "paradigm" in known else ("phenomenon",)),
        ratings=Ratings(single=single) if single or rating else None,
        cluster="clusters" if "cluster" in known else "publications" if "article" in known else "phenomena",
        own=True,
        simulated=entry.get("simulated", False),
        description=described(entry),
    )


def check(entry: Mapping) -> None:
    """Raise InputError for all that is wrong in the user's files, before the first job."""
    reading = user_files.of_entry(entry)
    records, _, _ = read_pairs(entry["pairs"], entry.get(segmentation.COLUMN), **reading)
    if "ratings" in entry:
        read_answers(entry["ratings"], records, **reading)


def members(entry: Mapping) -> dict[str, tuple[str, str]]:
    """Return the acceptable sentence and the other one of each pair, by its id."""
    records, _, _ = read_pairs(entry["pairs"], **user_files.of_entry(entry))
    return {record["pair_id"]: (record["good"], record["bad"]) for record in records}


def texts(entry: Mapping) -> dict[str, str]:
    """Return the sentences by their ids."""
    sides = ("good", "bad")
    return {
        f"{pair}.{side}": text for pair, both in members(entry).items() for side, text in zip(sides, both, strict=True)
    }
