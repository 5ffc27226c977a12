"""The claims of a study with their verdicts."""

import pandas as pd

from acceptability.contracts.studies import CHECKED_CLAIMS
from acceptability.tables.text import Made, shown

READS = {"claims": CHECKED_CLAIMS}


def make(*, claims: pd.DataFrame) -> Made:
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
            "Bootstraps, %": [shown(100 * share, 1) for share in claims["bootstraps"]],
            "Verdict stands for bounds": [_bounds(row) if row.own else "" for row in claims.itertuples()],
            "Equivalence, p": [shown(p, 3) for p in claims["equivalence_p"]],
            "Verdict": claims["verdict"].where(claims["verdict"] != "depends", depends),
        }
    )
    finer = claims["verdict_over_phenomena"]
    if (finer != "").any():
        table["Verdict over phenomena, if another"] = finer.where(finer != claims["verdict"], "")
    caption = (
        "Claims of the paper (in brackets: how they were read). Supported, refuted: by how many combinations of the "
        "choices that the paper leaves open. Bootstraps: how often the claim holds when clusters of pairs are drawn "
        "at random, under the paper's own choices. Differ: how many combinations differ in what the claim is about."
    )
    return Made(table, caption, latex=table.drop(columns="Equivalence, p"))


def _bounds(row) -> str:
    low, high = shown(row.bound_from, 3), shown(row.bound_to, 3)
    if low and high:
        return f"{low} to {high}"
    return f"above {low}" if low else f"below {high}" if high else "any"
