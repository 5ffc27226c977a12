"""The report of the study of CoLA, which is off by default, with the systems that run by default."""

import os

import pytest

import pages
from helpers import COMPILED, MIRROR, copy_checkout, run_workflow


def test_the_report_fits_its_pages_and_judges_the_targeted_sets(tmp_path):
    if not MIRROR:
        pytest.skip("needs the external files: run `make test-thorough MIRROR=<folder>` (see README.md)")
    folder = copy_checkout(tmp_path / "checkout", built=COMPILED)
    report = "results/reports/cola.pdf"
    run_workflow(folder, "--config", "studies=[cola]", "--", report, mirror=os.path.abspath(MIRROR))
    assert pages.problems(folder / report, []) == ["page 1: no Figure 1."]  # the study has no main figure
    text = pages.text_of(folder / report)
    assert "Brown trigram SLOR" in text and "Best rule of length" in text
