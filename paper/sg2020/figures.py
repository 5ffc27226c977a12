"""Figures of the released decisions: SG scores, perplexity, circuits, modifiers, architecture and size."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.figures.layout import name_rows, row_heights
from acceptability.figures.style import GRID, MARKERS, PAGE, SMALLEST, legend_below, mpl, plt, size
from acceptability.papers.sg2020 import release
from acceptability.papers.sg2020.chance import expected
from acceptability.papers.sg2020.circuits import CIRCUITS
from acceptability.papers.sg2020.release import MODELS, PRETRAINED
from acceptability.papers.sg2020.tables import SIZES, stability
from acceptability.sources.folders import read_folder

CHANCE = {"color": "#555555", "linestyle": "--", "linewidth": 0.8}
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00")  # colours that colour-blind readers tell apart
LOOKS = {
    name: {"color": colour, "marker": marker}
    for name, colour, marker in zip(MODELS.values(), PALETTE, MARKERS, strict=False)
}
OTHER = {"color": "#222222", "marker": "P"}  # pretrained models
POINT = {"linestyle": "", "markersize": 4, "markeredgewidth": 0.5}


def scores(*, runs: pd.DataFrame, suites: Path, width: float) -> plt.Figure:
    """Draw a point for each run: pretrained models, then each architecture by corpus; chance as a line."""
    of_runs = release.scores(runs)
    labels = of_runs["name"] + of_runs["corpus"].map(lambda corpus: f", {corpus.upper()}" if corpus else "")
    names = list(dict.fromkeys(labels))
    figure, axes = plt.subplots(figsize=size(width, 30 + row_heights(names, 10).sum()))
    places = dict(zip(names, name_rows(axes, names, 10), strict=True))
    for label, name, sg in zip(labels, of_runs["name"], of_runs["sg"], strict=True):
        axes.plot(sg, places[label], **LOOKS.get(name, OTHER), **POINT)
    _share_axis(axes, "SG score", expected(read_folder(suites)))
    return figure


def _share_axis(axes: plt.Axes, label: str, chance: float | None = None) -> None:
    if chance is not None:
        axes.axvline(chance, **CHANCE)
    axes.set(xlim=(-0.02, 1.02), xlabel=label)
    axes.grid(axis="x", **GRID)
    axes.set_axisbelow(True)


def perplexity(*, runs: pd.DataFrame, perplexities: pd.DataFrame, width: float) -> plt.Figure:
    """Draw a point for each run with a perplexity: SG score by perplexity, on a logarithmic axis."""
    table = release.with_perplexities(release.scores(runs), perplexities)
    figure, axes = plt.subplots(figsize=size(width, 190))
    for name, of_model in table.groupby("name", sort=False):
        axes.plot(of_model["perplexity"], of_model["sg"], label=name, **LOOKS[name], **POINT)
    axes.set_xscale("log")
    ticks = [30, 60, 120, 240, 480]
    axes.set_xticks(ticks, map(str, ticks))
    axes.set_xticks([], minor=True)
    axes.set(ylim=(0, 1), xlabel="perplexity on the authors’ test set", ylabel="SG score")
    axes.grid(**GRID)
    axes.set_axisbelow(True)
    _legend(figure, table["name"].unique())
    return figure


def _legend(figure: plt.Figure, names: Iterable[str]) -> None:
    legend_below(figure, [mpl.lines.Line2D([], [], label=name, **LOOKS.get(name, OTHER), **POINT) for name in names])


def circuits(*, runs: pd.DataFrame, width: float) -> plt.Figure:
    """Draw a panel for each circuit: the mean accuracy of each model over its runs and the suites."""
    means = runs.groupby(["circuit", "name"], sort=False)["accuracy"].mean()
    names = list((PRETRAINED | MODELS).values())
    titles = list(dict.fromkeys(CIRCUITS.values()))
    columns = 3 if width == PAGE else 1
    rows = -(-len(titles) // columns)
    height = row_heights(names, 9).sum() + 26
    figure, grid = plt.subplots(
        rows, columns, figsize=size(width, rows * height + 14), sharex=True, sharey=True, squeeze=False
    )
    for axes, title in zip(grid.flat, titles, strict=True):
        places = name_rows(axes, names, 9)
        for name, place in zip(names, places, strict=True):
            axes.plot(means[title, name], place, **LOOKS.get(name, OTHER), **POINT)
        _share_axis(axes, "")
        axes.set_title(title)
    for axes in grid[-1]:
        axes.set_xlabel("mean accuracy")
    return figure


def modifiers(*, runs: pd.DataFrame, width: float) -> plt.Figure:
    """Draw a row for each model: mean accuracy without a modifier (open) and with one (filled)."""
    table = stability(runs)
    figure, axes = plt.subplots(figsize=size(width, 44 + row_heights(table["name"], 12).sum()))
    places = name_rows(axes, list(table["name"]), 12)
    for place, row in zip(places, table.to_dict("records"), strict=True):
        colour = LOOKS.get(row["name"], OTHER)["color"]
        axes.plot([row["without"], row["with"]], [place, place], color=colour, linewidth=0.8)
        axes.plot(row["without"], place, color=colour, marker="o", markerfacecolor="white", **POINT)
        axes.plot(row["with"], place, color=colour, marker="o", **POINT)
    _share_axis(axes, "mean accuracy")
    looks = {"without a modifier": "white", "with a modifier": "#222222"}
    handles = [
        mpl.lines.Line2D([], [], color="#222222", marker="o", markerfacecolor=face, label=label, **POINT)
        for label, face in looks.items()
    ]
    legend_below(figure, handles)
    return figure


def architecture_and_size(*, runs: pd.DataFrame, width: float) -> plt.Figure:
    """Draw the mean controlled delta of each architecture, and of each corpus, with a small point for each run."""
    of_models = release.controlled(runs)
    panels = {
        "architecture": of_models.assign(group=of_models["name"]),
        "corpus": of_models.assign(group=of_models["corpus"].map(SIZES)),
    }
    orders: Mapping[str, list[str]] = {"architecture": list(MODELS.values()), "corpus": list(SIZES.values())}
    across = (1, 2) if width == PAGE else (2, 1)
    figure, grid = plt.subplots(*across, figsize=size(width, 130 if width == PAGE else 230), sharey=True)
    for axes, (title, table) in zip(np.ravel(grid), panels.items(), strict=True):
        of_runs = table.groupby(["group", "name", "corpus", "seed"])["delta"].mean().reset_index()
        for place, group in enumerate(orders[title]):
            one = of_runs[of_runs["group"].eq(group)]
            axes.plot([place] * len(one), one["delta"], color="#9ECAE1", marker="o", linestyle="", markersize=2.5)
            axes.plot(place, table.loc[table["group"].eq(group), "delta"].mean(), color="#0072B2", marker="D", **POINT)
        axes.set_xticks(range(len(orders[title])), orders[title], fontsize=SMALLEST)
        axes.axhline(0, color="#555555", linewidth=0.8)
        axes.grid(axis="y", **GRID)
        axes.set_axisbelow(True)
        axes.set_title(f"by {title}")
    np.ravel(grid)[0].set_ylabel("accuracy minus the mean of models")
    return figure
