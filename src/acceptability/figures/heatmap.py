"""Draw a matrix as coloured cells, with their numbers if these fit, else with a colour bar."""

import re
from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
import seaborn  # noqa: F401 - registers the colours vlag

from acceptability.figures.style import PAGE, SMALLEST, plt, size, text_width, widest
from acceptability.rounding import shown


def draw_heatmap(
    axes: plt.Axes,
    values: np.ndarray,
    columns: Sequence[str],
    rows: Sequence[str],
    limits: tuple[float, float],
    texts: np.ndarray | None = None,
    cmap: str | mpl.colors.Colormap = "vlag",
) -> mpl.collections.QuadMesh:
    """Draw ``values`` (rows × columns, NaN: blank) from the top; ``limits`` are the values at the ends of the colours.

    The cells fill the panel. ``texts`` are written into them. seaborn.heatmap would draw the whole figure once more, to
    see whether its labels overlap.
    """
    axes.spines[:].set_visible(False)
    known, (low, high) = np.isfinite(values), limits
    masked = np.ma.masked_where(~known, values)
    cells = axes.pcolormesh(masked, vmin=low, vmax=high, cmap=cmap, linewidths=0.5, edgecolor="white")
    if texts is not None:
        places, inks = np.argwhere(known), ink(cells.to_rgba(values[known])[:, :3])
        for (row, column), colour in zip(places, inks, strict=True):
            place, look = (column + 0.5, row + 0.5), {"color": colour, "fontsize": SMALLEST, "in_layout": False}
            axes.text(*place, texts[row, column], ha="center", va="center", **look)
    axes.set_xticks(np.arange(len(columns)) + 0.5, columns, fontsize=SMALLEST)
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows, va="center", fontsize=SMALLEST, linespacing=1.0)
    axes.set(xlim=(0, len(columns)), ylim=(len(rows), 0))
    axes.tick_params(length=0, pad=1.5)
    return cells


def ink(colours: np.ndarray) -> np.ndarray:
    """Choose black or white, whichever can be read better on each of these RGB colours (last axis).

    The contrast is then at least 4.58, whatever the colour: more than the 4.5 that the Web Content Accessibility
    Guidelines ask for. On a cell of luminance L it is (L + 0.05) / 0.05 for black and 1.05 / (L + 0.05) for white.
    """
    raised = _luminance(colours) + 0.05
    return np.where(raised / 0.05 >= 1.05 / raised, "black", "white")


def mark_cells(axes: plt.Axes, marked: np.ndarray) -> None:
    """Draw a small triangle in the upper right corner of each marked cell."""
    rows, columns = np.nonzero(marked)
    axes.plot(columns + 0.97, rows + 0.04, **_CORNER)


_TRIANGLE = mpl.path.Path([(0, 0), (-1, 0), (0, -1), (0, 0)], closed=True)
_CORNER = {"linestyle": "", "marker": _TRIANGLE, "markersize": 6, "markeredgewidth": 0, "color": "black"}


def mark_of(label: str) -> mpl.lines.Line2D:
    """Return the handle of a legend that says what that triangle means."""
    return mpl.lines.Line2D([], [], label=label, **_CORNER)


def fit(texts: Sequence[str], room: float) -> bool:
    """Return whether all texts fit into cells that are so many points wide."""
    return max((text_width(text, SMALLEST) for text in texts), default=0) + 1.5 <= room


def name_room(width: float) -> float:
    """Return the greatest width of rows' names, in points, before they take several lines: numbers need the rest."""
    return (0.45 if width == PAGE else 0.34) * width


def room_beside(names: Sequence[str], width: float) -> float:
    """Return what the rows' names leave of the width of a figure, in points."""
    return width - 12 - widest(names, SMALLEST)


def short(value: float) -> str:
    """Write a number of at most 1 without its leading zero, as psychologists write correlations: .45, −.45, 1.00."""
    return re.sub("^(−?)0(?=[.])", r"\1", shown(value, 2))


def signs(values: np.ndarray, limits: tuple[float, float], room: float) -> np.ndarray | None:
    """Return a minus sign for each cell of the lower half: in grey, both halves look alike. None where none fits."""
    return np.where(values < sum(limits) / 2, "−", "") if fit(["−"], room) else None


def colour_bar(panels: Sequence[plt.Axes], cells: mpl.collections.QuadMesh) -> None:
    """Draw a thin bar below the panels that says which value a colour is; the figure grows by it."""
    figure = panels[0].figure
    width, height = 72 * figure.get_size_inches()
    figure.set_size_inches(*size(width, height + 18))
    bar = figure.colorbar(cells, ax=list(panels), location="bottom", shrink=0.6, aspect=0.4 * width / 5, pad=0.01)
    bar.ax.tick_params(labelsize=SMALLEST, length=1.5, pad=1)
    bar.outline.set_linewidth(0)


def _luminance(colours: np.ndarray) -> np.ndarray:
    """Return the relative luminance of RGB colours (last axis) by the Web Content Accessibility Guidelines."""
    linear = np.where(colours <= 0.03928, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]
