"""Make the table of this analysis."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.tables.text import with_interval

STATISTICS = {"pearson_r": "Pearson's r with ratings", "pbc": "PBC", "auc": "AUC"}


def make_sentences_by_column(*, sentences_by_column: pd.DataFrame, labels: dict[str, str], title: str) -> pd.DataFrame:
    """Return a row for each value and each row of ``labels``, and a column for each statistic that is shown."""
    table = sentences_by_column.assign(row=row_keys(sentences_by_column))
    table = table[table["row"].isin(labels) & table["statistic"].isin(STATISTICS)]
    keys = ["column", "value", "row"]
    values = table[["column", "value"]].drop_duplicates()
    rows = values.merge(pd.DataFrame({"row": list(labels)}), how="cross").merge(table[keys].drop_duplicates())
    at = pd.MultiIndex.from_frame(rows)
    columns = {
        "Column": rows["column"].to_numpy(),
        "Value": rows["value"].to_numpy(),
        title: rows["row"].map(labels).to_numpy(),
        "Number of sentences": table.groupby(keys)["items"].max().reindex(at).map("{:,}".format).to_numpy(),
    }
    for statistic, heading in STATISTICS.items():
        of_statistic = table[table["statistic"] == statistic].set_index(keys)
        if len(of_statistic):
            cells = with_interval(of_statistic, "estimate", "low", "high")
            columns[heading] = cells.reindex(at).fillna("").to_numpy()
    return pd.DataFrame(columns)
