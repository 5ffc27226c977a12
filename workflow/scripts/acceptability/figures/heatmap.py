"""A matrix as coloured cells with their texts."""

from collections.abc import Sequence

import matplotlib as mpl
import numpy as np

from acceptability.figures.style import plt

# Blue, nearly white, red: seaborn's "vlag" in 17 even steps (importing seaborn takes a second).
STEPS = (
    "#2369bd #4a7bbc #678bbe #829cc3 #9baecb #b5c0d4 #cfd4e0 #e9e9ed #faf5f4 "
    "#f4e3e2 #e8cac8 #deb1ae #d49896 #ca817e #c06967 #b55151 #a9373b"
)
VLAG = mpl.colors.LinearSegmentedColormap.from_list("vlag", STEPS.split())
BRIGHT = 0.408  # relative luminance: on brighter cells the text is dark


def draw_heatmap(
    axes: plt.Axes,
    values: np.ndarray,
    texts: np.ndarray | None,
    columns: Sequence[str],
    rows: Sequence[str],
    limits: tuple[float, float],
    bar: dict[str, object],
    cmap: mpl.colors.Colormap = VLAG,
    fontsize: float = 7,
) -> None:
    """Draw ``values`` (rows × columns, NaN: blank) from the top, with a colour bar (``bar``: its options) beside them.

    ``texts`` has the shape of ``values``; ``None``: none. ``limits`` are the values at the ends of the colours.
    """
    shown = np.ma.masked_invalid(values)
    cells = axes.pcolormesh(shown, cmap=cmap, vmin=limits[0], vmax=limits[1], edgecolor="white", linewidths=0.5)
    axes.figure.colorbar(cells, ax=axes, **bar).outline.set_linewidth(0)
    axes.set_xticks(np.arange(len(columns)) + 0.5, columns, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows, va="center")
    axes.set(xlim=(0, len(columns)), ylim=(len(rows), 0))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    if texts is None:
        return
    colours = np.where(_luminance(cmap(cells.norm(values))[..., :3]) > BRIGHT, "0.15", "white")
    for i, j in np.argwhere(np.isfinite(values)):
        write_cell(axes, i, j, texts[i, j], color=colours[i, j], fontsize=fontsize)


def write_cell(axes: plt.Axes, row: int, column: int, text: str, **look: object) -> None:
    """Write into the middle of a cell; the layout need not measure it."""
    axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", in_layout=False, **look)


def _luminance(colours: np.ndarray) -> np.ndarray:
    """Relative luminance of RGB colours (last axis), as the Web Content Accessibility Guidelines define it."""
    linear = np.where(colours <= 0.03928, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]
