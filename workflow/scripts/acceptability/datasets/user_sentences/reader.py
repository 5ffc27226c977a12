"""A user's table of sentences → sentences, with ratings or labels where it has them."""

from pathlib import Path

import pandas as pd

from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import brought_to_z_scores
from acceptability.errors import naming
from acceptability.reading import sentences as rows
from acceptability.segmentation import BETWEEN

# Columns that notes cannot have: those of the contract.
OWN = ("sentence_id", "sentence", "rating", "label", "set", "words", "regions", "design", *rows.FACTORS)
OWN += ("split", "source", "construction")


def read(sentences: Path, standardise: str = "none", words: str | None = None, **reading: str) -> Dataset:
    """Read the sentences. InputError for what check refuses, and for ratings without a spread.

    Other columns of the table are kept with the sentences, as notes.
    """
    table = rows.read(sentences, words, **reading)
    columns = pd.DataFrame({name: cells for name, cells in table.columns.items() if name not in ("words", "rating")})
    if any(table.columns["words"]):
        columns["words"] = [BETWEEN.join(own) for own in table.columns["words"]]
    rating = pd.Series(table.columns.get("rating", float("nan")), index=columns.index, dtype=float)
    with naming(sentences):
        columns["rating"] = brought_to_z_scores(rating, standardise)
    for header, cells in table.rest.items():
        columns[f"note_{header}" if header in OWN else header] = cells
    return Dataset(columns)
