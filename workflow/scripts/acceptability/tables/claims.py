"""The claims of a study with their verdicts."""

import pandas as pd

from acceptability.contracts.studies import CHECKED_CLAIMS
from acceptability.tables.text import Made, shown

READS = {"claims": CHECKED_CLAIMS}


def make(*, claims: pd.DataFrame) -> Made:
    """A row for each claim. ``Differ`` is how many of the specifications differ in what the claim is about."""
    computed = claims["published"] != ""
    note = (" (" + claims["note"] + ")").where(claims["note"] != "", "")
    counts = claims[["holding", "specifications", "different"]].astype(str)
    depends = "depends on " + claims["depends_on"].str.replace("_", " ")
    table = pd.DataFrame(
        {
            "Place": claims["place"],
            "Claim": claims["claim"] + note,
            "Holds as published": claims["published"],
            "Holds in": (counts["holding"] + " of " + counts["specifications"]).where(computed, ""),
            "Differ": counts["different"].where(computed, ""),
            "Bootstraps, %": [shown(100 * share, 0) for share in claims["bootstraps"]],
            "Verdict": claims["verdict"].where(claims["verdict"] != "depends", depends),
        }
    )
    return Made(table, "Claims of the paper under all combinations of the choices that it leaves open")
