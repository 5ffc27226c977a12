"""Tabulate what the strength of preferences adds to the share of pairs that meet the ADC."""

import pandas as pd

from acceptability.tables.text import or_dash

NAMES = {
    "share": "Own signs and sizes",
    "random_sizes": "Own signs, random sizes",
    "signs_right": "All signs right, own sizes",
    "constant": "All signs right, one constant",
    "perfect": "Perfect predictor, expected",
    "perfect_sd_1": "Perfect predictor, SD 1",
}


def make_strength(*, strength: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each system and measure, with the shares at the smallest δ that are known of any."""
    at_smallest = strength[strength["threshold"] == strength["threshold"].min()].set_index("row")
    rows = [row for row in labels if row in at_smallest.index]
    known = at_smallest.loc[rows].dropna(axis="columns", how="all")
    table = pd.DataFrame({heading: known[name].map(or_dash) for name, heading in NAMES.items() if name in known})
    table.insert(0, "System", [labels[row] for row in rows])
    return table.reset_index(drop=True)
