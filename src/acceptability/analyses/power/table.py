"""Make the tables of this analysis."""

import numpy as np
import pandas as pd

from acceptability.rounding import percent, shown
from acceptability.tables.text import by_criterion

NAMES = {
    "smallest_difference": "Smallest difference found in 80 % of experiments (points)",
    "share": "Expected share of the better system (%)",
    "interval_width": "Width of a 95 % interval (points)",
    "certain": "Certain decisions (% of pairs)",
}
SHIFT = "Difference of the two systems’ deltas at that smallest difference (SD)"
NO_VALUE = "none"


def make_power(*, power: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each quantity by each criterion, and a column for each design; ``none``: see the note."""
    rows = []
    for quantity, of_quantity in power.groupby("quantity", sort=False):
        for criterion, group in by_criterion(of_quantity):
            cells = {row.design.capitalize(): _cell(row.value, row.monte_carlo_error) for row in group.itertuples()}
            rows.append({"Quantity": NAMES[quantity], "Criterion": criterion} | cells)
        if quantity == "smallest_difference":
            for criterion, group in by_criterion(of_quantity):
                cells = {row.design.capitalize(): shown(row.shift, 2) or NO_VALUE for row in group.itertuples()}
                rows.append({"Quantity": SHIFT, "Criterion": criterion} | cells)
    return pd.DataFrame(rows)


def _cell(value: float, error: float) -> str:
    """Return a share in percentage points; a decimal where the Monte Carlo error is small enough."""
    if np.isnan(value):
        return NO_VALUE
    return percent(value, 1 if 100 * error < 0.15 else 0)


def make_assumptions(*, assumptions: pd.DataFrame) -> pd.DataFrame:
    """Return each assumption with its meaning, value, unit and source."""
    values = [shown(value, 0 if float(value).is_integer() else 3) for value in assumptions["value"]]
    return pd.DataFrame(
        {
            "Assumption": assumptions["name"],
            "Meaning": assumptions["meaning"],
            "Value": values,
            "Unit": assumptions["unit"],
            "Source": assumptions["source"],
        }
    )
