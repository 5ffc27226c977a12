"""Figures of this analysis."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from acceptability.datasets.manifest import BETWEEN_SOURCES
from acceptability.figures.layout import name_rows, row_heights, wrap
from acceptability.figures.style import GREY, GRID, MARKERS, PAGE, SMALLEST, legend_below, mpl, plt, size, text_width

PARTS = {"dev": "development set", "test": "test set"}
HEIGHT = 130.0  # points, of a panel
BESIDE = 0.025  # between neighbouring lines, as a share of the axis


def draw_learning_curve(
    *,
    divisions: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    width: float,
) -> plt.Figure:
    """Draw the learning curves of the development and the test set, each in a panel."""
    return draw_sets(divisions, classifier_labels, classifier_colours, width, PARTS)


def draw_sets(
    divisions: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    width: float,
    parts: Mapping[str, str],
) -> plt.Figure:
    """Draw a panel for each set (``parts``: part and title), a line for each system that has a curve.

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
    """Return the sizes whose numbers do not touch on an axis of ``room`` points; the greatest is one of them."""
    places = np.log(sizes) / max(np.ptp(np.log(sizes)), 1e-9) * room
    labelled = [len(sizes) - 1]
    for number in reversed(range(len(sizes) - 1)):
        if places[labelled[-1]] - places[number] > text_width(f"{sizes[labelled[-1]]:,}", SMALLEST) + 4:
            labelled.append(number)
    return [int(sizes[number]) for number in reversed(labelled)]


PARTS_OF_SOURCE_SPLITS = {"in": "in-domain", "out": "out-of-domain"}


def draw_source_splits(
    *,
    divisions: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    source_labels: dict[str, str],
    width: float,
) -> plt.Figure:
    """Draw a row for each division, named by its out-of-domain sources (open markers); filled: sources trained on."""
    table = divisions[divisions["kind"] == "sources"]
    systems = [system for system in classifier_labels if system in set(table["system"])]
    splits = list(table["division"].drop_duplicates())
    count = table[table["part"] == "out"].groupby("division")["sentences"].max()
    sources = [", ".join(source_labels[code] for code in split.split(BETWEEN_SOURCES)) for split in splits]
    names = [wrap(f"{name} ({count[split]})", 0.42 * width) for name, split in zip(sources, splits, strict=True)]
    least = 8 + 9 * len(systems)
    figure, axes = plt.subplots(figsize=size(width, 40 + row_heights(names, least).sum()))
    places = pd.Series(name_rows(axes, names, least), splits)
    handles = []
    for number, system in enumerate(systems):
        colour, marker = classifier_colours[system], MARKERS[number % len(MARKERS)]
        for place, part in enumerate(PARTS_OF_SOURCE_SPLITS):
            rows = table[(table["system"] == system) & (table["part"] == part)].set_index("division")
            y = places[rows.index] + (number - (len(systems) - 1) / 2) * 9 + (place - 0.5) * 4
            axes.hlines(y, rows["low"], rows["high"], color=colour, linewidth=0.8)
            look = {"color": colour, "marker": marker, "markersize": 3.5, "linestyle": ""}
            look |= {"markerfacecolor": "white"} if part == "out" else {"label": classifier_labels[system]}
            drawn = axes.plot(rows["mean"], y, **look)
            handles += drawn if part == "in" else []
    grey = {"color": "#666666", "marker": "o", "markersize": 3.5, "linestyle": ""}
    handles += [
        mpl.lines.Line2D([], [], label=label, markerfacecolor="white" if part == "out" else "#666666", **grey)
        for part, label in PARTS_OF_SOURCE_SPLITS.items()
    ]
    axes.set(xlabel="Matthews correlation coefficient")
    axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
    axes.grid(axis="x", **GRID)
    legend_below(figure, handles)
    return figure


def draw_left_out_sources(
    *,
    divisions: pd.DataFrame,
    classifier_labels: dict[str, str],
    classifier_colours: dict[str, str],
    source_labels: dict[str, str],
    width: float,
) -> plt.Figure:
    """Draw a row for each source, the best judged at the top. Dashed lines: the sentences of all sources together.

    A source whose sentences all have one label has a dash and the accuracy of the systems instead.
    """
    table = divisions[divisions["kind"] == "without"]
    systems = [system for system in classifier_labels if system in set(table["system"])]
    rows, pooled = (table[table["part"] == part] for part in ("source", "pooled"))
    means = rows.groupby("division")["mean"].mean().sort_values(ascending=False)  # those without one come last
    count = rows.groupby("division")["sentences"].max()
    names = [wrap(f"{source_labels[source]} ({count[source]:,})", 0.42 * width) for source in means.index]
    least = 6 + 4 * len(systems)
    figure, axes = plt.subplots(figsize=size(width, 40 + row_heights(names, least).sum()))
    places = pd.Series(name_rows(axes, names, least), means.index)
    handles = []
    for number, system in enumerate(systems):
        of_system = rows[(rows["system"] == system) & rows["mean"].notna()].set_index("division")
        y = places[of_system.index] + (number - (len(systems) - 1) / 2) * 4
        colour = classifier_colours[system]
        axes.hlines(y, of_system["low"], of_system["high"], color=colour, linewidth=0.8)
        look = {"color": colour, "marker": MARKERS[number % len(MARKERS)], "markersize": 3.5, "linestyle": ""}
        handles += axes.plot(of_system["mean"], y, label=classifier_labels[system], **look)
        axes.axvline(
            float(pooled.loc[pooled["system"] == system, "mean"].iloc[0]), color=colour, ls="--", linewidth=0.8
        )
    axes.axvline(0, color="#BBBBBB", linewidth=0.5, zorder=0)
    for source in means.index[means.isna()]:
        accuracy = rows.loc[rows["division"] == source, "accuracy"].agg(["min", "max"]).map("{:.2f}".format)
        text = f"– (accuracy {' to '.join(dict.fromkeys(accuracy))})"
        where = {"xytext": (2, 0), "textcoords": "offset points", "va": "center"}
        blank = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
        axes.annotate(text, (0, places[source]), fontsize=SMALLEST, color=GREY, bbox=blank, **where)
    axes.set(xlabel="Matthews correlation coefficient")
    axes.grid(axis="x", **GRID)
    legend_below(figure, handles)
    return figure
