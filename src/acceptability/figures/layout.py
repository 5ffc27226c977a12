"""Place text: break names into lines, and put names at the ends of lines, none over another."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from acceptability.figures.style import GREY, PAGE, SMALLEST, plt, size, text_width, wrapped

LINE = 1.15  # from one line of type to the next, in sizes of type
AWAY = 9  # points, from the end of a line to its name
STROKE = {"arrowstyle": "-", "linewidth": 0.4, "color": GREY, "shrinkA": 0, "shrinkB": 1, "relpos": (0, 0.5)}

MARKERS_OF_A_LINE = 5
AROUND = 28  # points, for labels of axes that panels share


def wrap(text: str, room: float, points: float = SMALLEST) -> str:
    """Break a text into as few lines of at most ``room`` points as it needs, all about as long."""
    lines = wrapped(text, room, points)
    longest = max(text_width(word, points) for word in text.split(" "))
    while (room := 0.93 * room) > longest:
        shorter = wrapped(text, room, points)
        if shorter.count("\n") > lines.count("\n"):
            break
        lines = shorter
    return lines


def height_of(text: str, points: float = SMALLEST) -> float:
    """Return the height of a text of one or more lines, in points."""
    return LINE * points * (text.count("\n") + 1)


def spread(places: Sequence[float], heights: Sequence[float], top: float) -> list[float]:
    """Move rising ``places`` of things of these heights, so that none overlaps and the highest is not above ``top``."""
    moved, gaps = list(places), [(low + high) / 2 for low, high in pairwise(heights)]
    for number, gap in enumerate(gaps):
        moved[number + 1] = max(moved[number + 1], moved[number] + gap)
    moved[-1:] = [min(place, top) for place in moved[-1:]]
    for number, gap in reversed([*enumerate(gaps)]):
        moved[number] = min(moved[number], moved[number + 1] - gap)
    return moved


def label_ends(axes: plt.Axes, ends: Mapping[str, float], height: float, room: float) -> None:
    """Write names right of the axes, each as near as possible to the end of its line, with a stroke to it.

    ``ends`` are the values at which the lines end, by name. The axes are about ``height`` points high; a name is broken
    into lines of at most ``room`` points.
    """
    bottom, top = axes.get_ylim()
    names = sorted(ends, key=ends.get)
    texts = [wrap(name, room) for name in names]
    shares = [(ends[name] - bottom) / (top - bottom) for name in names]
    places = spread([share * height for share in shares], [height_of(text) for text in texts], height)
    for text, share, place in zip(texts, shares, places, strict=True):
        axes.annotate(
            text,
            (1, share),
            (AWAY, place - share * height),
            xycoords="axes fraction",
            textcoords="offset points",
            va="center",
            fontsize=SMALLEST,
            linespacing=1,
            color=GREY,
            arrowprops=STROKE,
        )


def name_rows(axes: plt.Axes, names: Sequence[str], least: float) -> np.ndarray:
    """Write names of one or more lines at the left, from the top. Returns their places, in points from the top.

    A row is as high as its name, and at least ``least`` points: the axes end at the sum, which is to be their height.
    """
    heights = row_heights(names, least)
    places = np.cumsum(heights) - heights / 2
    axes.set_yticks(places, names, fontsize=SMALLEST, linespacing=1)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(heights.sum() or least, 0)  # without rows, an empty one
    return places


def row_heights(names: Sequence[str], least: float) -> np.ndarray:
    """Return the heights of rows with these names, in points."""
    return np.array([max(least, 2 + height_of(name)) for name in names])


def share_ticks(axes: plt.Axes, half: str = ".5") -> None:
    """Mark 0, one half and 1 on the x-axis; the outer labels are moved inwards, away from those of the next panel."""
    axes.set_xticks([0, 0.5, 1], ["0", half, "1"], fontsize=SMALLEST)
    for label, side in zip(axes.get_xticklabels(), ("left", "center", "right"), strict=False):
        label.set_horizontalalignment(side)


def without_data(width: float, reason: str) -> plt.Figure:
    """Return a figure that says in words why there is nothing to draw."""
    figure, axes = plt.subplots(figsize=size(width, 20))
    axes.text(0.5, 0.5, reason, ha="center", va="center", transform=axes.transAxes)
    axes.set_axis_off()
    return figure


def grid(count: int, width: float) -> tuple[int, int]:
    """Return the numbers of rows and columns of so many panels that are like each other.

    There are four columns on a page and two in a column, or more where they would be too many rows; no more columns
    than those rows need.
    """
    columns = 4 if width == PAGE else 2 if count <= 12 else 3
    rows = -(-count // columns)
    return rows, -(-count // rows)


def marked(points: int) -> list[int]:
    """Return the places of a line's points that have a marker: the last one, and some before it."""
    return list(range(points - 1, -1, -max(1, points // MARKERS_OF_A_LINE)))
