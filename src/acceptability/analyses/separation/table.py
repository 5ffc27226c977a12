"""Tabulate how well each row's scores separate acceptable sentences from others."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.tables.text import PresentedTable, shown, with_interval

STATISTICS = {
    "pbc": "PBC",
    "most_possible_pbc": "Most possible PBC",
    "exp_pbc": "PBC, exp",
    "exp_heaviest": "Heaviest, exp",
    "auc": "AUC",
    "d_prime": "d′",
    "best_mcc": "MCC, best",
    "cross_validated_mcc": "MCC, cross-validated",
    "accuracy": "Accuracy",
    "mcc": "MCC, own threshold",
    "set_centred_pbc": "PBC, set-centred",
    "within_share": "Within sets",
    "mean_set_pbc": "PBC, mean of sets",
    "median_set_pbc": "PBC, median of sets",
    "exp_median_set_pbc": "PBC, exp, median of sets",
}
OF_SETS = ("set_centred_pbc", "within_share", "mean_set_pbc", "median_set_pbc", "exp_median_set_pbc")
NOT_IN_LATEX = ("mcc", "exp_pbc", "exp_heaviest", *OF_SETS)
WITHOUT_INTERVAL = ("most_possible_pbc", "exp_pbc", "exp_heaviest", *OF_SETS)


def make_separation(*, separation: pd.DataFrame, labels: dict[str, str], title: str) -> PresentedTable:
    """Return a row for each system and measure, by ``system/measure``; LaTeX has fewer columns.

    How many sentences count is a column where not all systems score all of them. Columns about sets are left out where
    there is one set.
    """
    table = separation.assign(row=row_keys(separation))
    several_sets = (table.loc[table["statistic"] == "sets", "value"] > 1).any()
    columns = {}
    for statistic, name in STATISTICS.items():
        rows = table[table["statistic"] == statistic].set_index("row")
        if not len(rows) or (statistic in OF_SETS and not several_sets):
            continue
        if statistic in WITHOUT_INTERVAL:
            columns[name] = rows["value"].map(lambda value: shown(value, 3))
        else:
            columns[name] = with_interval(rows, "value", "low", "high")
    cells = pd.DataFrame(columns).reindex([row for row in labels if row in set(table["row"])]).fillna("")
    cells.insert(0, title, cells.index.map(labels))
    counts = table[table["statistic"] == "pbc"].set_index("row")["items"].loc[cells.index].map("{:,}".format)
    if counts.nunique() > 1:
        cells.insert(1, "Number of sentences", counts)
    latex = cells.drop(columns=[STATISTICS[name] for name in NOT_IN_LATEX], errors="ignore")
    return PresentedTable(cells, latex.rename(columns={title: "System"}))
