"""The figure of all datasets: people with people, and the best system with them."""

import numpy as np
import pandas as pd

from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import COLOURS, GREY, GRID, SMALLEST, legend_below, mpl, plt, size
from acceptability.papers.humans.tables import ordered_rows

ROW = 10.0  # points
APART = 2.2  # points, between people and systems in a row
LOOKS = {
    "people": {"color": "black", "marker": "o"},
    "most": {"color": "black", "marker": "o", "markerfacecolor": "white"},
    "system": {"color": COLOURS[0], "marker": "s"},
}
LABELS = {"people": "people with people (left), one person (right)", "most": "most people", "system": "best system"}
TITLES = {"r": "r of sentences’ ratings", "share": "share of pairs right"}
CHANCE = {"r": 0.0, "share": 0.5}


def overview(*, people_and_systems: pd.DataFrame, dataset_labels: dict[str, str], width: float) -> plt.Figure:
    """Draw a row for each dataset, and a panel for r and for the share of pairs; a strip parts what is ordered by r."""
    ordered = ordered_rows(people_and_systems)
    names = [wrap(dataset_labels[dataset], 0.3 * width) for dataset in ordered["dataset"]]
    figure, grid = plt.subplots(1, 2, figsize=size(width, 30 + row_heights(names, ROW).sum()), sharey=True)
    table = people_and_systems.set_index(["statistic", "dataset", "row"])
    for axes, (statistic, title) in zip(grid, TITLES.items(), strict=True):
        places = name_rows(axes, names, ROW)
        axes.hlines(places, 0, 1, color="#EEEEEE", linewidth=0.5, zorder=0)
        axes.axvline(CHANCE[statistic], color=GREY, linewidth=0.7, linestyle=":", zorder=0)
        rows = {
            "people": ordered["agreement"] if statistic == "r" else ["people/single"] * len(ordered),
            "most": ["people/most"] * len(ordered),
            "system": ordered["best_r" if statistic == "r" else "best_share"],
        }
        drawn: list[float] = []
        for kind, shift in (("most", -APART / 2), ("people", -APART / 2), ("system", APART / 2)):
            keys = [(statistic, *both) for both in zip(ordered["dataset"], rows[kind], strict=True)]
            cells, at = table.reindex(pd.MultiIndex.from_tuples(keys)), places + shift
            drawn += cells["value"].dropna().tolist()
            if kind != "most":
                axes.hlines(at, cells["low"], cells["high"], color=LOOKS[kind]["color"], linewidth=0.9)
            axes.plot(cells["value"], at, linestyle="", markersize=2.8, markeredgewidth=0.7, **LOOKS[kind])
        axes.set_xlim(min([CHANCE[statistic], *drawn]) - 0.05, 1.03)  # a wider interval is cut
        axes.set_title(title, fontsize=SMALLEST + 1)
        axes.tick_params(axis="x", labelsize=SMALLEST)
        axes.grid(axis="x", **GRID)
        for kind in np.flatnonzero(np.diff([place[0] for place in ordered["place"]])):
            axes.axhline((places[kind] + places[kind + 1]) / 2, color="#BBBBBB", linewidth=0.6)
    handles = [
        mpl.lines.Line2D([], [], linewidth=0 if kind == "most" else 0.9, markersize=2.8, label=LABELS[kind], **look)
        for kind, look in LOOKS.items()
    ]
    handles.append(mpl.lines.Line2D([], [], color=GREY, linewidth=0.7, linestyle=":", label="chance"))
    legend_below(figure, handles)
    return figure
