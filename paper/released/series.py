"""Series of models: those that differ in their parameters alone (pure)."""

from collections.abc import Iterator, Mapping

import pandas as pd

MEASURE = "log_prob"


def by_size(released: pd.DataFrame, declared: Mapping[str, Mapping]) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield each series of models by its label: their log-probabilities by ``parameters``, smallest first.

    Parameters:
        released: the rows of a dataset in the table RELEASED_MODELS.
        declared: the series of the dataset, by name: ``label``, and ``systems`` with their numbers.
    """
    by_row = released.set_index("row", drop=False)
    for series in declared.values():
        sizes = {f"{system}/{MEASURE}": number for system, number in series["systems"].items()}
        group = by_row.loc[list(sizes)].assign(parameters=list(sizes.values()))
        yield series["label"], group.sort_values("parameters").reset_index(drop=True)
