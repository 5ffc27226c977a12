"""Tabulate the criteria with and without pairs that are known from a training set."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.tables.text import by_criterion, shown


def make_contamination(*, criteria: pd.DataFrame, labels: dict[str, str], references: dict[str, str]) -> pd.DataFrame:
    """Return both criteria on all pairs and on those without a sentence of the training set ``part`` (unknown).

    ``labels`` and ``references`` by ``system/measure``, in the order of the rows.
    """
    criteria = criteria.assign(row=row_keys(criteria))
    labels = labels | references
    columns = {"System": pd.Series(labels)}
    for name, group in by_criterion(criteria):
        for selection, heading in (("all", f"{name}, all"), ("unknown", f"{name}, unknown")):
            shares = group[group["chosen"] == selection].set_index("row")["share"]
            columns[heading] = shares.map(lambda share: shown(share, 3))
    table = pd.DataFrame(columns).loc[list(labels)]
    return table.dropna(how="all", subset=list(table)[1:])
