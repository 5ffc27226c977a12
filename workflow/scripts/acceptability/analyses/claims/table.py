"""The claims of a study with their verdicts."""

import pandas as pd

from acceptability.rounding import percent
from acceptability.tables.text import PresentedTable, shown


def make_claims(*, claims: pd.DataFrame) -> PresentedTable:
    """A row for each claim. The bounds are those for which the verdict stands; of claims without one, a margin."""
    computed = claims["own"] != ""
    note = (" (" + claims["note"] + ")").where(claims["note"] != "", "")
    counts = claims[["supported", "refuted", "specifications"]].astype(str)
    copies = claims["different"] < claims["specifications"]
    differ = (" (" + claims["different"].astype(str) + " differ)").where(copies, "")
    depends = "depends on " + claims["depends_on"].str.replace("_", " ")
    table = pd.DataFrame(
        {
            "Place": claims["place"],
            "Claim": claims["claim"] + note,
            "Holds, own choices": claims["own"],
            "Supported": (counts["supported"] + " of " + counts["specifications"] + differ).where(computed, ""),
            "Refuted": counts["refuted"].where(computed, ""),
            "Bootstraps, %": [percent(share, 1) for share in claims["bootstraps"]],
            "Verdict stands for bounds": [_bounds(row) if row.own else "" for row in claims.itertuples()],
            "Equivalence, p": [shown(p, 3) for p in claims["equivalence_p"]],
            "Verdict": claims["verdict"].where(claims["verdict"] != "depends", depends),
        }
    )
    finer = claims["verdict_over_phenomena"]
    if (finer != "").any():
        table["Verdict over phenomena, if another"] = finer.where(finer != claims["verdict"], "")
    return PresentedTable(table, table.drop(columns="Equivalence, p"))


def _bounds(row) -> str:
    low, high = shown(row.bound_from, 3), shown(row.bound_to, 3)
    if low and high:
        return f"{low} to {high}"
    return f"above {low}" if low else f"below {high}" if high else "any"
