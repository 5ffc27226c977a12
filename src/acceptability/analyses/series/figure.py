"""Draw the figure of this analysis."""

from collections.abc import Mapping

import matplotlib as mpl
import numpy as np
import pandas as pd

from acceptability.figures.style import GREY, MARKERS, PAGE, SMALLEST, legend_below, plt, size, wrapped
from acceptability.rounding import compact

MOST = 16  # panels of a statistic, or as many as fit
ROW = 52.0, 78.0  # points, of a row of panels: at least, at most
FOOT = 20.0  # points, of the labels below a block
TALLEST = 620.0  # points, of all blocks and the legend
MANY = 20  # systems of a series: of more, points have no markers
STATISTICS = {"share": "share right", "r": "r with people"}
LIMITS = {"share": (-0.03, 1.03), "r": (-1.05, 1.05)}
BAND = "#DDDDDD"


def draw_series(
    *,
    shares: pd.DataFrame,
    series: Mapping[str, Mapping],
    series_labels: dict[str, str],
    width: float,
) -> plt.Figure:
    """Draw a panel for all pairs and for each phenomenon, and a line for each measure of each series.

    There is a block of panels for each statistic, and for each thing that numbers are of (parameters, tokens, …).
    """
    number_kinds = shares["series"].map(lambda key: series[key]["number"])
    blocks = [
        (statistic, number, part)
        for number in number_kinds.unique()
        for statistic in STATISTICS
        if len(part := shares[(number_kinds == number) & (shares["statistic"] == statistic)].dropna(subset=["value"]))
    ]
    columns = 4 if width == PAGE else 2
    room = TALLEST - FOOT * len(blocks) - 3.2 * len(series_labels)  # a line of the legend has three
    most = columns * max(1, int(room / ROW[0] / max(1, len(blocks))))
    panels = [_panels(part, min(MOST, most)) for *_, part in blocks]
    rows = [-(-len(groups) // columns) for groups in panels]
    tall = min(ROW[1], room / max(1, sum(rows)))
    height = tall * sum(rows) + FOOT * len(blocks)
    figure, grid = plt.subplots(sum(rows), columns, figsize=size(width, height), squeeze=False)
    handles: dict[str, mpl.artist.Artist] = {}
    for (statistic, number, part), groups, top in zip(blocks, panels, np.cumsum([0, *rows]), strict=False):
        block = grid[top : top + -(-len(groups) // columns)]
        for place, axes in enumerate(block.flat):
            if place >= len(groups):
                axes.set_visible(False)
                continue
            group = part[part["group"] == groups[place]]
            _draw(axes, group, statistic, series_labels, handles)
            title = f"{groups[place].replace('_', ' ')} ({group['pairs'].max():,})"
            title = f"all pairs ({group['pairs'].max():,})" if group["level"].iloc[0] == "all" else title
            axes.set_title(wrapped(title, width / columns - 18, SMALLEST), fontsize=SMALLEST, linespacing=1)
            ends = part["number"].min(), part["number"].max()
            aside = (ends[1] / ends[0]) ** 0.08 if ends[1] > ends[0] else 2.0
            axes.set_xscale("log")
            axes.minorticks_off()
            lowest = place + columns >= len(groups)  # nothing is below it
            ticks = sorted({*ends})
            axes.set_xticks(ticks, [compact(end) if lowest else "" for end in ticks], fontsize=SMALLEST)
            axes.set_xlim(ends[0] / aside, ends[1] * aside)
            axes.tick_params(axis="y", labelsize=SMALLEST, labelleft=place % columns == 0)
            if place % columns == 0:
                axes.set_ylabel(STATISTICS[statistic], fontsize=SMALLEST)
            if lowest:
                axes.set_xlabel(number, fontsize=SMALLEST)
    if shares["people"].notna().any():
        handles["people"] = mpl.patches.Patch(facecolor=BAND, label="people")
    handles["chance"] = mpl.lines.Line2D([], [], color=GREY, linewidth=0.7, linestyle=":", label="chance")
    legend_below(figure, list(handles.values()))
    return figure


def _panels(part: pd.DataFrame, most: int) -> list[str]:
    """Return the groups that are drawn, all pairs first: of more than ``most``, those with most pairs."""
    pairs = part.groupby("group", sort=False)["pairs"].max()
    largest = pairs.sort_values(ascending=False, kind="stable").index[:most]  # all pairs are most
    return [group for group in pairs.index if group in largest]


def _draw(axes: plt.Axes, group: pd.DataFrame, statistic: str, names: Mapping[str, str], handles: dict) -> None:
    """Draw the lines of one panel, and add those that have no handle yet."""
    for (key, name), line in group.groupby(["series", "measure"], sort=False):
        place = list(names).index(f"{key}/{name}")
        marker = MARKERS[place % len(MARKERS)] if len(line) <= MANY else None
        look = {"color": mpl.colormaps["tab10"](place % 10), "marker": marker, "markersize": 2.8, "linewidth": 0.9}
        axes.vlines(line["number"], line["low"], line["high"], color=look["color"], linewidth=0.6, alpha=0.6)
        means = line.groupby("number")["value"].mean()
        if len(means) < len(line):  # several samples of a size
            axes.plot(line["number"], line["value"], linestyle="", **look | {"markersize": 1.2, "linewidth": 0})
        (drawn,) = axes.plot(means.index, means, label=names[f"{key}/{name}"], **look)
        handles.setdefault(f"{key}/{name}", drawn)
    if statistic == "share":
        people = group.dropna(subset=["people"]).drop_duplicates("people")
        for row in people.itertuples():
            if np.isfinite(row.people_low):
                axes.axhspan(row.people_low, row.people_high, color=BAND, zorder=0)
            axes.axhline(row.people, color="black", linewidth=0.6, zorder=0)
    axes.set_ylim(*LIMITS[statistic])
    axes.axhline(0.5 if statistic == "share" else 0, color=GREY, linewidth=0.7, linestyle=":", zorder=0)
