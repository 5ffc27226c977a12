"""Draw correlations of scores and ratings: a panel for each level, a row for people, each baseline and each system."""

import pandas as pd
from matplotlib.ticker import MultipleLocator

from acceptability.analyses.crossed.manifest import BESIDES, LEVELS
from acceptability.contracts.names import HUMAN
from acceptability.figures.layout import height_of, name_rows, row_heights, wrap
from acceptability.figures.style import GREY, GRID, MARKERS, PEOPLE, SMALLEST, legend_below, plt, size, widest

ROW, BELOW = 11.0, 5.0  # points, of a row, and from its marker down to those of parts
NARROWEST = 46.0  # points, of a panel
STRATA = "svD^PX*<>"  # markers, of parts


def draw_crossed(*, crossed: pd.DataFrame, labels: dict[str, str], colours: dict[str, str], width: float) -> plt.Figure:
    """Draw r over all sentences with its interval; small hollow markers below it: r in each part of them."""
    parts = [stratum for stratum in crossed["stratum"].unique() if stratum]
    markers = {part: STRATA[number % len(STRATA)] for number, part in enumerate(parts)}
    below = BELOW if parts else 0
    rows = {row: label for row, label in (BESIDES | labels).items() if row in set(crossed["row"])}
    inks = [PEOPLE if row == HUMAN else colours.get(row, GREY) for row in rows]
    names = [wrap(label, 0.3 * width) for label in rows.values()]
    columns = next(n for n in (6, 3, 2, 1) if n == 1 or (width - widest(names, SMALLEST) - 12) / n >= NARROWEST)
    titles = [wrap(title, (width - widest(names, SMALLEST) - 12) / columns - 8) for title in LEVELS.values()]
    blocks = len(LEVELS) // columns
    height = blocks * (row_heights(names, ROW + below).sum() + max(map(height_of, titles)) + 18)
    figure, grid = plt.subplots(blocks, columns, figsize=size(width, height), sharex=True, sharey=True, squeeze=False)
    by_cell = {key: cells.set_index("row").reindex(list(rows)) for key, cells in crossed.groupby(["stratum", "level"])}
    low = min(-0.05, crossed[["pearson_r", "low"]].min(axis=None) - 0.03)
    for axes, level, title in zip(grid.flat, LEVELS, titles, strict=True):
        places = name_rows(axes, names, ROW + below) - below / 2
        axes.axvline(0, color=GREY, linewidth=0.6, linestyle=":")
        for part, marker in markers.items():
            r = by_cell[part, level]["pearson_r"]
            axes.scatter(r, places + below, marker=marker, s=7, facecolors="none", edgecolors=inks, linewidths=0.5)
        whole = by_cell["", level]
        axes.hlines(places, whole["low"], whole["high"], color=inks, linewidth=1)
        axes.scatter(whole["pearson_r"], places, color=inks, s=11, linewidths=0, zorder=3)
        axes.set_title(title, fontsize=SMALLEST, linespacing=1, pad=2)
        axes.xaxis.set_major_locator(MultipleLocator(0.5 if low > -0.3 else 1))
        axes.tick_params(axis="x", labelsize=SMALLEST)
        axes.grid(axis="x", **GRID)
    grid[0, 0].set_xlim(low, 1.05)
    handles = [plt.Line2D([], [], marker=MARKERS[0], color=GREY, markersize=3, linewidth=1, label="95 % interval")]
    look = {"color": GREY, "markersize": 3, "linestyle": "", "markerfacecolor": "none"}
    handles += [
        plt.Line2D([], [], marker=marker, label=part.replace("_", " "), **look) for part, marker in markers.items()
    ]
    legend_below(figure, handles, "Pearson’s r with human ratings")
    return figure
