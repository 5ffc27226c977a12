"""Share of minimal pairs that meet each criterion."""

import pandas as pd

from acceptability.contracts.metrics import CRITERIA
from acceptability.tables.text import Made, by_criterion, interval, row_keys, shown

READS = {"criteria": CRITERIA}


def make(*, criteria: pd.DataFrame, labels: dict[str, str], references: dict[str, str], title: str) -> Made:
    """A row for each system and measure: the corrected shares with 95 % intervals, then the ADC's in other variants.

    The BLiMP criterion has no variants. ``labels`` and ``references`` by ``system/measure``, in the order of the rows.
    """
    labels = labels | references
    criteria = criteria.assign(row=row_keys(criteria), corrected=criteria["variant"] == "corrected")
    columns = {}
    for name, group in by_criterion(criteria[criteria["corrected"]]):
        by_row = group.set_index("row")
        columns[name] = by_row["share"].map(lambda share: shown(share, 3)) + by_row.apply(interval, axis=1)
    others = criteria[~criteria["corrected"] & (criteria["criterion"] != "blimp")]
    for variant, of_variant in others.groupby("variant", sort=False):
        for name, group in by_criterion(of_variant):
            shares = group.set_index("row")["share"].map(lambda share: shown(share, 3))
            columns[f"{name}, {variant.replace('_', ' ')}"] = shares
    table = pd.DataFrame(columns).reindex(list(labels)).fillna("")
    table.insert(0, title, pd.Series(labels), allow_duplicates=True)
    return Made(table, f"{title}: share of minimal pairs that meet the BLiMP criterion and the ADC")
