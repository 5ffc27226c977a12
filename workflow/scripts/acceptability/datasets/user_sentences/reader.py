"""A user's table of sentences → sentences, with ratings or labels where it has them."""

from pathlib import Path

import pandas as pd

from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import brought_to_z_scores
from acceptability.datasets.user_sentences.rows import FACTORS, OWN, read_sentences
from acceptability.errors import naming
from acceptability.segmentation import BETWEEN


def read(sentences: Path, standardise: str = "none", words: str | None = None, **reading: str) -> Dataset:
    """Read the sentences. InputError for what check refuses, and for ratings without a spread.

    Other columns of the table are kept with the sentences, as notes.
    """
    records, sheet, notes = read_sentences(sentences, words, **reading)
    table = pd.DataFrame(records)
    columns = table[["sentence_id", "sentence"]].copy()
    if "label" in table:
        columns["label"] = table["label"].astype(int)
    if any(record["words"] for record in records):
        columns["words"] = table["words"].map(BETWEEN.join)
    for column in ("set", "regions", "design", *FACTORS):
        if column in table:
            columns[column] = table[column].fillna("")
    rating = table["rating"].astype(float) if "rating" in table else pd.Series(float("nan"), index=table.index)
    with naming(sentences):
        columns["rating"] = brought_to_z_scores(rating, standardise)
    for header, place in notes.items():
        columns[f"note_{header}" if header in OWN else header] = [cells[place].strip() for cells in sheet.rows]
    return Dataset(columns)
