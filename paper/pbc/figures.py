"""Figures 1 and 2 of the paper, and every cell's correlation beside its accuracy."""

import numpy as np
import pandas as pd

from acceptability.figures.style import GREY, GRID, MARKERS, PAGE, SMALLEST, legend_below, plt, size
from acceptability.papers.pbc.cells import CELL, at_midpoint, scored
from acceptability.papers.pbc.study import SYSTEMS
from acceptability.statistics.separation import pbc

CONDITIONS = {"baseline": "#009E73", "distractor": "#56B4E9", "ungrammatical": "#D55E00"}
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
SHOWN = {"grnn": ("exp1b", "herself"), "trans": ("exp1b", "themselves")}  # in Figure 1
SET_SHOWN = ("exp1b", "himself", "42")  # in Figure 2: experiment, pronoun, item
CONTRASTS = {  # of Figure 2: what is compared with what
    "B-U": ("baseline", "ungrammatical"),
    "D-U": ("distractor", "ungrammatical"),
    "BD-U": ("baseline", "distractor", "ungrammatical"),
}


def _handles(axes: plt.Axes) -> list:
    """Return a mark of each condition, for the legend."""
    return [
        axes.plot([], [], marker=marker, color=colour, linestyle="", markersize=4, label=name)[0]
        for marker, (name, colour) in zip(MARKERS, CONDITIONS.items(), strict=False)
    ]


def _points(axes: plt.Axes, part: pd.DataFrame, places, points: float) -> None:
    """Draw surprisals at these places, each condition with its mark."""
    for marker, (name, colour) in zip(MARKERS, CONDITIONS.items(), strict=False):
        inside = (part["condition"] == name).to_numpy()
        look = {"marker": marker, "color": colour, "linewidths": 0, "alpha": 0.8, "rasterized": True}
        axes.scatter(np.asarray(places)[inside], -part["score"][inside], s=points, **look)


def figure_1(
    *, sentences: pd.DataFrame, grnn: pd.DataFrame, trans: pd.DataFrame, cells: pd.DataFrame, width: float
) -> plt.Figure:
    """Draw the surprisals of two cells: each set's above each other, sets in the order of their mean."""
    wide = width == PAGE
    shape = {"nrows": 1 if wide else 2, "ncols": 2 if wide else 1}
    figure, panels = plt.subplots(**shape, figsize=size(width, 170 if wide else 290), sharey=wide)
    rows = cells.set_index(CELL)
    for axes, (system, scores) in zip(panels.flat, {"grnn": grnn, "trans": trans}.items(), strict=True):
        experiment, pronoun = SHOWN[system]
        of_cell = sentences[(sentences["experiment"] == experiment) & (sentences["pronoun"] == pronoun)]
        part = scored(of_cell, {system: scores[scores["sentence_id"].isin(of_cell["sentence_id"])]})
        ranks = part.groupby("set")["score"].mean().rank(ascending=False)
        _points(axes, part, part["set"].map(ranks), 5)
        row = rows.loc[(system, experiment, pronoun)]
        axes.set_title(
            f"{SYSTEMS[system]}, {pronoun}: PBC {row['pbc']:.2f}, mean of sets {row['mean_set_pbc']:.2f}", fontsize=7
        )
        axes.set_xlabel("set, by its mean surprisal")
        axes.grid(axis="y", **GRID)
        axes.set_axisbelow(True)
    for axes in panels.flat if not wide else panels.flat[:1]:
        axes.set_ylabel("surprisal of the pronoun")
    legend_below(figure, _handles(axes))
    return figure


def figure_2(*, sentences: pd.DataFrame, grnn: pd.DataFrame, width: float) -> plt.Figure:
    """Draw one set: surprisals of two or three conditions, and the threshold halfway between the labels' means."""
    name = "{}-{}.{}".format(*SET_SHOWN)
    strings = sentences[sentences["set"] == name]
    part = scored(strings, {"grnn": grnn[grnn["sentence_id"].isin(strings["sentence_id"])]})
    figure, panels = plt.subplots(1, 3, figsize=size(width, 150), sharey=True)
    for axes, (contrast, conditions) in zip(panels, CONTRASTS.items(), strict=True):
        points = part[part["condition"].isin(conditions)].sort_values("score")
        labels, scores = points["label"].to_numpy(), points["score"].to_numpy()
        threshold, mcc = at_midpoint(labels, scores)
        within = points.groupby("label").cumcount() / 20  # equal labels side by side
        _points(axes, points, 1 - labels + within.to_numpy() - 0.1, 16)
        axes.axhline(-threshold, color=GREY, linewidth=0.8, linestyle="--")
        axes.set_title(f"{contrast}\nPBC {pbc(labels, scores):.3f}\nMCC {mcc:.3f}", fontsize=7)
        axes.set_xticks([0, 1], ["acceptable", "not"] if width == PAGE else ["acc.", "not"], fontsize=SMALLEST + 1)
        axes.set_xlim(-0.4, 1.6)
        axes.grid(axis="y", **GRID)
        axes.set_axisbelow(True)
    panels[0].set_ylabel("surprisal of the pronoun")
    threshold = axes.plot([], [], color=GREY, linewidth=0.8, linestyle="--", label="threshold between the means")
    legend_below(figure, [*_handles(axes), *threshold])
    return figure


def measures(*, cells: pd.DataFrame, width: float) -> plt.Figure:
    """Draw the PBC of all strings, and the mean of the sets' PBCs, against accuracy: a point for each cell."""
    wide = width == PAGE
    panels = {"pbc": "PBC of all strings", "mean_set_pbc": "mean PBC of sets"}
    shape = {"nrows": 1 if wide else 2, "ncols": 2 if wide else 1}
    figure, grid = plt.subplots(**shape, figsize=size(width, 190 if wide else 330), sharex=True)
    for axes, (name, title) in zip(grid.flat, panels.items(), strict=True):
        handles = [
            axes.scatter(
                part["accuracy"],
                part[name],
                s=16,
                marker=MARKERS[number],
                color=COLOURS[number],
                linewidths=0,
                alpha=0.85,
                label=SYSTEMS[system],
            )
            for number, (system, part) in enumerate(cells.groupby("system", sort=False))
        ]
        axes.axhline(0, color=GREY, linewidth=0.6)
        axes.axvline(1 / 3, color=GREY, linewidth=0.8, linestyle=":")
        axes.set(xlim=(-0.03, 1.03), ylim=(-0.35, 1), ylabel=title, xlabel="accuracy (dotted: chance)")
        axes.grid(**GRID)
        axes.set_axisbelow(True)
    legend_below(figure, handles)
    return figure
