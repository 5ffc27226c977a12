"""Every figure's marks are those that somebody has looked at (to renew them: python tests/support/make_golden.py figures)."""

import pytest
from matplotlib.testing.compare import compare_images

import golden_figures

TOLERANCE = 0.8  # root mean square of 0 to 255, over all pixels: less than one mark that is elsewhere


def difference(figure, module: str, folder) -> str | None:
    drawn = folder / f"{module}.png"
    golden_figures.save(figure, drawn)
    return compare_images(str(golden_figures.FOLDER / drawn.name), str(drawn), tol=TOLERANCE)


@pytest.mark.parametrize("module", golden_figures.DRAWN)
def test_marks_are_where_they_were(module, tmp_path):
    assert difference(golden_figures.draw(module), module, tmp_path) is None


def test_there_is_no_picture_of_a_figure_that_is_gone():
    assert {path.stem for path in golden_figures.FOLDER.iterdir()} == set(golden_figures.DRAWN)
