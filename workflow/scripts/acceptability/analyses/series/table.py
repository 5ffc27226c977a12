"""The table of this analysis."""

from collections.abc import Mapping

import pandas as pd

from acceptability.rounding import compact, shown
from acceptability.tables.text import or_dash, with_interval


def make_series(
    *,
    shares: pd.DataFrame,
    trends: pd.DataFrame,
    series: Mapping[str, Mapping],
    labels: dict[str, str],
    system_labels: dict[str, str],
) -> pd.DataFrame:
    """Return a row for each series, measure and group of pairs."""
    shares = shares[shares["statistic"] == "share"]
    keys = ["series", "measure", "group"]
    first, last = (shares.groupby(keys, sort=False).nth(place).set_index(keys) for place in (0, -1))
    table = trends.set_index(keys)
    falls = table[["fall", "fall_low", "fall_high"]].set_axis(["value", "low", "high"], axis=1)
    cells = pd.DataFrame(
        {
            "Series": line_names(shares, series, labels, system_labels)
            .reindex(table.index.droplevel("group"))
            .to_numpy(),
            "Pairs of": table.index.get_level_values("group").where(table["level"] != "all", "all phenomena"),
            "N": table["pairs"].astype(str),
            "Smallest": _at(first.loc[table.index]),
            "Greatest": _at(last.loc[table.index]),
            "Slope": with_interval(table, "slope", "low", "high"),
            "p": table["p_holm"].map(lambda p: or_dash(p, 3)),
            "Reaches people": table["first"].map(_number),
            "Below again": table["below_again"].map(_number),
            "Fall": with_interval(falls, "value", "low", "high"),
            "From": table["fall_from"].map(_number),
            "p of fall": table["fall_p_holm"].map(lambda p: shown(p, 3)),
        }
    )
    if not shares["people"].notna().any():
        cells = cells.drop(columns=["Reaches people", "Below again"])
    return cells.reset_index(drop=True)


def line_names(
    shares: pd.DataFrame, series: Mapping[str, Mapping], labels: Mapping[str, str], system_labels: Mapping[str, str]
) -> pd.Series:
    """Return the name of each series' measure, by series and measure: its label, and what its rows call the measure."""
    rows = shares.drop_duplicates(["series", "measure"])
    names = [
        f"{series[row.series]['label']} "
        + labels[f"{row.system}/{row.measure}"].removeprefix(system_labels[row.system]).strip()
        for row in rows.itertuples()
    ]
    return pd.Series(names, index=pd.MultiIndex.from_frame(rows[["series", "measure"]])).str.strip()


def _at(rows: pd.DataFrame) -> pd.Series:
    """Write the share of each row, and the number at which it is."""
    return rows["value"].map(lambda value: shown(value, 3)) + " at " + rows["number"].map(compact)


def _number(number: float) -> str:
    return "–" if pd.isna(number) else compact(number)
