"""Compute shares of pairs by the values of columns that the user names."""

import pandas as pd

from acceptability.analyses.by_column.manifest import BY_COLUMN, NONE
from acceptability.contracts import systems
from acceptability.options import as_variants
from acceptability.statistics import uncertainty


def compute(
    *,
    deltas: dict[str, pd.DataFrame],
    pairs: pd.DataFrame,
    by: list[str],
    thresholds: list[float],
    dataset: str,
) -> pd.DataFrame:
    """Return the table BY_COLUMN: for each value of each column, the shares of the pairs that have it.

    Parameters:
        deltas: tables DELTAS by system.
        pairs: the table PAIRS, with the columns ``by``.
    """
    by_id = pairs.set_index("pair_id", drop=False)
    parts = []
    for column in by:
        for value, these in by_id.groupby(values_of(by_id[column]), sort=False):
            parts_of = ((system, table[table["pair_id"].isin(these.index)]) for system, table in deltas.items())
            of_value = {system: part for system, part in parts_of if len(part)}
            if not of_value:
                continue
            shares = uncertainty.shares_with_intervals
            of_values = systems.stack_each(of_value, shares, these, thresholds, as_variants({}), dataset=dataset)
            parts.append(of_values.assign(column=column, value=value))
    columns = list(BY_COLUMN.columns)
    return pd.concat(parts, ignore_index=True)[columns] if parts else pd.DataFrame(columns=columns)


def values_of(column: pd.Series) -> pd.Series:
    """Return the values of a user's column as text; those of empty cells are NONE."""
    return column.fillna("").astype(str).str.strip().replace("", NONE)
