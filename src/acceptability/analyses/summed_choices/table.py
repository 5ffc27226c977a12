"""Tabulate how systems' shares by paradigm correlate with those of people whose answers are known as sums only."""

import pandas as pd

from acceptability.tables.text import or_dash, with_interval

UNITS = {"paradigm_r": "paradigms", "phenomenon_r": "phenomena"}


def make_beside_sums(
    *, beside_sums: pd.DataFrame, labels: dict[str, str], references: dict[str, str], title: str
) -> pd.DataFrame:
    """Return a row for each system and measure, then for each reference."""
    columns = {}
    for statistic, units in UNITS.items():
        rows = beside_sums[beside_sums["statistic"] == statistic].set_index("row")
        columns[f"r over {units} ({rows['number'].max():,})"] = with_interval(rows, "value", "low", "high")
        columns[f"Ceiling, {units}"] = rows["ceiling"].map(or_dash)
    present_labels = {row: label for row, label in (labels | references).items() if row in set(beside_sums["row"])}
    cells = pd.DataFrame(columns).reindex(list(present_labels)).fillna("")
    cells.insert(0, title, list(present_labels.values()))
    return cells.reset_index(drop=True)
