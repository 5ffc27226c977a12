"""Every printed number of a study beside the recomputed one."""

import pandas as pd

from acceptability.contracts.studies import REPRODUCTION
from acceptability.rounding import beside
from acceptability.tables.text import Made

READS = {"reproduction": REPRODUCTION}
CSV_ONLY = ["kind", "quantity", "argument", "note", "difference", "compared_with"]


def make(*, reproduction: pd.DataFrame) -> Made:
    """The table as it is; in LaTeX with rounded values, and without how each was computed."""
    latex = reproduction.drop(columns=CSV_ONLY)
    for variant in latex.columns.drop(["place", "item", "printed", "verdict"]):
        latex[variant] = [beside(*cells) for cells in zip(latex["printed"], latex[variant], strict=True)]
    latex = latex.rename(columns=lambda name: name.replace("_", " ").capitalize())
    return Made(reproduction, "Every number that the paper prints, beside the recomputed ones.", latex=latex)
