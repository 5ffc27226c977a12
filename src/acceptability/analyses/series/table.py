"""Make the table of this analysis."""

import pandas as pd

from acceptability.rounding import compact, shown
from acceptability.tables.text import p_or_dash, with_interval


def make_series(*, shares: pd.DataFrame, series_trends: pd.DataFrame, series_labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each series, measure and group of pairs. ``series_labels`` are by ``series/measure``."""
    shares = shares[shares["statistic"] == "share"]
    keys = ["series", "measure", "group"]
    means = shares.groupby([*keys, "number"], sort=False)["value"].mean().reset_index()  # of samples of one size
    first, last = (means.groupby(keys, sort=False).nth(place).set_index(keys) for place in (0, -1))
    table = series_trends.set_index(keys)
    falls = table[["fall", "fall_low", "fall_high"]].set_axis(["value", "low", "high"], axis=1)
    cells = pd.DataFrame(
        {
            "Series": [series_labels[f"{series}/{measure}"] for series, measure, _ in table.index],
            "Group of pairs": table.index.get_level_values("group").where(table["level"] != "all", "all phenomena"),
            "Pairs": table["pairs"].astype(str),
            "Smallest": _at(first.loc[table.index]),
            "Greatest": _at(last.loc[table.index]),
            "Slope": with_interval(table, "slope", "low", "high"),
            "p": table["p_holm"].map(p_or_dash),
            "First system not below people": table["first"].map(_number),
            "Above people by": with_interval(table, "above_people", "above_low", "above_high"),
            "Below people again at": table["below_again"].map(_number),
            "Fall": with_interval(falls, "value", "low", "high"),
            "Fall from": ["" if pd.isna(number) else compact(number) for number in table["fall_from"]],
            "p of fall": table["fall_p_holm"].map(p_or_dash).where(table["fall"].notna(), ""),
        }
    )
    if not shares["people"].notna().any():
        cells = cells.drop(columns=["First system not below people", "Above people by", "Below people again at"])
    return cells.reset_index(drop=True)


def _at(rows: pd.DataFrame) -> pd.Series:
    """Write the share of each row, and the number at which it is."""
    cells = [f"{shown(row.value, 3)} at {compact(row.number)}" for row in rows.itertuples()]
    return pd.Series(cells, index=rows.index, dtype=object)


def _number(number: float) -> str:
    return "–" if pd.isna(number) else compact(number)
