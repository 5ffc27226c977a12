"""Series of models: those that differ in their size alone (pure)."""

import re
from collections.abc import Iterator

import pandas as pd

BILLIONS = re.compile(r"^(\S+) ([\d.]+)B\b")  # Llama-2 70B


def by_size(released: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield each series of models by its name: their log-probabilities by ``billions`` of parameters, smallest first.

    Parameters:
        released: the rows of a dataset in the table RELEASED_MODELS. Labels begin with a series and a size.
    """
    parts = released["label"].str.extract(BILLIONS)
    series = released.assign(series=parts[0], billions=parts[1].astype(float)).dropna(subset=["series"])
    series = series[series["row"].str.endswith("/log_prob")]
    for name, group in series.groupby("series", sort=False):
        yield name, group.sort_values("billions").drop(columns="series")
