"""A user's table of sentences, with ratings, expert labels or neither, and without pairs."""

from collections.abc import Mapping
from pathlib import Path

from acceptability import segmentation
from acceptability.datasets import user_columns, user_files
from acceptability.datasets.manifest import SIMULATED, THRESHOLDS_FROM, Designs, Manifest, Ratings
from acceptability.datasets.user_pairs.manifest import PATH, STANDARDISE, described, options
from acceptability.datasets.user_sentences.rows import FIELDS, read_sentences

KIND = "sentences"
KEYS = (
    {
        "sentences": PATH
        | {
            "description": "Path of a table of sentences without pairs: CSV, spreadsheet or JSON lines, with the "
            "column sentence, and optionally sentence_id, rating, label, set, words, regions, design, factor_1, "
            "factor_2 and notes; or a text with one sentence on each line. The path must not contain braces."
        }
    }
    | user_files.KEYS
    | STANDARDISE
    | segmentation.KEYS
    | SIMULATED
    | THRESHOLDS_FROM
)
NEEDED = ("sentences",)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry by its header: it tells whether there are ratings, labels and designs."""
    known = {}
    if Path(entry["sentences"]).is_file():  # the check of files says so otherwise
        known, _ = user_columns.match(user_files.read(entry["sentences"], **user_files.of_entry(entry)), FIELDS)
    return Manifest(
        files={"sentences": entry["sentences"]},
        options=options(entry),
        ratings=Ratings() if "rating" in known else None,
        designs=Designs() if "design" in known else None,
        labelled="label" in known,
        cluster="sets" if "set" in known else "sentences",
        thresholds_from=entry.get("thresholds_from"),
        own=True,
        simulated=entry.get("simulated", False),
        description=described(entry),
    )


def check(entry: Mapping) -> None:
    """Raise InputError for all that is wrong in the user's file, before the first job."""
    read_sentences(entry["sentences"], entry.get(segmentation.COLUMN), **user_files.of_entry(entry))


def texts(entry: Mapping) -> dict[str, str]:
    """Return the sentences by their ids."""
    records, _, _ = read_sentences(entry["sentences"], **user_files.of_entry(entry))
    return {record["sentence_id"]: record["sentence"] for record in records}
