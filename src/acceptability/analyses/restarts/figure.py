"""Draw the figures of this analysis."""

import matplotlib as mpl
import pandas as pd

from acceptability.figures.layout import marked, name_rows, row_heights, wrap
from acceptability.figures.style import GREY, GRID, MARKERS, draw_across, legend_below, plt, size

SPLITS = ("dev", "test")
ROW = 12  # points


def draw_restarts(
    *,
    restarts: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    lines: dict[str, float],
    width: float,
) -> plt.Figure:
    """Draw a row for each system and split, a dot for each restart, a line at their mean.

    A cross, at 0, marks a restart that gives all sentences one class. ``lines`` are drawn across, by their labels.
    """
    table = restarts[restarts["split"].isin(SPLITS)]
    rows = [(system, split) for system in classifier_labels for split in table["split"].drop_duplicates()]
    names = [wrap(f"{classifier_labels[system]}, {split}", 0.4 * width) for system, split in rows]
    figure, axes = plt.subplots(figsize=size(width, 40 + row_heights(names, ROW).sum()))
    for place, (system, split) in zip(name_rows(axes, names, ROW), rows, strict=True):
        group = table[(table["system"] == system) & (table["split"] == split)]
        colour = classifier_colours[system]
        for collapsed, marker in ((0, "o"), (1, "x")):
            mcc = group.loc[group["collapsed"] == collapsed, "mcc"].fillna(0)
            look = {"color": colour, "alpha": 0.5, "linewidths": 1 if collapsed else 0}
            axes.scatter(mcc, [place] * len(mcc), marker=marker, s=18, **look)
        axes.plot([group["mcc"].mean()] * 2, [place - 0.4 * ROW, place + 0.4 * ROW], color=colour, linewidth=1.5)
    draw_across(axes, lines)
    axes.set(xlabel="Matthews correlation coefficient")
    axes.grid(axis="x", **GRID)
    return figure


def draw_expected_maximum(
    *,
    expected_maximum: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    width: float,
) -> plt.Figure:
    """Draw a colour for each system. Dashed: the expected maximum on dev; solid: on test, of the restart that is best
    on dev.
    """
    figure, axes = plt.subplots(figsize=size(width, 90 + 0.25 * width))
    handles = []
    for number, (system, label) in enumerate(classifier_labels.items()):
        look = {"color": classifier_colours[system], "marker": MARKERS[number % len(MARKERS)], "markersize": 3.5}
        of_system = expected_maximum[expected_maximum["system"] == system].set_index("split")
        dev, test = of_system.loc[["dev"]], of_system.loc[["test"]]
        marks = marked(len(dev))
        axes.plot(dev["restarts"], dev["expected_maximum"], linestyle="--", linewidth=0.8, markevery=marks, **look)
        handles += axes.plot(test["restarts"], test["selected"], label=label, markevery=marks, **look)
    styles = {"test, best on dev": "-", "dev, expected maximum": "--"}
    handles += [mpl.lines.Line2D([], [], color=GREY, linestyle=line, label=name) for name, line in styles.items()]
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.set(xlabel="restarts tried", ylabel="Matthews correlation\ncoefficient")
    axes.grid(axis="y", **GRID)
    legend_below(figure, handles)
    return figure
