"""A user's table of labelled sentences in splits, to train classifiers on and to fit thresholds."""

from collections.abc import Mapping

from acceptability.datasets import user_files
from acceptability.datasets.manifest import Manifest
from acceptability.datasets.user_labelled.rows import read_labelled
from acceptability.datasets.user_pairs.manifest import PATH

KIND = "labelled"
KEYS = {
    "labelled": PATH
    | {
        "description": "For `labelled`: path of a table of sentences to train classifiers on: CSV, spreadsheet or JSON "
        "lines, with the columns sentence, label and split, and optionally sentence_id and source. The path must not "
        "contain braces."
    }
} | user_files.KEYS
NEEDED = ("labelled",)


def manifest(entry: Mapping) -> Manifest:
    """Labelled sentences in splits, without pairs."""
    files, options = {"labelled": entry["labelled"]}, user_files.of_entry(entry)
    return Manifest(files=files, options=options, splits=True, simulated=None)


def check(entry: Mapping) -> None:
    """Raise InputError for all that is wrong in the user's file, before the first job."""
    read_labelled(entry["labelled"], **user_files.of_entry(entry))
