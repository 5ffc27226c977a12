"""Figures go into a paper as they are: of the width asked for, with letters that can be read and are not on others."""

import matplotlib as mpl
import pytest

from acceptability.figures.style import COLUMN, PAGE
from figure_faults import faults
from figure_tables import drawing
from shown import FIGURES

CASES = [(name, {}) for name in FIGURES]
CASES += [
    ("phenomenon_bars", {"phenomena": 12}),
    ("phenomena", {"phenomena": 8}),
    ("phenomena", {"phenomena": 150}),
    ("minor_features", {"features": 63}),
]
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


@pytest.mark.parametrize("name", [name for name, row in FIGURES.items() if "colours" in row.settings])
def test_names_of_any_length_fit_into_a_column(name):
    labels = {"system-0/score": "n" * 60}
    labels["system-1/score"] = "A label and the name of a column, which is as long as its author liked"
    figure = drawing(name, systems=2)(width=COLUMN, labels=labels)
    assert faults(figure, COLUMN) == []
    mpl.pyplot.close(figure)
