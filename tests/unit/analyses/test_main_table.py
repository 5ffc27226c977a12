"""The main table is declared once: a column of the declaration appears wherever the table is shown."""

import pandas as pd
import pytest

from acceptability.analyses.criteria import columns, manifest
from acceptability.analyses.criteria.table import make_criteria, make_first_page
from acceptability.analyses.headlines.texts import columns_of_page
from acceptability.command import summary
from acceptability.contracts import io

CRITERIA = pd.DataFrame(
    {
        "system": "a",
        "measure": "pll",
        "variant": "corrected",
        "criterion": ["blimp", "adc"],
        "threshold": [None, 0.5],
        "share": [0.7, 0.4],
        "low": [0.6, 0.3],
        "high": [0.8, 0.5],
        "share_ties_half": [0.7, 0.4],
        "half_low": [0.6, 0.3],
        "half_high": [0.8, 0.5],
        "low_over_phenomena": None,
        "high_over_phenomena": None,
        "ties": 0,
        "pairs": 9,
        "unanswered": 0.0,
        "share_ties_met": 0.7,
        "chance": 0.25,
        "chance_sd": 0.1,
        "excess": 0.1,
        "excess_low": 0.0,
        "excess_high": 0.2,
    }
).reindex(columns=[*manifest.CRITERIA.columns])


@pytest.fixture
def made_up(monkeypatch):
    """Declare a column in every place, and read CRITERIA from every file."""
    cells = columns.Column("odd", "Odd pairs", lambda metrics, rows: rows["pairs"].map("{} odd".format), columns.PLACES)
    monkeypatch.setattr(columns, "AFTER_SHARES", (*columns.AFTER_SHARES, cells))
    monkeypatch.setattr(io, "read_table", lambda path, contract: CRITERIA)


def test_a_declared_column_is_in_the_csv_and_in_latex(made_up):
    usual = dict.fromkeys(("restart_shares", "against_chance", "fits"))
    named = {"labels": {"a/pll": "A"}, "references": {}, "restart_rows": {}, "title": "Toy"}
    made = make_criteria(criteria=CRITERIA, **usual, **named)
    assert made.frame["Odd pairs"].tolist() == made.latex["Odd pairs"].tolist() == ["9 odd"]


def test_a_declared_column_is_on_the_screen(made_up):
    lines = summary.fitted(summary.shares("criteria.csv"), {"a/pll": "A"}, "Toy", width=200).splitlines()
    assert lines[0].endswith("Odd pairs") and lines[-1].endswith("9 odd")


def test_a_declared_column_is_on_the_page(made_up, tmp_path):
    column = {"key": "odd", "heading": "Odd pairs", "title": "", "cells": {"a/pll": "9 odd"}}
    assert column in columns_of_page([tmp_path / "toy/criteria.csv"], "toy")


def test_a_declared_column_is_in_the_pdf(made_up):
    """tests/unit/studies/test_reports.py compiles the page."""
    usual = {"against_chance": None, "fits": None, "labels": {"a/pll": "A"}, "references": {}, "title": "Toy"}
    for ties_missed in (False, True):
        assert make_first_page(criteria=CRITERIA, ties_missed=ties_missed, **usual)["Odd pairs"].tolist() == ["9 odd"]
