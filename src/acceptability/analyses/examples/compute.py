"""Select pairs that all of some rows meet and all of others miss, as an example of the configuration asks."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics import criteria
from acceptability.statistics.examples import with_texts


def compute(
    *, sentences: pd.DataFrame, pairs: pd.DataFrame, deltas: dict[str, pd.DataFrame], example: dict
) -> pd.DataFrame:
    """Return the pairs that qualify, with both sentences and the deltas of the rows that are named, as EXAMPLES.

    Parameters:
        example: the parts ``met`` and ``missed`` of the configuration; see criteria.qualifying.
    """
    met, missed = example["met"], example["missed"]
    columns = systems.delta_columns(deltas)[["human", *dict.fromkeys([*met["by"], *missed["by"]])]]
    joined = with_texts(pairs, sentences).join(columns, validate="one_to_one")
    return joined[criteria.qualifying(joined, met, missed)].reset_index()
