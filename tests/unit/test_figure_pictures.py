"""Every figure's marks are those that somebody has looked at (to renew them: python tests/make_golden.py figures)."""

import numpy as np
import pytest
from matplotlib.testing.compare import compare_images

import golden_figures

TOLERANCE = 0.8  # root mean square of 0 to 255, over all pixels: less than one mark that is elsewhere


def difference(figure, module: str, folder) -> str | None:
    drawn = folder / f"{module}.png"
    golden_figures.save(figure, drawn)
    return compare_images(str(golden_figures.FOLDER / drawn.name), str(drawn), tol=TOLERANCE)


def first_line(figure):
    return next((line for axes in figure.axes for line in axes.lines if len(line.get_xdata())), None)


def move_a_mark(figure) -> None:
    """A point of a line goes 4 % of the panel to the right; where there is none, a bar gets shorter or a cell paler."""
    axes = figure.axes[0]
    if line := first_line(figure):
        left, right = line.axes.get_xlim()
        places = np.array(line.get_xdata(), dtype=float)
        places[0] += 0.04 * (right - left)
        line.set_xdata(places)
    elif axes.patches:
        axes.patches[0].set_width(0.9 * axes.patches[0].get_width())
    else:
        cells = np.ma.array(axes.collections[0].get_array())
        cells.flat[np.flatnonzero(~np.ma.getmaskarray(cells))[0]] *= 0.7
        axes.collections[0].set_array(cells)


def colour_a_mark(figure) -> None:
    axes = figure.axes[0]
    if line := first_line(figure):
        line.set_color("#00AA55")
    elif axes.patches:
        axes.patches[0].set_facecolor("#00AA55")
    else:
        axes.collections[0].set_cmap("viridis")


@pytest.mark.parametrize("module", golden_figures.DRAWN)
def test_marks_are_where_they_were(module, tmp_path):
    assert difference(golden_figures.draw(module), module, tmp_path) is None


@pytest.mark.parametrize("change", [move_a_mark, colour_a_mark])
@pytest.mark.parametrize("module", golden_figures.DRAWN)
def test_a_changed_figure_is_told_apart(module, change, tmp_path):
    figure = golden_figures.draw(module)
    change(figure)
    assert difference(figure, module, tmp_path) is not None


def test_there_is_no_picture_of_a_figure_that_is_gone():
    assert {path.stem for path in golden_figures.FOLDER.iterdir()} == set(golden_figures.DRAWN)
