"""A user's table of sentences, with ratings, expert labels or neither, and without pairs."""

from collections.abc import Mapping
from pathlib import Path

from acceptability import segmentation
from acceptability.datasets.manifest import SIMULATED, THRESHOLDS_FROM, Designs, Manifest, Ratings
from acceptability.datasets.user_pairs.manifest import PATH, STANDARDISE, described, options
from acceptability.reading import sentences, sheets
from acceptability.reading.report import Reading

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
    | sheets.KEYS
    | STANDARDISE
    | segmentation.KEYS
    | SIMULATED
    | THRESHOLDS_FROM
)
NEEDED = ("sentences",)


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
        thresholds_from=entry.get("thresholds_from"),
        own=True,
        simulated=entry.get("simulated", False),
        description=described(entry),
    )


def check(entry: Mapping) -> list[Reading]:
    """Return what was understood of the user's file. InputError for all that is wrong in it."""
    return [_read(entry).reading]


def texts(entry: Mapping) -> dict[str, str]:
    """Return the sentences by their ids."""
    columns = _read(entry).columns
    return dict(zip(columns["sentence_id"], columns["sentence"], strict=True))


def _read(entry: Mapping) -> sentences.Sentences:
    return sentences.read(entry["sentences"], entry.get(segmentation.COLUMN), **sheets.of_entry(entry))
