"""Tabulate how well each row agrees with humans and experts, on all pairs and on choices of them."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.tables.text import criterion_name, shown

CHOSEN = {"matched": "equal length", "unmatched": "unequal length"}
STATISTICS = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall_tau_b": "Kendall τ-b",
    "sentence_pearson": "Pearson, sentences",
    "sentence_spearman": "Spearman, sentences",
    "point_biserial": "Point-biserial",
}


def make_agreement(*, agreement: pd.DataFrame, labels: dict[str, str], references: dict[str, str]) -> pd.DataFrame:
    """Return criteria and correlations of every row, on all pairs and then on each choice of pairs.

    ``labels`` and ``references`` by ``system/measure``. Statistics that no row has are left out; a row without a label
    is named ``system/measure``.
    """
    labels = labels | references
    names = [
        STATISTICS.get(statistic) or criterion_name(statistic, threshold)
        for statistic, threshold in zip(agreement["statistic"], agreement["threshold"], strict=True)
    ]
    order = [name for name in dict.fromkeys(names) if name not in STATISTICS.values()]
    order += [name for name in STATISTICS.values() if name in names]
    table = agreement.assign(
        name=names, row=row_keys(agreement), value=[shown(value, 3) for value in agreement["value"]]
    )
    counts = table[table["statistic"] == "blimp"].set_index(["chosen", "row"])["items"]
    wide = table.pivot(index=["chosen", "row"], columns="name", values="value").reindex(counts.index)[order].fillna("")
    wide.insert(0, "N", counts.astype(str))
    wide = wide.reset_index().rename(columns={"chosen": "Pairs", "row": "System"})
    place = {selection: number for number, selection in enumerate(agreement["chosen"].drop_duplicates())}
    wide = wide.sort_values("Pairs", key=lambda column: column.map(place), kind="stable", ignore_index=True)
    wide["System"] = [labels.get(row, row) for row in wide["System"]]
    return wide.replace({"Pairs": CHOSEN})
