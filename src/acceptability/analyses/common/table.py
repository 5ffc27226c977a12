"""Tabulate the main table on the pairs that all rows cover."""

from typing import Any

import pandas as pd

from acceptability.analyses.criteria.table import make_criteria
from acceptability.tables.text import PresentedTable


def make_common(
    *, criteria: pd.DataFrame, labels: dict[str, str], references: dict[str, str], title: str
) -> PresentedTable | pd.DataFrame:
    """Return the table as make_criteria does, with the number of pairs; a header alone where there is nothing."""
    if criteria.empty:
        return pd.DataFrame(columns=[title, "BLiMP"])
    none: dict[str, Any] = {
        "restart_shares": None,
        "against_chance": None,
        "fits": None,
        "restart_rows": {},
    }  # about other pairs
    presented = make_criteria(criteria=criteria, labels=labels, references=references, title=title, **none)
    pairs = {"Number of pairs": f"{criteria['pairs'].max():,}"}
    return PresentedTable(presented.frame.assign(**pairs), presented.latex.assign(**pairs))
