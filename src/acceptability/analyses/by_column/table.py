"""Make the table of this analysis."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.tables.text import by_criterion, with_interval


def make_by_column(*, by_column: pd.DataFrame, labels: dict[str, str], title: str) -> pd.DataFrame:
    """Return a row for each value and each row of ``labels``, and a column for each criterion."""
    keys = ["column", "value", "row"]
    table = by_column.assign(row=row_keys(by_column))
    table = table[table["row"].isin(labels)]
    order = {row: place for place, row in enumerate(labels)}
    rows = table[keys].drop_duplicates()
    rows = rows.assign(place=rows["row"].map(order), at=rows.groupby(["column", "value"], sort=False).ngroup())
    rows = rows.sort_values(["at", "place"])[keys]
    at = pd.MultiIndex.from_frame(rows)
    pairs = table.groupby(keys)["pairs"].max().reindex(at)
    columns = {
        "Column": rows["column"].to_numpy(),
        "Value": rows["value"].to_numpy(),
        title: rows["row"].map(labels).to_numpy(),
        "Number of pairs": pairs.map("{:,}".format).to_numpy(),
    }
    for name, group in by_criterion(table):
        shares = with_interval(group.set_index(keys), "share_ties_half", "half_low", "half_high")
        columns[name] = shares.reindex(at).fillna("").to_numpy()
    return pd.DataFrame(columns)
