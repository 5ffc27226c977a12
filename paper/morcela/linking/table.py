"""Coefficients of the linking functions that are fitted to ratings."""

import pandas as pd

from acceptability.tables.text import with_interval

NAMES = {"alpha": "α", "beta": "β", "gamma": "γ", "intercept": "Intercept"}


def make_linking(*, linkings: pd.DataFrame, system_labels: dict[str, str], title: str) -> pd.DataFrame:
    """A row for each fitted system: each coefficient with its 95 % interval, and the number of rated sentences."""
    by_system = linkings.assign(shown=with_interval(linkings, "estimate", "low", "high"))
    table = by_system.pivot(index="system", columns="coefficient", values="shown")[list(NAMES)].rename(columns=NAMES)
    table = table.reindex([system for system in system_labels if system in table.index])
    counts = linkings.groupby("system")["sentences"].first().map("{:,}".format)
    table["Number of sentences"] = counts
    table.insert(0, title, table.index.map(system_labels))
    return table
