"""The figure of all datasets: participants with each other, and the best systems with them."""

import numpy as np
import pandas as pd

from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import COLOURS, GREY, GRID, SMALLEST, legend_below, mpl, plt, size
from acceptability.papers.humans.tables import ordered_rows
from acceptability.rounding import percent

ROW = 14.0  # points
APART = 2.8  # points, from one marker of a row to the next below it
LOOKS = {
    "people": {"color": "black", "marker": "o"},
    "perfect": {"color": "black", "marker": "|", "markersize": 5, "markeredgewidth": 1.0},
    "most": {"color": "black", "marker": "o", "markerfacecolor": "white"},
    "system": {"color": COLOURS[0], "marker": "s"},
    "part": {"color": COLOURS[1], "marker": "D", "markerfacecolor": "white"},
}
PLACES = {"people": -1.5, "perfect": -1.5, "most": -0.5, "system": 0.5, "part": 1.5}  # in steps of APART
PALE = 0.35  # opacity of what has no interval
LABELS = {
    "people": "participants: half with half (left), single answers (right)",
    "perfect": "perfect predictor, expected",
    "most": "most participants",
    "system": "best system that covers all",
    "part": "best system that covers a part (%)",
}
TITLES = {"r": "r of sentences’ ratings", "share": "share of pairs right"}
CHANCE = {"r": 0.0, "share": 0.5}


def overview(*, people_and_systems: pd.DataFrame, dataset_labels: dict[str, str], width: float) -> plt.Figure:
    """Draw a row for each dataset, and a panel for r and for the share of pairs; a line parts what is ordered by r."""
    ordered = ordered_rows(people_and_systems)
    names = [wrap(dataset_labels[dataset], 0.3 * width) for dataset in ordered["dataset"]]
    figure, grid = plt.subplots(1, 2, figsize=size(width, 30 + row_heights(names, ROW).sum()), sharey=True)
    table = people_and_systems.set_index(["statistic", "dataset", "row"])
    kinds = np.flatnonzero(np.diff([place[0] for place in ordered["place"]]))
    for axes, statistic in zip(grid, TITLES, strict=True):
        places = name_rows(axes, names, ROW)
        axes.hlines(places, 0, 1, color="#EEEEEE", linewidth=0.5, zorder=0)
        axes.axvline(CHANCE[statistic], color=GREY, linewidth=0.7, linestyle=":", zorder=0)
        by_kind = {kind: _cells(table, statistic, ordered, rows) for kind, rows in _rows(ordered, statistic).items()}
        left = min([CHANCE[statistic], *pd.concat(by_kind)["value"].dropna()]) - 0.05
        axes.set_xlim(left, 1.03)
        for kind, cells in by_kind.items():
            _draw(axes, places + PLACES[kind] * APART, cells, LOOKS[kind], left)
        _name_parts(axes, places + PLACES["part"] * APART, by_kind["part"])
        axes.set_title(TITLES[statistic], fontsize=SMALLEST + 1)
        axes.tick_params(axis="x", labelsize=SMALLEST)
        axes.grid(axis="x", **GRID)
        for kind in kinds:
            axes.axhline((places[kind] + places[kind + 1]) / 2, color="#BBBBBB", linewidth=0.6)
    legend_below(figure, _handles())
    return figure


def _rows(ordered: pd.DataFrame, statistic: str) -> dict[str, list[str]]:
    """Return the name of each dataset's row of each kind of marker."""
    number = len(ordered)
    return {
        "people": list(ordered["agreement"]) if statistic == "r" else ["people/single"] * number,
        "perfect": ["people/perfect"] * number,
        "most": ["people/most"] * number,
        "system": list(ordered[f"best_{statistic}"]),
        "part": list(ordered[f"part_{statistic}"]),
    }


def _cells(table: pd.DataFrame, statistic: str, ordered: pd.DataFrame, rows: list[str]) -> pd.DataFrame:
    """Return the cells of one row of each dataset, in order; NaN where it has none."""
    return table.reindex(pd.MultiIndex.from_arrays([[statistic] * len(ordered), ordered["dataset"], rows]))


def _draw(axes: plt.Axes, at: np.ndarray, cells: pd.DataFrame, look: dict[str, object], left: float) -> None:
    """Draw markers with their intervals at these heights, pale without one; ``left`` is where the axis ends."""
    color, certain = look["color"], cells["low"].notna()
    if look["marker"] != "|":
        axes.hlines(at, cells["low"], cells["high"], color=color, linewidth=0.9)
        cut = at[cells["low"] < left]
        axes.scatter(np.full(len(cut), left), cut, s=10, color=color, marker="<", linewidth=0, clip_on=False)
    for rows, alpha in ((certain, 1.0), (~certain, PALE)):
        marks = {"linestyle": "", "markersize": 2.8, "markeredgewidth": 0.7, "alpha": alpha} | look
        axes.plot(cells["value"].where(rows), at, **marks)


def _name_parts(axes: plt.Axes, at: np.ndarray, cells: pd.DataFrame) -> None:
    """Write at the right of each marker or interval which part of the sentences or pairs it covers."""
    ends = cells["high"].fillna(cells["value"])
    for place, end, share in zip(at, ends, cells["number"] / cells["total"], strict=True):
        if np.isfinite(share):
            look = {"fontsize": SMALLEST, "va": "center", "color": LOOKS["part"]["color"]}
            axes.annotate(f"{percent(share, 0)} %", (end, place), (2, 0), textcoords="offset points", **look)


def _handles() -> list[mpl.lines.Line2D]:
    """Return what the legend shows."""
    marks = {"linewidth": 0.9, "markersize": 2.8, "markeredgewidth": 0.7}
    handles = [mpl.lines.Line2D([], [], label=LABELS[kind], **(marks | look)) for kind, look in LOOKS.items()]
    handles[1].set_linestyle("")
    return [*handles, mpl.lines.Line2D([], [], color=GREY, linewidth=0.7, linestyle=":", label="chance")]
