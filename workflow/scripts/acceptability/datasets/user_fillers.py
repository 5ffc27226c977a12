"""A user's table of fillers: sentences that every participant sees, and that belong to no pair."""

from pathlib import Path

from acceptability.datasets import user_columns, user_files
from acceptability.datasets.user_columns import Field

START = "filler."  # how the ids of fillers begin, in lists and in tables of answers
FIELDS = {
    "sentence_id": Field("a name for the filler, unique in the file", ("id", "filler", "item")),
    "sentence": Field("the filler", ("text", "stimulus", "sentences"), needed=True),
}


def read(path: str | Path, **reading: str) -> dict[str, str]:
    """Return the fillers by their ids: ``filler.<sentence_id>``, or ``filler.1`` and so on where they have none.

    Raises InputError for a table without sentences, an empty cell, or an id that stands twice.
    """
    sheet = user_files.read(path, **reading)
    known, _ = user_columns.match(sheet, FIELDS)
    records = user_columns.read_records(sheet, FIELDS, ("sentence_id",) if "sentence_id" in known else ())
    return {
        f"{START}{record.get('sentence_id', number)}": record["sentence"].strip()
        for number, record in enumerate(records, start=1)
    }
