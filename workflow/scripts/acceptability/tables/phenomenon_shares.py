"""Share of the phenomena that each row gets right."""

import pandas as pd

from acceptability.contracts.metrics import PHENOMENA
from acceptability.tables.text import Made, by_criterion, part, row_keys

READS = {"phenomena": PHENOMENA}


def make(*, phenomena: pd.DataFrame, labels: dict[str, str], references: dict[str, str], title: str) -> Made:
    """The share by criterion. ``labels`` and ``references`` by ``system/measure``, in the order of the rows."""
    labels = labels | references
    rows = row_keys(phenomena)
    columns = {"System": pd.Series(labels)}
    for name, group in by_criterion(phenomena):
        columns[name] = group["mean_meets"].groupby(rows).agg(part)
    number = phenomena.loc[rows.isin(labels), "phenomenon"].nunique()
    caption = f"{title}: share of the {number} phenomena whose mean deltas meet each criterion."
    table = pd.DataFrame(columns).loc[list(labels)]
    return Made(table.dropna(how="all", subset=list(table)[1:]), caption)
