"""Draw how often systems agree with people who chose the better sentence, and how their shares correlate."""

import pandas as pd

from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import COLOURS, GREY, GRID, SMALLEST, legend_below, plt, size

PANELS = {
    "answers": "share of answers\nit agrees with",
    "pair_r": "r of deltas with\npairs’ shares",
    "paradigm_r": "r of shares\nby paradigm",
}
ROW = 10.0


def draw_choices(
    *,
    choice_agreement: pd.DataFrame,
    choice_summary: pd.DataFrame,
    labels: dict[str, str],
    references: dict[str, str],
    others: dict[str, str],
    width: float,
) -> plt.Figure:
    """Draw a panel for each of three statistics; the dashed line is what people's own disagreement leaves to reach."""
    rows = {row: label for row, label in (labels | others | references).items() if row in set(choice_agreement["row"])}
    names = [wrap(label, 0.34 * width) for label in rows.values()]
    figure, grid = plt.subplots(1, len(PANELS), figsize=size(width, 34 + row_heights(names, ROW).sum()), sharey=True)
    one = choice_summary.set_index("statistic")["value"]["one_against_others"]
    for axes, (statistic, title) in zip(grid, PANELS.items(), strict=True):
        by_row = choice_agreement[choice_agreement["statistic"] == statistic].set_index("row")
        ceiling, chance = by_row["ceiling"].iloc[0], 0.5 if statistic == "answers" else 0
        by_row = by_row.reindex(list(rows))
        places = name_rows(axes, names, ROW)
        axes.axvline(chance, color=GREY, linewidth=0.6, linestyle=":")
        axes.axvline(ceiling, color=GREY, linewidth=1, linestyle="--")
        if statistic == "answers":
            axes.axvline(one, color=COLOURS[1], linewidth=0.8)
        inks = ["black" if row in references else COLOURS[0] for row in rows]
        axes.hlines(places, by_row["low"], by_row["high"], color=inks, linewidth=1.1)
        axes.scatter(by_row["value"], places, color=inks, s=11, linewidths=0, zorder=3)
        axes.set_title(title, fontsize=SMALLEST, linespacing=1)
        low = min(0, by_row["low"].min()) if statistic != "answers" else min(0.4, by_row["low"].min())
        axes.set_xlim(low - 0.03, 1)
        axes.tick_params(axis="x", labelsize=SMALLEST)
        axes.grid(axis="x", **GRID)
    handles = grid[0].plot([], [], marker="o", markersize=3, color=COLOURS[0], label="system, 95 % interval")
    handles += grid[0].plot([], [], marker="o", markersize=3, color="black", label="baseline")
    handles += grid[0].plot([], [], linestyle="--", color=GREY, linewidth=1, label="ceiling")
    handles += grid[0].plot([], [], color=COLOURS[1], linewidth=0.8, label="a single participant and the others")
    handles += grid[0].plot([], [], linestyle=":", color=GREY, linewidth=0.8, label="chance")
    legend_below(figure, handles)
    return figure
