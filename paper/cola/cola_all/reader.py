"""CoLA's file of all sentences → labelled sentences without splits. Warstadt, Singh & Bowman (2019)."""

from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError
from acceptability.papers.cola.cola.reader import RAW_COLUMNS

COUNT = 10_656


def read(sentences: Path, downcased: bool = False) -> Dataset:
    """Read ``sentence_id, sentence, label, rating`` (empty) and ``source``, the publication; repeated sentences stay.

    An id is the sentence's place in the file, from 1: the same with and without ``downcased``, which puts sentences in
    lower case. Raises InputError where the file does not have the sentences that it is known to have.
    """
    raw = io.read_raw_tsv(sentences, RAW_COLUMNS)
    if len(raw) != COUNT:
        raise InputError(f"{sentences}: has {len(raw)} sentences instead of {COUNT}; fetch the file again")
    return Dataset(
        pd.DataFrame(
            {
                "sentence_id": [f"all.{place:05d}" for place in range(1, COUNT + 1)],
                "sentence": raw["sentence"].str.lower() if downcased else raw["sentence"],
                "label": raw["label"],
                "rating": None,
                "source": raw["sentence_source"],
            }
        )
    )
