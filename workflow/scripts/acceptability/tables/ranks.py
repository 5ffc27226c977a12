"""The places that each row takes over specifications."""

import pandas as pd

from acceptability.analysis import specifications as analysis
from acceptability.contracts.metrics import SPECIFICATIONS
from acceptability.options import OPTIONS
from acceptability.tables.text import Made, row_keys

READS = {"specifications": SPECIFICATIONS}


def make(*, specifications: pd.DataFrame, labels: dict[str, str], title: str) -> Made:
    """The best and the worst place of each row, by δ and scale of the human ratings; ``labels`` by ``system/measure``.

    References take no place.
    """
    scales = OPTIONS["human_scale"].values
    columns = {"System": pd.Series(labels)}
    places = analysis.ranks(specifications[row_keys(specifications).isin(labels)])
    for (threshold, scale), group in places.groupby(["threshold", "human_scale"]):
        by_row = group.set_index("row").astype(str)
        ends = by_row["best"] + ("–" + by_row["worst"]).where(by_row["best"] != by_row["worst"], "")
        columns[f"δ = {threshold:g}, {scales[scale]}"] = ends
    caption = (
        f"{title}: best and worst rank among all rows (1: most pairs meet the ADC), by δ and by the scale of the human "
        "ratings, over all other choices of a specification. One number: the rank is always the same."
    )
    return Made(pd.DataFrame(columns).loc[list(labels)], caption)
