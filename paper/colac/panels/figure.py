"""How well scores separate acceptable sentences from others, by the labels of either panel."""

import numpy as np
import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import COLOURS, GREY, GRID, SMALLEST, legend_below, plt, size
from acceptability.papers.colac.panels.table import CHANCE, OTHER_PANEL, STATISTICS

ROW = 15.0  # points
APART = 3.6  # points, between the marks of a row
LOOKS = {
    "first": {"color": COLOURS[0], "marker": "o"},
    "second": {"color": COLOURS[1], "marker": "s"},
    "agreed": {"color": GREY, "marker": "D"},
}


def draw_panels(
    *, panel_separation: pd.DataFrame, labels: dict[str, str], panel_names: list[str], width: float
) -> plt.Figure:
    """Draw a panel for each statistic, and a row for each system, with a mark for the labels of each panel of people.

    The first row is the other panel, whose labels replace scores.
    """
    table = panel_separation.assign(row=row_keys(panel_separation))
    rows = {row: label for row, label in (OTHER_PANEL | labels).items() if row in set(table["row"])}
    names = [wrap(label, 0.3 * width) for label in rows.values()]
    height = 30 + row_heights(names, ROW).sum()
    figure, grid = plt.subplots(1, len(STATISTICS), figsize=size(width, height), sharey=True)
    for axes, (statistic, title) in zip(grid, STATISTICS.items(), strict=True):
        places = name_rows(axes, names, ROW)
        axes.axvline(CHANCE[statistic], color=GREY, linewidth=0.6, linestyle=":")
        for number, (against, look) in enumerate(LOOKS.items()):
            cells = table[(table["statistic"] == statistic) & (table["against"] == against)].set_index("row")
            cells, at = cells.reindex(list(rows)), places + APART * (number - 1)
            axes.hlines(at, cells["low"], cells["high"], color=look["color"], linewidth=1)
            axes.plot(cells["value"], at, linestyle="", markersize=2.8, **look)
        axes.set_title(wrap(title, 0.2 * width), fontsize=SMALLEST, linespacing=1)
        axes.set_xlim(min(CHANCE[statistic], np.nanmin(axes.dataLim.intervalx)) - 0.05, 1.02)
        axes.tick_params(axis="x", labelsize=SMALLEST)
        axes.grid(axis="x", **GRID)
    legend = (*(f"by the labels of {name}" for name in panel_names), "where both agree")
    handles = [
        grid[0].plot([], [], linewidth=1, markersize=2.8, label=label, **look)[0]
        for label, look in zip(legend, LOOKS.values(), strict=True)
    ]
    handles += grid[0].plot([], [], color=GREY, linewidth=0.8, linestyle=":", label="chance")
    legend_below(figure, handles)
    return figure
