"""Tabulate the claims of a study with their verdicts."""

import pandas as pd

from acceptability.rounding import percent
from acceptability.tables.text import PresentedTable, shown


def make_claims(*, checked_claims: pd.DataFrame) -> PresentedTable:
    """Return a row for each claim, with the bounds for which its verdict applies, or else a margin."""
    computed = checked_claims["own"] != ""
    note = (" (" + checked_claims["note"] + ")").where(checked_claims["note"] != "", "")
    counts = checked_claims[["supported", "refuted", "specifications"]].astype(str)
    copies = checked_claims["different"] < checked_claims["specifications"]
    differ = (" (" + checked_claims["different"].astype(str) + " differ)").where(copies, "")
    depends = "depends on " + checked_claims["depends_on"].str.replace("_", " ")
    table = pd.DataFrame(
        {
            "Place": checked_claims["place"],
            "Claim": checked_claims["claim"] + note,
            "Holds, paper's choices": checked_claims["own"],
            "Supported": (counts["supported"] + " of " + counts["specifications"] + differ).where(computed, ""),
            "Refuted": counts["refuted"].where(computed, ""),
            "Bootstraps, %": [percent(share, 1) for share in checked_claims["bootstraps"]],
            "Bounds with the same verdict": [_bounds(row) if row.own else "" for row in checked_claims.itertuples()],
            "Equivalence, p": [shown(p, 3) for p in checked_claims["equivalence_p"]],
            "Verdict": checked_claims["verdict"].where(checked_claims["verdict"] != "depends", depends),
        }
    )
    finer = checked_claims["verdict_over_phenomena"]
    if (finer != "").any():
        table["Verdict over phenomena, if another"] = finer.where(finer != checked_claims["verdict"], "")
    return PresentedTable(table, table.drop(columns="Equivalence, p"))


def _bounds(row) -> str:
    low, high = shown(row.bound_from, 3), shown(row.bound_to, 3)
    if low and high:
        return f"{low} to {high}"
    return f"above {low}" if low else f"below {high}" if high else "any"
