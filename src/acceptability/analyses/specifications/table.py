"""Tabulate the places that each row takes over specifications."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.options import OPTIONS
from acceptability.statistics import specifications as analysis


def make_ranks(*, specifications: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Return the best and the worst place of each row, by δ and scale of the human ratings; ``labels`` by
    ``system/measure``.

    References take no place, and neither do rows that cover fewer pairs than others.
    """
    scales = OPTIONS["human_scale"].values
    columns = {"System": pd.Series(labels)}
    places = analysis.best_and_worst_ranks(specifications[row_keys(specifications).isin(labels)])
    for (threshold, scale), group in places.groupby(["threshold", "human_scale"]):
        by_row = group.set_index("row").astype(str)
        ends = by_row["best"] + ("–" + by_row["worst"]).where(by_row["best"] != by_row["worst"], "")
        columns[f"δ = {threshold:g}, {scales[scale]}"] = ends
    return pd.DataFrame(columns).loc[list(labels)].fillna("")
