"""MCC of every restart of every classifier."""

import pandas as pd

from acceptability.contracts.classifiers import RESTARTS
from acceptability.figures.style import GRID, draw_across, plt, size

READS = {"restarts": RESTARTS}
SPLITS = ("dev", "test")


def draw(
    *,
    restarts: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    lines: dict[str, float],
    width: float,
) -> plt.Figure:
    """A row for each system and split, a dot for each restart, a line at their mean.

    A cross marks a restart that gives all sentences one class. ``lines`` are drawn across, by their labels.
    """
    table = restarts[restarts["split"].isin(SPLITS)]
    rows = [(system, split) for system in classifier_labels for split in table["split"].drop_duplicates()]
    figure, axes = plt.subplots(figsize=size(width, 72 * (1.2 + 0.32 * len(rows))))
    for place, (system, split) in enumerate(rows):
        group = table[(table["system"] == system) & (table["split"] == split)]
        colour = classifier_colours[system]
        for collapsed, marker in ((0, "o"), (1, "x")):
            mcc = group.loc[group["collapsed"] == collapsed, "mcc"]
            look = {"color": colour, "alpha": 0.6, "linewidths": 1 if collapsed else 0}
            axes.scatter(mcc, [place] * len(mcc), marker=marker, s=22, **look)
        axes.plot([group["mcc"].mean()] * 2, [place - 0.35, place + 0.35], color=colour, linewidth=1.5)
    draw_across(axes, lines)
    axes.set_yticks(range(len(rows)), [f"{classifier_labels[system]}, {split}" for system, split in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set(xlabel="Matthews correlation coefficient")
    axes.grid(axis="x", **GRID)
    return figure
