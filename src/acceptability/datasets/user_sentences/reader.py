"""Turn a user's table of sentences into sentences, with ratings or labels where it has them."""

import pandas as pd

from acceptability.contracts.data import SENTENCES
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.ratings import brought_to_z_scores
from acceptability.errors import naming
from acceptability.reading import sentences as rows
from acceptability.reading import sheets
from acceptability.segmentation import BETWEEN


def read(sentences: sheets.Source, standardise: str = "none", words: str | None = None, **reading: str) -> Dataset:
    """Read the sentences. InputError for what check refuses, and for ratings without a spread.

    Other columns of the table are kept with the sentences, as notes, which have no names of the contract's.
    """
    table = rows.read(sentences, words, **reading)
    columns = pd.DataFrame({name: cells for name, cells in table.columns.items() if name not in ("words", "rating")})
    if any(table.columns["words"]):
        columns["words"] = [BETWEEN.join(row_words) for row_words in table.columns["words"]]
    rating = pd.Series(table.columns.get("rating", float("nan")), index=columns.index, dtype=float)
    with naming(sheets.name_of(sentences)):
        columns["rating"] = brought_to_z_scores(rating, standardise)
    for header, cells in table.rest.items():
        columns[SENTENCES.name_of_note(header)] = cells
    return Dataset(columns)
