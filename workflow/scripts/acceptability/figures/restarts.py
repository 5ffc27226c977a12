"""MCC of every restart of every classifier."""

import pandas as pd

from acceptability.contracts.classifiers import RESTARTS
from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import GRID, draw_across, plt, size

READS = {"restarts": RESTARTS}
SPLITS = ("dev", "test")
ROW = 12  # points


def draw(
    *,
    restarts: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    lines: dict[str, float],
    width: float,
) -> plt.Figure:
    """A row for each system and split, a dot for each restart, a line at their mean.

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
