"""Correlation of each system's scores of sentences with human ratings."""

import numpy as np
import pandas as pd

from acceptability.statistics.correlation import pearson_intervals
from acceptability.tables.text import interval, shown


def make_ratings(*, correlations: pd.DataFrame, labels: dict[str, str], title: str) -> pd.DataFrame:
    """Return a row for each system and measure: Pearson's r with its 95 % interval, and the number of sentences."""
    of_humans = correlations[correlations["column"] == "human"].set_index("row").reindex(list(labels))
    bounds = pearson_intervals(of_humans)
    return pd.DataFrame(
        {
            title: list(labels.values()),
            "Pearson's r with ratings": [
                shown(r, 3) + interval(bounds.loc[row]) if np.isfinite(r) else "not defined"
                for row, r in of_humans["pearson_r"].items()
            ],
            "Sentences": [f"{points:,.0f}" for points in of_humans["points"]],
        }
    )
