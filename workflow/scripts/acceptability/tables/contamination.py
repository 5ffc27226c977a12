"""The criteria with and without pairs that are known from a training set."""

import pandas as pd

from acceptability.contracts.metrics import CONTAMINATED_CRITERIA
from acceptability.tables.text import Made, by_criterion, row_keys, shown

READS = {"criteria": CONTAMINATED_CRITERIA}


def make(*, criteria: pd.DataFrame, labels: dict[str, str], references: dict[str, str], title: str, part: str) -> Made:
    """Both criteria on all pairs and on those without a sentence of the training set ``part`` (unknown).

    ``labels`` and ``references`` by ``system/measure``, in the order of the rows.
    """
    labels = labels | references
    criteria = criteria.assign(row=row_keys(criteria))
    columns = {"System": pd.Series(labels)}
    for name, group in by_criterion(criteria):
        for chosen, heading in (("all", f"{name}, all"), ("unknown", f"{name}, unknown")):
            shares = group[group["chosen"] == chosen].set_index("row")["share"]
            columns[heading] = shares.map(lambda share: shown(share, 3))
    pairs = criteria.groupby("chosen")["pairs"].max()
    caption = (
        f"{title}: share of pairs that meet each criterion: of all {pairs['all']}, and of the "
        f"{pairs.get('unknown', 0)} of which no sentence is in the training set “{part}” (unknown)."
    )
    table = pd.DataFrame(columns).loc[list(labels)]
    return Made(table.dropna(how="all", subset=list(table)[1:]), caption)
