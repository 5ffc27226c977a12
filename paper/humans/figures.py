"""The figure of all datasets: people with people, and the best system with them."""

import numpy as np
import pandas as pd

from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import COLOURS, GREY, GRID, SMALLEST, legend_below, mpl, plt, size
from acceptability.papers.humans.tables import ordered_rows

ROW = 11.0  # points
APART = 2.8  # points, from one marker of a row to the next below it
LOOKS = {
    "people": {"color": "black", "marker": "o"},
    "most": {"color": "black", "marker": "o", "markerfacecolor": "white"},
    "system": {"color": COLOURS[0], "marker": "s"},
}
PALE = 0.35  # opacity of what has no interval
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
        by_kind = {
            kind: table.reindex(pd.MultiIndex.from_arrays([[statistic] * len(ordered), ordered["dataset"], keys]))
            for kind, keys in rows.items()
        }
        left = min([CHANCE[statistic], *pd.concat(by_kind)["value"].dropna()]) - 0.05
        axes.set_xlim(left, 1.03)
        for (kind, cells), shift in zip(by_kind.items(), (-APART, 0, APART), strict=True):
            at, color, certain = places + shift, LOOKS[kind]["color"], cells["low"].notna()
            axes.hlines(at, cells["low"], cells["high"], color=color, linewidth=0.9)
            cut = at[cells["low"] < left]
            axes.scatter(np.full(len(cut), left), cut, s=10, color=color, marker="<", linewidth=0, clip_on=False)
            for those, alpha in ((certain, 1.0), (~certain, PALE)):
                look = {"linestyle": "", "markersize": 2.8, "markeredgewidth": 0.7, "alpha": alpha} | LOOKS[kind]
                axes.plot(cells["value"].where(those), at, **look)
        axes.set_title(title, fontsize=SMALLEST + 1)
        axes.tick_params(axis="x", labelsize=SMALLEST)
        axes.grid(axis="x", **GRID)
        for kind in np.flatnonzero(np.diff([place[0] for place in ordered["place"]])):
            axes.axhline((places[kind] + places[kind + 1]) / 2, color="#BBBBBB", linewidth=0.6)
    handles = [
        mpl.lines.Line2D([], [], linewidth=0.9, markersize=2.8, markeredgewidth=0.7, label=LABELS[kind], **look)
        for kind, look in LOOKS.items()
    ]
    handles.append(mpl.lines.Line2D([], [], color=GREY, linewidth=0.7, linestyle=":", label="chance"))
    legend_below(figure, handles)
    return figure
