"""A matrix as coloured cells: with their texts where these fit, else with a colour bar; columns may be numbered."""

import re
from collections.abc import Sequence

import matplotlib as mpl
import numpy as np

from acceptability.figures.style import PAGE, SMALLEST, plt, size, text_width, widest
from acceptability.rounding import shown

# Blue, nearly white, red: seaborn's "vlag" in 17 even steps (importing seaborn takes a second).
STEPS = (
    "#2369bd #4a7bbc #678bbe #829cc3 #9baecb #b5c0d4 #cfd4e0 #e9e9ed #faf5f4 "
    "#f4e3e2 #e8cac8 #deb1ae #d49896 #ca817e #c06967 #b55151 #a9373b"
)
VLAG = mpl.colors.LinearSegmentedColormap.from_list("vlag", STEPS.split())
WIDEST = 60.0  # points, of a cell
LETTERS = 6.5  # points, of rows' names


def draw_heatmap(
    axes: plt.Axes,
    values: np.ndarray,
    columns: Sequence[str],
    rows: Sequence[str],
    limits: tuple[float, float],
    room: float,
    cmap: mpl.colors.Colormap = VLAG,
    letters: float = LETTERS,
) -> mpl.collections.QuadMesh:
    """Draw ``values`` (rows × columns, NaN: blank) from the top; ``limits`` are the values at the ends of the colours.

    ``letters``: size of the rows' names, in points. ``room``: width of a cell, in points, where columns fill the panel;
    few columns leave some of it empty.
    """
    values = np.ma.masked_invalid(values)
    cells = axes.pcolormesh(values, cmap=cmap, vmin=limits[0], vmax=limits[1], edgecolor="white", linewidths=0.5)
    axes.set_xticks(np.arange(len(columns)) + 0.5, columns, fontsize=SMALLEST)
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows, va="center", fontsize=letters, linespacing=1.0)
    axes.set(xlim=(0, len(columns) * max(1, room / WIDEST)), ylim=(len(rows), 0))
    axes.tick_params(length=0, pad=1.5)
    axes.spines[:].set_visible(False)
    return cells


def write_cells(axes: plt.Axes, cells: mpl.collections.QuadMesh, texts: np.ndarray) -> None:
    """Write a text into the middle of each cell that has a value; the layout need not measure it."""
    values = np.ma.asarray(cells.get_array())
    inks = ink(cells.cmap(cells.norm(values))[..., :3])
    for i, j in np.argwhere(~np.ma.getmaskarray(values)):
        look = {"ha": "center", "va": "center", "color": inks[i, j], "fontsize": SMALLEST}
        axes.text(j + 0.5, i + 0.5, texts[i, j], in_layout=False, **look)


def ink(colours: np.ndarray) -> np.ndarray:
    """Black or white, whichever can be read better on each of these RGB colours (last axis).

    The contrast is then at least 4.58, whatever the colour: more than the 4.5 that the Web Content Accessibility
    Guidelines ask for. On a cell of luminance L it is (L + 0.05) / 0.05 for black and 1.05 / (L + 0.05) for white.
    """
    raised = _luminance(colours) + 0.05
    return np.where(raised / 0.05 >= 1.05 / raised, "black", "white")


def mark_cells(axes: plt.Axes, marked: np.ndarray) -> None:
    """A small triangle in the upper right corner of each marked cell."""
    rows, columns = np.nonzero(marked)
    axes.plot(columns + 0.97, rows + 0.04, **_CORNER)


_TRIANGLE = mpl.path.Path([(0, 0), (-1, 0), (0, -1), (0, 0)], closed=True)
_CORNER = {"linestyle": "", "marker": _TRIANGLE, "markersize": 6, "markeredgewidth": 0, "color": "black"}


def mark_of(label: str) -> mpl.lines.Line2D:
    """What that triangle means, for a legend."""
    return mpl.lines.Line2D([], [], label=label, **_CORNER)


def fit(texts: Sequence[str], room: float) -> bool:
    """Do all texts fit into cells that are so many points wide?"""
    return max((text_width(text, SMALLEST) for text in texts), default=0) + 1.5 <= room


def name_room(width: float) -> float:
    """How wide names of rows may be in a figure, in points, before they take several lines: numbers need the rest."""
    return (0.45 if width == PAGE else 0.34) * width


def room_beside(names: Sequence[str], width: float, letters: float) -> float:
    """What the rows' names leave of the width of a figure, in points."""
    return width - 12 - widest(names, letters)


def short(value: float) -> str:
    """A number of at most 1 without its leading zero, as psychologists write correlations: .45, −.45, 1.00."""
    return re.sub("^(−?)0(?=[.])", r"\1", shown(value, 2))


def colour_bar(panels: Sequence[plt.Axes], cells: mpl.collections.QuadMesh, room: float) -> None:
    """A thin bar below the panels that says which value a colour is; the figure grows by it.

    Cells of the lower half have a minus sign, if their ``room`` is wide enough: in grey, both halves look alike.
    """
    if fit(["−"], room):
        for axes in panels:
            (of_axes,) = axes.collections
            below = np.ma.filled(of_axes.get_array() < sum(cells.get_clim()) / 2, False)
            write_cells(axes, of_axes, np.where(below, "−", ""))
    figure = panels[0].figure
    width, height = 72 * figure.get_size_inches()
    figure.set_size_inches(*size(width, height + 18))
    bar = figure.colorbar(cells, ax=list(panels), location="bottom", shrink=0.6, aspect=0.4 * width / 5, pad=0.01)
    bar.ax.tick_params(labelsize=SMALLEST, length=1.5, pad=1)
    bar.outline.set_linewidth(0)


def _luminance(colours: np.ndarray) -> np.ndarray:
    """Relative luminance of RGB colours (last axis), as the Web Content Accessibility Guidelines define it."""
    linear = np.where(colours <= 0.03928, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]
