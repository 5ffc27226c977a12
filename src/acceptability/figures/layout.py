"""Place text: break names into lines, name rows, mark ticks, and divide a figure into panels."""

from collections.abc import Sequence

import numpy as np
from matplotlib.ticker import MaxNLocator

from acceptability.figures.style import PAGE, SMALLEST, plt, size, text_width, wrapped

LINE = 1.15  # from one line of type to the next, in sizes of type
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


def end_at_tick(axes: plt.Axes) -> None:
    """Begin the x-axis at 0 and end it at a tick with a label, the first one after all data; ticks are integers."""
    ticks = MaxNLocator(integer=True).tick_values(0, axes.dataLim.x1)
    last = next(number for number, tick in enumerate(ticks) if tick >= axes.dataLim.x1)
    axes.set_xticks(ticks[: last + 1])
    axes.set_xlim(0, ticks[last])


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
