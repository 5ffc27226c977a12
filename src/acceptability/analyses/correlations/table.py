"""Tabulate the correlation of each system's scores of sentences with human ratings."""

import numpy as np
import pandas as pd

from acceptability.tables.text import interval, shown


def make_ratings(*, fits: pd.DataFrame, labels: dict[str, str], title: str) -> pd.DataFrame:
    """Return a row for each system and measure: Pearson's r with its 95 % interval, and the number of sentences."""
    table = fits.set_index("row").loc[list(labels)]
    return pd.DataFrame(
        {
            title: table.index.map(labels),
            "Pearson's r with ratings": [
                shown(row["pearson_r"], 3) + interval(row) if np.isfinite(row["pearson_r"]) else "not defined"
                for _, row in table.iterrows()
            ],
            "Number of sentences": table["points"].map("{:,}".format),
        }
    ).reset_index(drop=True)
