"""Make the tables of this analysis."""

import pandas as pd

from acceptability.contracts.studies import FOUND
from acceptability.rounding import beside
from acceptability.tables.text import PresentedTable, count_table

CSV_ONLY = ["kind", "quantity", "argument", "reason", "note", "difference", "compared_with"]


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


def make_searches(*, reproduction: pd.DataFrame, searches: pd.DataFrame) -> pd.DataFrame:
    """List the searches that the study's numbers name, those of most numbers first; of commits, the first 7 digits."""
    rows = searches.assign(numbers=searches["reason"].map(reproduction["reason"].value_counts()))
    rows = rows.dropna(subset="numbers").sort_values("numbers", ascending=False, kind="stable")
    return pd.DataFrame(
        {
            "Missing": rows["missing"],
            "Numbers": rows["numbers"].astype(int),
            "Result": rows["found"].map(FOUND),
            "Date": rows["date"],
            "Repositories": rows["looked"]
            .str.replace(r"(?<=@[0-9a-f]{7})[0-9a-f]{33}", "", regex=True)
            .str.replace(" ", ", "),
        }
    )
