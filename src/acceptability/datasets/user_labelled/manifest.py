"""Declare a user's table of labelled sentences in splits, for classifiers and thresholds."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from acceptability.datasets.manifest import BETWEEN_SOURCES, SIMULATED, Manifest, Splits
from acceptability.datasets.user_pairs.manifest import PATH
from acceptability.reading import sheets
from acceptability.reading.sentences import read_labelled, sources

KIND = "labelled"
KEYS = (
    {
        "sentences": PATH
        | {
            "description": "For `labelled`: path of a table of sentences to train classifiers on, with the columns "
            "sentence, label and split, and optionally sentence_id and source."
        }
    }
    | sheets.KEYS
    | SIMULATED
)
NEEDED = ("sentences",)
OUT_OF_DOMAIN = 0.07  # of the sentences, in splits by source: Warstadt, Singh & Bowman (2019) have 750 of 10,657


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: labelled sentences in splits, without pairs; their sources are in the file."""
    path, options = entry["sentences"], sheets.of_entry(entry)
    known = sources(path, **options) if Path(path).is_file() else Counter()  # the check of files says so otherwise
    return Manifest(
        files={"sentences": path},
        options=options,
        splits=Splits(origins={source: source for source in known}, out_of_domain=round(OUT_OF_DOMAIN * known.total())),
        own=True,
        simulated=entry.get("simulated", False),
    )


def check(entry: Mapping) -> None:
    """Raise InputError for all that is wrong in the user's file, before the first job."""
    read_labelled(entry["sentences"], BETWEEN_SOURCES, **sheets.of_entry(entry))
