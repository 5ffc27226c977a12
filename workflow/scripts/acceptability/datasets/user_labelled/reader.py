"""A user's table of labelled sentences → sentences with labels and splits."""

from pathlib import Path

import pandas as pd

from acceptability.datasets.dataset import Dataset
from acceptability.datasets.user_labelled.rows import FIELDS, read_labelled


def read(sentences: Path, **reading: str) -> Dataset:
    """Read the sentences; there are no ratings and no features. InputError for what check refuses."""
    table = pd.DataFrame(read_labelled(sentences, **reading))
    return Dataset(table[[name for name in FIELDS if name in table]].assign(rating=float("nan")))
