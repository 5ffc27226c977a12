"""Figures go into a paper as they are: of the width asked for, with letters that can be read and are not on others."""

import matplotlib as mpl
import numpy as np
import pytest

from acceptability.figures.style import COLUMN, PAGE
from figure_faults import corners, faults, near, overlap
from figure_tables import drawing
from shown import FIGURES

CASES = [(name, {}) for name in FIGURES]
CASES += [("phenomena", {"phenomena": 8}), ("phenomena", {"phenomena": 150}), ("minor_features", {"features": 63})]
SIZES = [(3, PAGE), (8, COLUMN)]  # 1 and 20 systems: tests/thorough/test_figure_sizes.py


@pytest.mark.parametrize(("systems", "width"), SIZES)
@pytest.mark.parametrize(("name", "sizes"), CASES)
def test_text_is_inside_large_and_dark_enough_and_not_on_other_text(name, sizes, systems, width):
    figure = drawing(name, systems=systems, **sizes)(width=width)
    assert faults(figure, width) == []
    mpl.pyplot.close(figure)


@pytest.mark.parametrize("width", [PAGE, COLUMN])
@pytest.mark.parametrize("name", [name for name, row in FIGURES.items() if "references" in row.settings])
def test_figures_of_one_system_and_no_references_are_laid_out(name, width):
    figure = drawing(name, systems=1)(width=width, references={})
    assert faults(figure, width) == []
    mpl.pyplot.close(figure)


@pytest.mark.parametrize("label", ["n" * 60, "A label and the name of a column, which is as long as its author liked"])
@pytest.mark.parametrize("name", [name for name, row in FIGURES.items() if "colours" in row.settings])
def test_names_of_any_length_fit_into_a_column(name, label):
    figure = drawing(name, systems=2)(width=COLUMN, labels={"system-0/score": label, "system-1/score": "B"})
    assert faults(figure, COLUMN) == []
    mpl.pyplot.close(figure)


def test_each_fault_is_found():
    figure, axes = mpl.pyplot.subplots(figsize=(2, 1))
    axes.set_axis_off()
    axes.pcolormesh([[0.0, 1.0]], cmap="Greys")
    axes.text(0.5, 0.5, "one", fontsize=8)
    axes.text(0.5, 0.5, "other", fontsize=8)
    axes.text(0, 0.5, "small", fontsize=5)
    axes.text(2, 0.1, "a long way outside of the figure", in_layout=False, fontsize=8)
    axes.text(0, 0, "unseen", visible=False, fontsize=1)
    axes.text(0.5, 0.1, "pale", color="#888888", fontsize=8)
    axes.text(1.2, 0.9, "dark", color="black", fontsize=8)
    assert faults(figure, 145) == [
        "144.0 points wide",
        "5.0 points: 'small'",
        "contrast of 3.5: 'pale'",
        "contrast of 1.0: 'dark'",
        "outside: 'a long way outside of the figure'",
        "overlap: 'one', 'other'",
    ]
    mpl.pyplot.close(figure)


@pytest.mark.parametrize(("shift", "expected"), [((0, 0), True), ((5, 5), True), ((20, 0), False), ((0, 20), False)])
def test_turned_text_is_judged_by_its_turned_box(shift, expected):
    figure = mpl.pyplot.figure(figsize=(2, 2))
    look = {"rotation": 45, "rotation_mode": "anchor", "fontsize": 8, "transform": figure.dpi_scale_trans}
    texts = [figure.text(x / 72, y / 72, "words in a row", **look) for x, y in ((20, 20), np.add((20, 20), shift))]
    boxes = [corners(text) for text in texts]
    assert len(near(boxes)) == 1
    assert overlap(*boxes) == expected
    mpl.pyplot.close(figure)
