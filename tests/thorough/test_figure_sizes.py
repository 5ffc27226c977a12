"""Figures of 1 to 20 systems, of 2 and of 4,000 points, at both widths."""

from itertools import product

import matplotlib as mpl
import pytest

from acceptability.figures import style
from figure_faults import faults
from figure_tables import drawing
from shown import FIGURES

WIDTHS = [style.PAGE, style.COLUMN]
MANY = {"phenomena": 230, "features": 63, "points": 4000}
FEW = {"phenomena": 2, "features": 2, "points": 2}


@pytest.mark.parametrize(("name", "systems", "width", "sizes"), [*product(FIGURES, [1, 3, 8, 20], WIDTHS, [FEW, MANY])])
def test_text_fits_at_every_size(name, systems, width, sizes):
    """Figures of so much that they are higher than a page are printed smaller, and their type with them."""
    figure = drawing(name, systems=systems, **sizes)(width=width)
    high = 72 * figure.get_size_inches()[1] > style.PRINTED
    assert [fault for fault in faults(figure, width) if not (high and " points: " in fault)] == []
    mpl.pyplot.close(figure)


@pytest.mark.parametrize("width", WIDTHS)
def test_many_points_make_small_files(width, tmp_path):
    style.save(drawing("pairs", systems=20, points=4000)(width=width), tmp_path / "pairs.pdf")
    assert (tmp_path / "pairs.pdf").stat().st_size < 300_000


@pytest.mark.parametrize(("level", "width"), [*product(["pairs", "sentences"], WIDTHS)])
def test_panels_of_20_systems_fit_on_a_page(level, width):
    figure = drawing(level, systems=20)(width=width)
    assert 72 * figure.get_size_inches()[1] <= 640
    mpl.pyplot.close(figure)
