"""Compare the ratings of sentences that are in a dataset under two ids and were rated twice."""

import pandas as pd

from acceptability.statistics import rating_error


def compute(*, sentences: pd.DataFrame, ratings: pd.DataFrame | None, dataset: str) -> pd.DataFrame:
    """Return how far apart two ratings of one string are, as NOISE_FLOOR.

    Parameters:
        ratings: ratings of single participants, where they are known.
    """
    floor = rating_error.noise_floor(sentences, ratings)
    floor.insert(0, "dataset", dataset)
    return floor
