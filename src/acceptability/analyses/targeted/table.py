"""Tabulate MCC, AUC and the share of pairs of every row on targeted sets."""

import pandas as pd

from acceptability.tables.text import PresentedTable, plus_minus, shown


def make_targeted(*, targeted: pd.DataFrame, judge_labels: dict[str, str], title: str) -> PresentedTable:
    """Return a row for each system and measure, each classifier's restarts and each simple rule; LaTeX has the MCCs
    only.
    """
    columns, mccs = {}, []
    for name, group in targeted.groupby("set", sort=False):
        rows = group.set_index("row")
        columns[f"{name}, MCC"] = rows["mcc"].map(lambda value: shown(value, 3)) + plus_minus(rows["sd"])
        mccs.append(f"{name}, MCC")
        if (rows["distinct"] < rows["sentences"]).any():
            columns[f"{name}, distinct"] = rows["distinct_mcc"].map(lambda value: shown(value, 3))
            mccs.append(f"{name}, distinct")
        columns[f"{name}, AUC"] = rows["auc"].map(lambda value: shown(value, 3))
        if (rows["pairs"] > 0).any():
            columns[f"{name}, pairs"] = rows["pair_accuracy"].map(lambda value: shown(value, 3))
    cells = pd.DataFrame(columns).reindex([row for row in judge_labels if row in set(targeted["row"])])
    cells.insert(0, title, cells.index.map(judge_labels))
    return PresentedTable(cells, cells[[title, *mccs]].rename(columns={title: "System"}))
