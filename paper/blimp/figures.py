"""Figures 1, 3, 4 and 6 of the paper, from the released accuracies of both versions."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

import numpy as np
import pandas as pd

from acceptability.figures.heatmap import colour_bar, draw_heatmap, fit, room_beside, short, signs
from acceptability.figures.style import GRID, PAGE, SMALLEST, legend_below, mpl, plt, size
from acceptability.papers.blimp.accuracies import CONTRASTS, METHODS, SHOWN, advantages, by_paradigm
from acceptability.papers.blimp.outputs import PARTS, PREDICTORS
from acceptability.papers.blimp.study import MODELS, SYSTEMS, VERSIONS
from acceptability.statistics.correlation import pearson_matrix

TITLES = {version: f"{name.capitalize()} data ({version})" for version, name in VERSIONS.items()}
SHORT = SYSTEMS | {"txl": "TXL"}
SHADES = (  # from light to dark, hatched in the middle: they differ in grey
    {"facecolor": "#9ECAE1"},
    {"facecolor": "#0072B2", "hatch": "/////", "edgecolor": "white"},
    {"facecolor": "#08306B"},
)
LINES = (
    {"color": "0.55", "marker": "o", "markersize": 2.5},
    {"color": "#0072B2", "marker": "s", "markersize": 2.5},
    {"color": "#D55E00", "marker": "^", "markersize": 3},
    {"color": "0", "marker": "D", "markersize": 2.5},
)
ERRORS = {"ecolor": "0.2", "elinewidth": 0.7, "capsize": 1.5}


def figure_1(*, accuracies: pd.DataFrame, width: float) -> plt.Figure:
    """Draw Pearson's r of accuracies over paradigms, in both versions side by side."""
    names = [SHORT[system] for system in ("human", *reversed(MODELS))]
    room = room_beside(names, width) / 2 / len(names) - 2
    figure, panels = plt.subplots(1, 2, figsize=size(width, 0.32 * width + 24), sharey=True)
    for axes, (version, title) in zip(panels, TITLES.items(), strict=True):
        matrix = pearson_matrix(by_paradigm(accuracies, version).rename(columns=SHORT))
        r = matrix.pivot(index="row", columns="column", values="pearson_r").loc[names, names].to_numpy()
        texts = np.array([[short(value) for value in row] for row in r])
        written = fit(texts.ravel(), room)
        texts = texts if written else signs(r, (-1, 1), room)
        cells = draw_heatmap(axes, r, names, names, (-1, 1), texts)
        axes.set_title(title)
    if not written:
        colour_bar(panels, cells)
    return figure


def _bars(axes: plt.Axes, values: Sequence[pd.DataFrame]) -> None:
    """Draw a group of bars for each system, with a bar for each table (paradigms × systems): mean and SD."""
    systems, number = list(values[0]), len(values)
    places = np.arange(len(systems))
    for bar, (table, look) in enumerate(zip(values, SHADES, strict=False)):
        errors = table.std() if len(table) > 1 else None
        at = places + (bar - (number - 1) / 2) * 0.8 / number
        axes.bar(at, table.mean(), 0.8 / number, yerr=errors, linewidth=0, error_kw=ERRORS, **look)
    axes.set_xticks(places, [SHORT[system] for system in systems], fontsize=SMALLEST)
    axes.tick_params(axis="x", length=0)
    axes.grid(axis="y", **GRID)
    axes.set_axisbelow(True)


def _legend(figure: plt.Figure, labels: Sequence[str]) -> None:
    looks = zip(labels, SHADES, strict=False)
    legend_below(figure, [mpl.patches.Patch(linewidth=0, label=label, **look) for label, look in looks])


