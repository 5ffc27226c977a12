"""Figures of released scores: models beside people, probabilities beside prompts, sizes, islands."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.figures.style import (
    COLOURS,
    GREY,
    MARKERS,
    PAGE,
    SMALLEST,
    legend_below,
    mpl,
    plt,
    size,
    wrapped,
)
from acceptability.papers.released.prompts import answers
from acceptability.papers.released.series import by_size
from acceptability.papers.released.study import ISLANDS, SIZES, argument
from acceptability.papers.released.tables import PEOPLE

LINE = 5.8  # points, from one row to the next
HEAD = 15.0  # points, above and below the rows of a panel
FOOT = 8.0  # points, of the numbers below the last panel of a column
LOOKS = {"people/single": "-", "people/most": "--"}  # of lines that show people
POINT = {"linestyle": "", "marker": "o", "markersize": 2.9, "clip_on": False}
PROMPTED = {  # columns of answers, and their looks
    "direct_ties_half": {"color": COLOURS[0]},
    "averaged": {"color": COLOURS[1], "markerfacecolor": "white"},
    "both": {"color": GREY, "marker": "x", "markersize": 3.2},
}
CHANCES = {0.5: {"color": "black", "linestyle": ":"}, 0.25: {"color": GREY, "linestyle": "--"}}


def models(*, released: pd.DataFrame, dataset_labels: dict[str, str], width: float) -> plt.Figure:
    """Draw a panel for each dataset: a line for each model, best first, and people as lines across.

    Models that were asked in both orders have a figure of their own.
    """
    released = released[released["row"].isin(PEOPLE) | (released["chance"] == 0.5)]
    panels = dict(list(released.groupby("dataset", sort=False)))
    columns = _columns(panels, 2 if width == PAGE else 1)
    heights = [[HEAD + LINE * _systems(panels[key]) for key in column] for column in columns]
    tallest = max(map(sum, heights)) + FOOT
    figure = plt.figure(figsize=size(width, tallest + 14))
    grid = figure.add_gridspec(1, len(columns))
    for number, (column, rows) in enumerate(zip(columns, heights, strict=True)):
        cells = grid[number].subgridspec(len(rows), 1, height_ratios=rows)
        for place, key in enumerate(column):
            axes = figure.add_subplot(cells[place])
            _draw_models(axes, panels[key], dataset_labels[key], width / len(columns))
            axes.tick_params(axis="x", labelbottom=place == len(column) - 1)
    handles = [
        mpl.lines.Line2D([], [], color="black", linewidth=0.9, linestyle=look, label=PEOPLE[row].lower())
        for row, look in LOOKS.items()
    ]
    handles.append(mpl.lines.Line2D([], [], color=GREY, linewidth=0.7, linestyle=":", label="chance"))
    legend_below(figure, handles, "share of pairs right")
    return figure


def _systems(panel: pd.DataFrame) -> int:
    return int((~panel["row"].isin(PEOPLE)).sum())


def _columns(panels: Mapping[str, pd.DataFrame], number: int) -> list[list[str]]:
    """Return the datasets of each column, in their order, so that columns are about as high."""
    height = {key: HEAD + LINE * _systems(panel) for key, panel in panels.items()}
    columns, done = [[]], 0.0
    for key in panels:
        if len(columns) < number and columns[-1] and done + height[key] / 2 > sum(height.values()) / number:
            columns.append([])
        columns[-1].append(key)
        done += height[key]
    return columns


def _draw_models(axes: plt.Axes, panel: pd.DataFrame, title: str, width: float) -> None:
    """Draw the rows of one dataset, and what people reach on it."""
    systems = panel[~panel["row"].isin(PEOPLE)].sort_values("share", ascending=False, kind="stable")
    people = panel.set_index("row").reindex(list(LOOKS))
    places = np.arange(len(systems))
    every = panel["pairs"].max()
    names = [f"{row.label} ({row.pairs:,} pairs)" if row.pairs < every else row.label for row in systems.itertuples()]
    axes.axvline(0.5, color=GREY, linewidth=0.7, linestyle=":", zorder=0)
    axes.hlines(places, 0, 1, color="#EEEEEE", linewidth=0.5, zorder=0)
    for row, look in LOOKS.items():
        if np.isfinite(people.loc[row, "share"]):
            axes.axvline(people.loc[row, "share"], color="black", linewidth=0.9, linestyle=look, zorder=1)
    axes.hlines(places, systems["low"], systems["high"], color=COLOURS[0], linewidth=1.1)
    for is_asked, group in systems.assign(place=places).groupby(systems["asked"] != ""):
        look = POINT | {"markerfacecolor": "white" if is_asked else COLOURS[0]}
        axes.plot(group["share"], group["place"], color=COLOURS[0], **look)
    axes.set_yticks(
        places, [wrapped(name, 0.55 * width, SMALLEST) for name in names], fontsize=SMALLEST, linespacing=0.9
    )
    axes.set_ylim(len(systems) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"], fontsize=SMALLEST)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_title(f"{title}, {every:,} pairs", fontsize=SMALLEST + 1)


def prompted(*, dataset_labels: dict[str, str], width: float, **files: Path) -> plt.Figure:
    """Draw a panel for each dataset, and a line for each model: by probability, by prompt averaged over both orders,
    and by prompt in both orders, with the chance of each.
    """
    panels = answers(files, dataset_labels)
    names = list(next(iter(panels.values()))["model"])
    places = np.arange(len(names))
    figure, grid = plt.subplots(1, len(panels), figsize=size(width, 9 * len(names) + 40), sharey=True, squeeze=False)
    for axes, (title, table) in zip(grid[0], panels.items(), strict=True):
        for chance, look in CHANCES.items():
            axes.axvline(chance, linewidth=0.8, zorder=0, **look)
        axes.hlines(places, table["direct_ties_half"], table["averaged"], color="#BBBBBB", linewidth=1.2, zorder=1)
        for column, look in PROMPTED.items():
            axes.plot(table[column], places, **POINT | look)
        axes.set_yticks(places, names, fontsize=SMALLEST)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.set_xlim(-0.02, 1.02)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
        axes.tick_params(axis="y", length=0)
        axes.set_title(title)
    line = mpl.lines.Line2D
    labels = ("by probability", "by prompt, averaged over both orders", "by prompt, strict: right in both orders")
    handles = [line([], [], label=label, **POINT | look) for label, look in zip(labels, PROMPTED.values(), strict=True)]
    handles += [
        line([], [], label=label, linewidth=0.8, **look)
        for label, look in zip(("chance: .5", "chance of strict: .25"), CHANCES.values(), strict=True)
    ]
    legend_below(figure, handles, "share of pairs right")
    return figure


def sizes(
    *,
    released: pd.DataFrame,
    dataset_labels: dict[str, str],
    series_by_dataset: Mapping[str, Mapping],
    width: float,
) -> plt.Figure:
    """Draw a panel for each dataset with models of several sizes, and a line for each series of models."""
    figure, grid = plt.subplots(1, len(SIZES), figsize=size(width, 0.42 * width + 30), squeeze=False)
    for axes, dataset in zip(grid[0], SIZES, strict=True):
        panel = released[released["dataset"] == dataset]
        people = panel.set_index("row").reindex(["people/single"]).iloc[0]
        if np.isfinite(people["share"]):
            axes.axhspan(people["low"], people["high"], color="#DDDDDD", zorder=0)
            axes.axhline(people["share"], color="black", linewidth=0.8, zorder=0)
        for number, (name, group) in enumerate(by_size(panel, series_by_dataset[dataset])):
            look = {"color": mpl.colormaps["tab10"](number), "marker": MARKERS[number], "markersize": 3.2}
            shift = group["parameters"] * 1.04 ** (number - 2)  # so that intervals do not hide each other
            axes.vlines(shift, group["low"], group["high"], color=look["color"], linewidth=0.8)
            axes.plot(shift, group["share"], linewidth=0.9, label=name, **look)
        axes.set_xscale("log")
        axes.set_xticks([1e9, 3e9, 10e9, 30e9, 70e9], ["1", "3", "10", "30", "70"])
        axes.minorticks_off()
        axes.axhline(0.5, color=GREY, linewidth=0.7, linestyle=":", zorder=0)
        axes.set_ylim(0, 1)
        axes.set_title(dataset_labels[dataset])
    grid[0, 0].set_ylabel("share of pairs right")
    handles = grid[0, 0].get_legend_handles_labels()[0]
    handles.append(mpl.patches.Patch(facecolor="#DDDDDD", label="people, single answers"))
    handles.append(mpl.lines.Line2D([], [], color=GREY, linewidth=0.7, linestyle=":", label="chance"))
    legend_below(figure, handles, "parameters, in billions")
    return figure


def islands(
    *,
    labels_by_dataset: Mapping[str, Mapping[str, str]],
    dataset_labels: dict[str, str],
    references_by_dataset: Mapping[str, Mapping[str, str]],
    width: float,
    **tables: pd.DataFrame,
) -> plt.Figure:
    """Draw a panel for each experiment: the island effect of each design, of people and of each row of GPT-2."""
    figure, grid = plt.subplots(1, len(ISLANDS), figsize=size(width, 190), sharex=True, squeeze=False)
    for axes, dataset in zip(grid[0], ISLANDS, strict=True):
        effects = tables[argument("factorial", dataset)].query("statistic == 'interaction'")
        rows = {"human": "People"} | dict(labels_by_dataset[dataset])
        designs = list(effects["design"].unique())
        for number, (row, label) in enumerate(rows.items()):
            values = effects[effects["row"] == row].set_index("design").reindex(designs)
            places = np.arange(len(designs)) + (number - (len(rows) - 1) / 2) * 0.8 / len(rows)
            colour = "black" if row == "human" else mpl.colormaps["tab10"](number - 1)
            axes.hlines(places, values["low"], values["high"], color=colour, linewidth=0.8)
            look = {"linestyle": "", "marker": MARKERS[number], "markersize": 3.2}
            axes.plot(values["value"], places, color=colour, label=label, **look)
        axes.axvline(0, color=GREY, linewidth=0.6)
        axes.set_yticks(
            range(len(designs)), [wrapped(name, 0.2 * width, SMALLEST) for name in designs], fontsize=SMALLEST
        )
        axes.set_ylim(len(designs) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.set_title(dataset_labels[dataset])
    legend_below(figure, grid[0, 0].get_legend_handles_labels()[0], "island effect, in z-scores")
    return figure
