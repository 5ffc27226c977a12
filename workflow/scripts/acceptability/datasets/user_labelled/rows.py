"""The rows of a user's table of labelled sentences in splits."""

from collections import Counter
from functools import cache
from pathlib import Path

from acceptability.datasets import user_columns, user_files
from acceptability.datasets.manifest import BETWEEN_SOURCES
from acceptability.datasets.user_columns import Field
from acceptability.datasets.user_files import Sheet, fail
from acceptability.errors import InputError

SPLITS = {"train": "train", "dev": "dev", "development": "dev", "validation": "dev", "test": "test"}
FIELDS = {
    "sentence_id": Field("a name for the sentence, unique in the file", ("id",)),
    "sentence": Field("the sentence", ("text",), needed=True),
    "label": Field("expert label: 1 acceptable, 0 not", number=True, needed=True),
    "split": Field("train, dev or test", needed=True),
    "source": Field("where the sentence is from"),
}


def read_labelled(path: str | Path, **reading: str) -> list[dict]:
    """Read the rows of the table (see FIELDS); without ``sentence_id``, they are numbered.

    InputError for other labels or splits than there are, a source that looks like several, and a split without
    sentences of both labels.
    """
    sheet = user_files.read(path, **reading)
    known, _ = user_columns.match(sheet, FIELDS)
    records = user_columns.read_records(sheet, FIELDS, ("sentence_id",) if "sentence_id" in known else ())
    wrong = []
    for number, record in enumerate(records, start=1):
        record.setdefault("sentence_id", str(number))
        place = f"row {record['row']} ({record['sentence_id']})"
        if record["label"] not in (0, 1):
            wrong.append(f"{place}: label is {record['label']:g}; write 1 for acceptable, 0 for not")
        if record["split"].lower() not in SPLITS:
            wrong.append(f"{place}: split is {record['split']!r}; write train, dev or test")
        if BETWEEN_SOURCES in record.get("source", ""):
            wrong.append(f"{place}: source is {record['source']!r}; write it without {BETWEEN_SOURCES!r}")
    fail(path, wrong)
    for record in records:
        record |= {"label": int(record["label"]), "split": SPLITS[record["split"].lower()]}
    for split in dict.fromkeys(SPLITS.values()):
        labels = {record["label"] for record in records if record["split"] == split}
        if len(labels) < 2:
            has = f"only sentences with label {labels.pop()}" if labels else "no sentences"
            raise InputError(f"{path}: {split} has {has}; add acceptable and unacceptable sentences to it")
    return records


def sources(path: str | Path, **reading: str) -> Counter[str]:
    """Count the rows of each source, in alphabetical order; none where the table has no such column."""
    return _sources(user_files.read(path, **reading))


@cache
def _sources(sheet: Sheet) -> Counter[str]:
    """Count the sources of each state of a file once: the configuration asks for them many times."""
    place = user_columns.match(sheet, FIELDS)[0].get("source")
    return (
        Counter() if place is None else Counter(sorted(name for cells in sheet.rows if (name := cells[place].strip())))
    )
