"""Pairs that all of some rows meet and all of others miss, as an example of the configuration asks."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics.examples import select_pairs, with_texts


def compute(
    *, sentences: pd.DataFrame, pairs: pd.DataFrame, deltas: dict[str, pd.DataFrame], example: dict
) -> pd.DataFrame:
    """Return the pairs that an example selects, with both sentences, as EXAMPLES.

    Parameters:
        example: the parts ``met`` and ``missed`` of the configuration; see criteria.qualifying.
    """
    columns = systems.delta_columns(deltas)
    return select_pairs(with_texts(pairs, sentences), columns, example["met"], example["missed"]).reset_index()
