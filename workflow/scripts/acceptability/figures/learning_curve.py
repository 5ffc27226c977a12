"""Mean MCC over the restarts by the number of training sentences, on dev and on test, with its interval."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from acceptability.contracts.classifiers import DIVISIONS
from acceptability.figures.style import GRID, MARKERS, PAGE, SMALLEST, legend_below, plt, size, text_width

READS = {"divisions": DIVISIONS}
PARTS = {"dev": "development set", "test": "test set"}
HEIGHT = 130.0  # points, of a panel
BESIDE = 0.025  # between neighbouring lines, as a share of the axis


def draw(
    *,
    divisions: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    width: float,
) -> plt.Figure:
    """Dev and test."""
    return draw_sets(divisions, classifier_labels, classifier_colours, width, PARTS)


def draw_sets(
    divisions: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    width: float,
    parts: Mapping[str, str],
) -> plt.Figure:
    """A panel for each set (``parts``: part and title), a line for each system that has a curve.

    Neighbouring lines are shifted a little.
    """
    table = divisions[divisions["kind"] == "size"]
    systems = [system for system in classifier_labels if system in set(table["system"])]
    columns = min(len(parts), 2 if width == PAGE else 1)
    rows = -(-len(parts) // columns)
    figure, panels = plt.subplots(
        rows, columns, figsize=size(width, rows * HEIGHT), sharex=True, sharey=True, squeeze=False
    )
    sizes = np.unique(table["trained_on"])
    step = max(np.ptp(np.log(sizes)), 1) * BESIDE
    handles = []
    for axes, (part, name) in zip(panels.flat, parts.items(), strict=True):
        for number, system in enumerate(systems):
            line = table[(table["system"] == system) & (table["part"] == part)].sort_values("trained_on")
            shifted = line["trained_on"] * np.exp(
                (number - (len(systems) - 1) / 2) * min(step, 3 * step / len(systems))
            )
            colour, marker = classifier_colours[system], MARKERS[number % len(MARKERS)]
            axes.vlines(shifted, line["low"], line["high"], color=colour, linewidth=0.8)
            look = {"color": colour, "marker": marker, "markersize": 3.5, "linewidth": 1}
            drawn = axes.plot(shifted, line["mean"], label=classifier_labels[system], **look)
            handles += drawn if axes is panels.flat[0] else []
        axes.set_xscale("log")
        room = width / columns - 70
        axes.set_xticks(_apart(sizes, room), [f"{number:,}" for number in _apart(sizes, room)], fontsize=SMALLEST)
        axes.set_xticks([], minor=True)
        axes.set_title(name, fontsize=7)
        axes.grid(axis="y", **GRID)
    for axes in panels[-1]:
        axes.set_xlabel("training sentences")
    for axes in panels[:, 0]:
        axes.set_ylabel("MCC")
    legend_below(figure, handles)
    return figure


def _apart(sizes: np.ndarray, room: float) -> list[int]:
    """Those sizes whose numbers do not touch on an axis of ``room`` points; the greatest is one of them."""
    places = np.log(sizes) / max(np.ptp(np.log(sizes)), 1e-9) * room
    kept = [len(sizes) - 1]
    for number in reversed(range(len(sizes) - 1)):
        if places[kept[-1]] - places[number] > text_width(f"{sizes[kept[-1]]:,}", SMALLEST) + 4:
            kept.append(number)
    return [int(sizes[number]) for number in reversed(kept)]
