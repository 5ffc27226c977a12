"""Draw what an experiment finds as planned, and with twice the pairs, phenomena or raters, in three panels."""

import matplotlib as mpl
import numpy as np
import pandas as pd

from acceptability.figures.style import GREY, GRID, PAGE, SMALLEST, legend_below, plt, size
from acceptability.tables.text import criterion_name

TITLES = {
    "smallest_difference": "smallest difference found",
    "interval_width": "width of a 95 % interval",
    "certain": "certain decisions",
}
UNITS = {
    "smallest_difference": "percentage points",
    "interval_width": "percentage points",
    "certain": "% of pairs",
}
LOOKS = {
    "as planned": {"marker": "o", "color": "black"},
    "twice the pairs": {"marker": "s", "color": "#E69F00"},
    "twice the phenomena": {"marker": "D", "color": "#0072B2"},
    "twice the raters": {"marker": "^", "color": "#D55E00"},
}
ROW, BETWEEN = 34, 0.2  # points of a criterion's row; from one design to the next, in rows


def draw_power(*, power: pd.DataFrame, width: float) -> plt.Figure:
    """Draw a panel for each quantity, with a row for each criterion and in it a marker for each design.

    A line is two Monte Carlo errors to either side; ``none`` stands where there is no value.
    """
    steps = list(dict.fromkeys(criterion_name(row.criterion, row.threshold) for row in power.itertuples()))
    shape = (1, len(TITLES)) if width == PAGE else (len(TITLES), 1)
    height = (ROW * len(steps) + 40) * shape[0]
    figure, grid = plt.subplots(*shape, figsize=size(width, height), sharey=True, squeeze=False)
    for axes, (quantity, title) in zip(grid.flat, TITLES.items(), strict=True):
        rows = power[power["quantity"] == quantity]
        for number, (design, look) in enumerate(LOOKS.items()):
            design_rows = rows[rows["design"] == design]
            places = [steps.index(criterion_name(row.criterion, row.threshold)) for row in design_rows.itertuples()]
            heights = np.array(places) + (number - (len(LOOKS) - 1) / 2) * BETWEEN
            values, errors = (100 * design_rows[name].to_numpy() for name in ("value", "monte_carlo_error"))
            axes.errorbar(values, heights, xerr=2 * errors, linestyle="", markersize=4, elinewidth=0.8, **look)
            for place in heights[np.isnan(values)]:
                _write(axes, "none", place)
        if quantity == "certain":
            _write(axes, "ADC only", steps.index(criterion_name("blimp", np.nan)))
        axes.set_title(title)
        axes.set_xlabel(UNITS[quantity])
        axes.set_xlim(0, 100 if quantity == "certain" else max(axes.get_xlim()[1], 5))
        axes.grid(axis="x", **GRID)
        axes.tick_params(axis="y", length=0)
    grid[0, 0].set_yticks(range(len(steps)), steps)
    grid[0, 0].set_ylim(len(steps) - 0.5, -0.5)
    handles = [mpl.lines.Line2D([], [], linestyle="", markersize=4, label=name, **look) for name, look in LOOKS.items()]
    legend_below(figure, handles)
    return figure


def _write(axes: plt.Axes, text: str, height: float) -> None:
    """Write a word at the left end of a row."""
    place = {"xycoords": axes.get_yaxis_transform(), "va": "center"}
    axes.annotate(text, (0.02, height), fontsize=SMALLEST, color=GREY, **place)
