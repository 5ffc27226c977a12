"""Make the tables of this analysis."""

import pandas as pd

from acceptability.rounding import beside
from acceptability.tables.text import PresentedTable, count_table

CSV_ONLY = ["kind", "quantity", "argument", "note", "difference", "compared_with"]


def make_reproduction(*, reproduction: pd.DataFrame) -> PresentedTable:
    """Return the table unchanged; in LaTeX with rounded values, and without how each was computed."""
    latex = reproduction.drop(columns=CSV_ONLY)
    for variant in latex.columns.drop(["place", "item", "printed", "verdict"]):
        latex[variant] = [beside(*cells) for cells in zip(latex["printed"], latex[variant], strict=True)]
    latex = latex.rename(columns=lambda name: name.replace("_", " ").capitalize())
    return PresentedTable(reproduction, latex)


def make_reproduction_summary(*, reproduction: pd.DataFrame) -> pd.DataFrame:
    """Return counts by place and verdict, with totals."""
    return count_table(reproduction, "place", "verdict", "Place")
