"""Every printed number of a study beside the recomputed one."""

import pandas as pd

from acceptability.contracts.studies import REPRODUCTION
from acceptability.tables.text import Made

READS = {"reproduction": REPRODUCTION}
CSV_ONLY = ["quantity", "argument", "note", "difference"]


def make(*, reproduction: pd.DataFrame) -> Made:
    """The table as it is; in LaTeX without how each number was computed."""
    latex = reproduction.drop(columns=CSV_ONLY).rename(columns=lambda name: name.replace("_", " ").capitalize())
    return Made(reproduction, "Every number that the paper prints, beside the recomputed ones.", latex=latex)
