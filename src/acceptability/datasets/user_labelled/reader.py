"""Turn a user's table of labelled sentences into sentences with labels and splits."""

from pathlib import Path

import pandas as pd

from acceptability.datasets.dataset import Dataset
from acceptability.datasets.manifest import BETWEEN_SOURCES
from acceptability.reading.sentences import read_labelled


def read(sentences: Path, **reading: str) -> Dataset:
    """Read the sentences; there are no ratings and no features. InputError for what check refuses."""
    return Dataset(pd.DataFrame(read_labelled(sentences, BETWEEN_SOURCES, **reading)).assign(rating=float("nan")))
