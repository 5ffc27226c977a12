"""Compute how often an experiment finds the effect of a phenomenon, and how many participants it needs."""

from acceptability.analyses.analysis import Analysis, Check
from acceptability.contracts.columns import Table, count, number, positive, share

EFFECTS = Table(
    "effects",
    {
        "pairs": count("pairs of the phenomenon"),
        "phenomena": count("phenomena of the table with so many pairs"),
        "difference": positive("difference between the means of acceptable and unacceptable sentences, in z-scores"),
        "lists": count("lists of sentences"),
        "participants": count("participants of each list"),
        "found": share("share of simulated experiments in which the test finds this difference (p < 0.05)"),
        "needed": number(
            "least number of participants of each list with which 80 % of experiments find it; empty: there is no such "
            "number up to 200",
            nullable=True,
        ),
    },
    unique=("pairs", "difference"),
    path="results/check/{dataset}/effects.csv",
)

ANALYSIS = Analysis(
    check=Check(
        place=5,
        files={
            "effects": "how often an experiment finds a difference between acceptable and unacceptable sentences of a "
            "phenomenon, and how many participants it needs"
        },
    ),
    writes=(EFFECTS,),
    when=("pairs", "checked"),
)
