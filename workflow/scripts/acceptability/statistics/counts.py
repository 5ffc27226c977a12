"""Labels of rows that cover fewer pairs than others say how many they cover."""

from collections.abc import Mapping

import pandas as pd


def with_counts(labels: Mapping[str, str], pairs: pd.Series) -> dict[str, str]:
    """Return the labels of rows, with their number of pairs where other rows have more.

    ``pairs`` has the numbers of pairs of rows, by row; a row may occur more than once.
    """
    own = pairs[pairs.index.isin(list(labels))].groupby(level=0).max()
    fewer = own[own < own.max()]
    return {row: f"{label} ({fewer[row]:,} pairs)" if row in fewer else label for row, label in labels.items()}
