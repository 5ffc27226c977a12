"""Draw prompted models next to the same models by log-probability, and how often they take the first option."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import COLOURS, GREY, GRID, SMALLEST, legend_below, plt, size

ROW = 11.0


def draw_prompting(*, prompting: pd.DataFrame, labels: dict[str, str], width: float) -> plt.Figure:
    """Draw shares of right pairs, and shares of first options; ``labels`` by system/measure."""
    table = prompting.set_index(row_keys(prompting))
    table = table.loc[[row for row in labels if row in table.index]]
    names = [wrap(labels[row], 0.34 * width) for row in table.index]
    figure, (right, first) = plt.subplots(
        1, 2, figsize=size(width, 48 + row_heights(names, ROW).sum()), sharey=True, width_ratios=(2, 1)
    )
    for axes, title in ((right, "share of pairs right"), (first, "answers with\nthe first option")):
        places = name_rows(axes, names, ROW)
        axes.axvline(0.5, color=GREY, linewidth=0.8, linestyle=":")
        axes.set_title(title, fontsize=SMALLEST, linespacing=1)
        axes.set_xlim(-0.03, 1.03)
        axes.tick_params(axis="x", labelsize=SMALLEST)
        axes.grid(axis="x", **GRID)
    right.hlines(places, table["share"], table["direct_share"], color=GREY, linewidth=0.8, zorder=1)
    right.hlines(places, table["low"], table["high"], color=COLOURS[0], linewidth=1.6, zorder=2)
    right.scatter(table["share"], places, color=COLOURS[0], s=14, linewidths=0, zorder=3)
    right.scatter(table["direct_share"], places, color=COLOURS[1], marker="D", s=12, linewidths=0, zorder=3)
    first.scatter(table["first_option"], places, color=COLOURS[0], s=14, linewidths=0, zorder=3)
    handles = right.plot([], [], marker="o", markersize=3, color=COLOURS[0], label="asked, 95 % interval")
    handles += right.plot([], [], "D", markersize=3, color=COLOURS[1], label="by log-probability")
    handles += right.plot([], [], linestyle=":", color=GREY, linewidth=0.8, label="half")
    legend_below(figure, handles)
    return figure
