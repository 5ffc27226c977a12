"""Tabulate correlations of scores and ratings at each level of sentences whose sets and constructions cross."""

import pandas as pd

from acceptability.analyses.crossed.manifest import BESIDES, LEVELS
from acceptability.tables.text import with_interval


def make_crossed(*, crossed: pd.DataFrame, labels: dict[str, str], title: str) -> pd.DataFrame:
    """Make a row for people, each reference and each system, on all sentences and then in each part of them."""
    crossed = crossed.assign(text=with_interval(crossed, "pearson_r", "low", "high"))
    names, parts = BESIDES | labels, []
    for stratum, group in crossed.groupby("stratum", sort=False):
        rows = [row for row in names if row in set(group["row"])]
        cells = group.pivot(index="row", columns="level", values="text").loc[rows, list(LEVELS)].rename(columns=LEVELS)
        counted = group.drop_duplicates("row").set_index("row")["sentences"].loc[rows]
        cells.insert(0, "Number of sentences", counted.map("{:,}".format))
        cells.insert(0, title, [names[row] + (f", {stratum.replace('_', ' ')}" if stratum else "") for row in rows])
        parts.append(cells)
    return pd.concat(parts, ignore_index=True).rename_axis(columns=None)
