"""Correlation of each system's scores of sentences with human ratings."""

import numpy as np
import pandas as pd

from acceptability.analysis.correlation import pearson_interval
from acceptability.contracts.metrics import CORRELATIONS
from acceptability.tables.text import Made, in_brackets, interval, shown

READS = {"correlations": CORRELATIONS}


def make(*, correlations: pd.DataFrame, labels: dict[str, str], title: str) -> Made:
    """A row for each system and measure: Pearson's r with its 95 % interval, and the number of sentences."""
    of_humans = correlations[correlations["column"] == "human"].set_index("row").reindex(list(labels))
    ends = [pearson_interval(r, points) for r, points in zip(of_humans["pearson_r"], of_humans["points"], strict=True)]
    bounds = pd.DataFrame(ends, columns=["low", "high"], index=of_humans.index)
    table = pd.DataFrame(
        {
            title: list(labels.values()),
            "Pearson's r with ratings": [
                shown(r, 3) + interval(bounds.loc[row]) if np.isfinite(r) else "not defined"
                for row, r in of_humans["pearson_r"].items()
            ],
            "Sentences": [f"{points:,.0f}" for points in of_humans["points"]],
        }
    )
    return Made(table, f"{title}: correlation of scores with human ratings of sentences.{in_brackets(table)}")
