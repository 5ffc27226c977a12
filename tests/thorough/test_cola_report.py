"""The report of the study of CoLA, which is off by default, with the systems that run by default."""

import os

import pypdf
import pytest

import pages
from helpers import COMPILED, MIRROR, copy_checkout, snakemake


def test_the_report_fits_its_pages_and_judges_the_targeted_sets(tmp_path):
    if not MIRROR:
        pytest.skip("needs the external files: run `make test-thorough MIRROR=<folder>` (see README.md)")
    folder = copy_checkout(tmp_path / "checkout", built=COMPILED)
    report = "results/reports/cola.pdf"
    run = snakemake(folder, "--config", "studies=[cola]", "--", report, mirror=os.path.abspath(MIRROR))
    assert run.returncode == 0, run.stdout[-4000:]
    assert pages.problems(folder / report, []) == ["page 1: no Figure 1."]  # the study has no main figure
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(folder / report).pages)
    assert "Brown trigram SLOR" in text and "Best rule of length" in text
