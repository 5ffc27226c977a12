"""Declare a user's table of sentences without pairs, which may have ratings or expert labels."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from acceptability import segmentation
from acceptability.contracts.data import SENTENCES
from acceptability.datasets.manifest import SIMULATED, THRESHOLDS_FROM, Designs, Manifest, Ratings
from acceptability.datasets.user_pairs.manifest import BY, PATH, STANDARDISE, check_by, columns_by, described, options
from acceptability.errors import InputError
from acceptability.messages import setting
from acceptability.reading import sentences, sheets
from acceptability.reading.report import Reading

KIND = "sentences"
KEYS = (
    {
        "sentences": PATH
        | {
            "description": "Path of a table of sentences without pairs: CSV, spreadsheet or JSON lines, with the "
            "column sentence, and optionally sentence_id, context, rating, label, set, words, regions, design, "
            "factor_1, factor_2, given, scored and notes; or a text with one sentence on each line. The path must not "
            "contain braces."
        }
    }
    | BY
    | sheets.KEYS
    | STANDARDISE
    | segmentation.KEYS
    | SIMULATED
    | THRESHOLDS_FROM
)
NEEDED = ("sentences",)
BY_ROLES = ("mark", "set", "design", "factor_1", "factor_2")  # columns with a role by which results may be computed


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry by its header: it tells whether there are ratings, labels and designs."""
    known: frozenset[str] = frozenset()
    table = entry["sentences"]
    if isinstance(table, sheets.Sheet) or Path(table).is_file():  # the check of files says so otherwise
        known = sentences.columns_of(table, **sheets.of_entry(entry))
    return Manifest(
        files={"sentences": entry["sentences"]},
        options=options(entry),
        ratings=Ratings() if "rating" in known else None,
        designs=Designs() if "design" in known else None,
        labelled="label" in known,
        cluster="sets" if "set" in known else "sentences",
        scored_part=bool({"scored", "context"} & known),
        thresholds_from=entry.get("thresholds_from"),
        own=True,
        by=columns_by(entry, SENTENCES, BY_ROLES),
        simulated=entry.get("simulated", False),
        description=described(entry),
    )


def check(entry: Mapping) -> list[Reading]:
    """Return how the user's file was read. InputError for all that is wrong in it."""
    table = _read(entry)
    names = entry.get("by", ())
    if names and not {"rating", "label"} & table.columns.keys():
        fault = ": needs ratings or labels, which the sentences do not have; add a column rating or label, or leave "
        raise InputError(f"{entry['sentences']}: ", setting("by", ",".join(names)), f"{fault}it out")
    check_by(entry, [name for name in BY_ROLES if name in table.columns], table)
    return [replace(table.reading, columns=table.reading.columns | dict.fromkeys(names, "by"))]


def texts(entry: Mapping) -> dict[str, str]:
    """Return the sentences by their ids."""
    columns = _read(entry).columns
    return dict(zip(columns["sentence_id"], columns["sentence"], strict=True))


def _read(entry: Mapping) -> sentences.Sentences:
    return sentences.read(entry["sentences"], entry.get(segmentation.COLUMN), **sheets.of_entry(entry))