def _contrasts(accuracies: pd.DataFrame, titles: Mapping[str, str], width: float) -> plt.Figure:
    """Draw a row of panels for each contrast (name → title), a column for each version, and chance as a dotted line."""
    height = 105 if width == PAGE else 85
    shape = {"nrows": len(titles), "ncols": len(VERSIONS), "sharex": True, "sharey": True}
    figure, grid = plt.subplots(**shape, figsize=size(width, height * len(titles)))
    for row, (contrast, title) in zip(grid, titles.items(), strict=True):
        for axes, version in zip(row, VERSIONS, strict=True):
            table = by_paradigm(accuracies, version)
            _bars(axes, [table.loc[paradigms] for paradigms in CONTRASTS[contrast].values()])
            axes.axhline(50, color="0.3", linewidth=0.8, linestyle=":")
            axes.set(ylim=(0, 109), yticks=range(0, 101, 25))
            axes.tick_params(axis="x", labelrotation=0 if width == PAGE else 40)
        row[0].set_ylabel(title)
    for axes, title in zip(grid[0], TITLES.values(), strict=True):
        axes.set_title(title)
    labels = zip_longest(*(CONTRASTS[contrast] for contrast in titles))
    _legend(figure, [" / ".join(dict.fromkeys(filter(None, of_bar))) for of_bar in labels])
    return figure


def figure_3(*, accuracies: pd.DataFrame, width: float) -> plt.Figure:
    """Draw the accuracy without and with an adjective before the noun, and by type of attractor."""
    titles = {"adjective": "determiner and noun, %", "attractor": "subject and verb, %"}
    return _contrasts(accuracies, titles, width)


def figure_4(*, accuracies: pd.DataFrame, width: float) -> plt.Figure:
    """Draw the accuracy on agreement with regular and with irregular plurals."""
    titles = {"plural_of_noun": "determiner and noun, %", "plural_of_subject": "subject and verb, %"}
    return _contrasts(accuracies, titles, width)


def figure_2(*, parts: pd.DataFrame, width: float) -> plt.Figure:
    """Draw the accuracy in five parts of the pairs by each predictor, a line for each model."""
    wide = width == PAGE
    shape = {"nrows": 1 if wide else 2, "ncols": 4 if wide else 2, "sharex": True, "sharey": True}
    figure, grid = plt.subplots(**shape, figsize=size(width, 120 if wide else 200))
    for axes, predictor in zip(grid.flat, PREDICTORS, strict=True):
        for (system, rows), line in zip(parts[parts["predictor"] == predictor].groupby("system"), LINES, strict=False):
            axes.plot(rows["part"], 100 * rows["share"], label=SHORT[system], **line)
        axes.axhline(50, color="0.3", linewidth=0.8, linestyle=":")
        axes.set_title(predictor, fontsize=7)
        axes.set(xticks=range(1, PARTS + 1), ylim=(0, 104))
        axes.grid(axis="y", **GRID)
    for axes in grid.reshape(shape["nrows"], -1)[:, 0]:
        axes.set_ylabel("accuracy, %")
    for axes in grid.reshape(shape["nrows"], -1)[-1]:
        axes.set_xlabel("fifth of the pairs")
    legend_below(figure, grid.flat[0].get_lines()[:-1])
    return figure


def figure_6(*, accuracies: pd.DataFrame, width: float) -> plt.Figure:
    """Draw the accuracy of full sentences minus that of the prefix methods: three phenomena, and all."""
    drawn = advantages(accuracies)
    wide = width == PAGE
    shape = {"nrows": 1 if wide else 2, "ncols": 4 if wide else 2, "sharex": True, "sharey": True}
    figure, grid = plt.subplots(**shape, figsize=size(width, 120 if wide else 200))
    for axes, title in zip(grid.flat, SHOWN.values(), strict=True):
        _bars(axes, [drawn[title, method] for method in METHODS.values()])
        axes.axhline(0, color="0.3", linewidth=0.6)
        axes.set_title(title, fontsize=7)
    for axes in grid.reshape(shape["nrows"], -1)[:, 0]:
        axes.set_ylabel("full minus prefix, points")
    _legend(figure, list(METHODS.values()))
    return figure
