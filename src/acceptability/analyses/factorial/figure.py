"""Draw interaction plots of 2 × 2 designs: a panel for each design, of people and of each system."""

import pandas as pd
from matplotlib.lines import Line2D

from acceptability.contracts.names import HUMAN
from acceptability.figures.style import GREY, PEOPLE, SMALLEST, legend_below, plt, size, wrapped
from acceptability.rounding import shown

NARROWEST, TALL = 50.0, 44.0  # points, of a panel
ASIDE = (-0.04, 0.04)  # how far to the side the levels of the first factor are drawn


def draw_factorial(
    *, factorial: pd.DataFrame, labels: dict[str, str], colours: dict[str, str], width: float
) -> plt.Figure:
    """Draw panels: rows are people and systems, columns designs; designs that do not fit side by side go below."""
    known = set(factorial["row"])
    rows = {row: label for row, label in ({HUMAN: "People"} | labels).items() if row in known}
    values = {key: group.set_index("statistic") for key, group in factorial.groupby(["row", "design"])}
    designs = list(factorial["design"].unique())
    side_by_side = max(1, int((width - 40) // NARROWEST))
    columns = -(-len(designs) // -(-len(designs) // side_by_side))
    blocks = [designs[start : start + columns] for start in range(0, len(designs), columns)]
    height = TALL * len(rows) * len(blocks) + 14 * len(blocks) + 12
    figure, grid = plt.subplots(
        len(rows) * len(blocks), columns, figsize=size(width, height), sharex=True, sharey=True, squeeze=False
    )
    for block, of_block in enumerate(blocks):
        for number, (row, label) in enumerate(rows.items()):
            line = grid[block * len(rows) + number]
            for axes in line[len(of_block) :]:
                axes.set_visible(False)
            for axes, design in zip(line, of_block, strict=False):
                _panel(axes, values[row, design], PEOPLE if row == HUMAN else colours[row], width / columns / 2 - 8)
                if number == 0:
                    axes.set_title(wrapped(design, width / columns - 8, SMALLEST), fontsize=SMALLEST)
            line[0].set_ylabel(wrapped(label, TALL - 2, SMALLEST), fontsize=SMALLEST)
    low, high = grid[0, 0].get_ylim()
    grid[0, 0].set_ylim(low - 0.2 * (high - low), high)  # room for the interaction
    levels = [level for level in factorial["factor_1"].unique() if level]
    handles = [
        Line2D([], [], color=GREY, label=level, markersize=2.5, linewidth=0.9, **_look(second, GREY))
        for second, level in enumerate(levels)
    ]
    legend_below(figure, handles, "mean z-score of each condition")
    return figure


def _look(second: int, colour: str) -> dict[str, str]:
    """Draw the conditions; those with the second level of the first factor have dashes and hollow markers."""
    if second:
        return {"linestyle": "--", "marker": "s", "markerfacecolor": "white"}
    return {"linestyle": "-", "marker": "o", "markerfacecolor": colour}


def _panel(axes: plt.Axes, values: pd.DataFrame, colour: str, room: float) -> None:
    """Draw the four conditions, and their interaction in the lower left corner; ``room``: for the name of a level."""
    conditions = values[values["factor_1"] != ""]
    for second, (_, points) in enumerate(conditions.groupby("factor_1", sort=False)):
        places = [place + ASIDE[second] for place in range(2)]
        axes.vlines(places, points["low"], points["high"], color=colour, linewidth=0.6)
        axes.plot(places, points["value"], color=colour, markersize=2.5, linewidth=0.9, **_look(second, colour))
    effect = values.loc["interaction", "value"]
    text = "" if pd.isna(effect) else shown(effect, 2) if effect < 0 else f"+{shown(effect, 2)}"
    axes.text(0.04, 0.04, text, transform=axes.transAxes, fontsize=SMALLEST, color=GREY)
    axes.set_xlim(-0.4, 1.4)
    axes.set_xticks(range(2), [wrapped(level, room, SMALLEST) for level in conditions["factor_2"].unique()])
    axes.tick_params(labelsize=SMALLEST)
