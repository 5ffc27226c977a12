"""Tabulate how well two panels agree, and which one scores agree with more."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.tables.text import interval, shown, with_interval

OTHER_PANEL = {"people/other_panel": "The other panel"}
STATISTICS = {"auc": "AUC", "pbc": "Point-biserial r", "cross_validated_mcc": "MCC, cross-validated"}
CHANCE = {"auc": 0.5, "pbc": 0.0, "cross_validated_mcc": 0.0}


def make_panel_agreement(*, panel_agreement: pd.DataFrame, panel_names: list[str], title: str) -> pd.DataFrame:
    """Return a row for each statistic, with the number of sentences of which it is true, or over which it is."""
    first, second = panel_names
    names = {
        "both": "Acceptable to both",
        "first_only": f"Acceptable to {first} only",
        "second_only": f"Acceptable to {second} only",
        "neither": "Acceptable to neither",
        "agree": "They agree",
        "first_acceptable": f"Acceptable to {first}",
        "second_acceptable": f"Acceptable to {second}",
        "mcc": "MCC",
        "kappa": "Cohen’s κ",
    }
    table = panel_agreement.set_index("statistic").loc[list(names)].reset_index()
    return pd.DataFrame(
        {
            title: list(names.values()),
            "Value": with_interval(table, "value", "low", "high"),
            "Number of sentences": table["sentences"].map("{:,}".format),
        }
    )


def make_panels(
    *, panel_separation: pd.DataFrame, labels: dict[str, str], panel_names: list[str], title: str
) -> pd.DataFrame:
    """Return a row for each statistic of each row of ``labels``, after the labels of either panel by the other's."""
    first, second = panel_names
    table = panel_separation.assign(row=row_keys(panel_separation))
    rows = []
    for row, label in (OTHER_PANEL | labels).items():
        for statistic, name in STATISTICS.items():
            cells = table[(table["row"] == row) & (table["statistic"] == statistic)].set_index("against")
            if cells.empty:
                continue
            text = {against: _text(cells.loc[against]) for against in cells.index}
            cells_of_row = {
                title: label,
                "Statistic": name,
                f"By {first}": text["first"],
                f"By {second}": text["second"],
            }
            if row in labels:
                nearer = nearer_panel(cells, CHANCE[statistic], panel_names)
                cells_of_row |= {"Difference": text["difference"], "Nearer to": nearer, "Both agree": text["agreed"]}
            rows.append(cells_of_row)
    return pd.DataFrame(rows).fillna("")


def nearer_panel(cells: pd.DataFrame, chance: float, panel_names: list[str]) -> str:
    """Return the name of the panel that scores are nearer to; "neither" where they are not above chance by either.

    Parameters:
        cells: the rows of PANEL_SEPARATION of one statistic of one row, by ``against``.
    """
    difference = cells.loc["difference"]
    if not cells.loc[["first", "second"], "value"].max() > chance:
        return "neither"
    if difference["low"] > 0:
        return panel_names[0]
    return panel_names[1] if difference["high"] < 0 else "not certain"


def _text(row: pd.Series) -> str:
    return shown(row["value"], 3) + interval(row)
