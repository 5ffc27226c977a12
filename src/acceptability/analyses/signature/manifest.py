"""Write a line for each system that records what its numbers were computed from, for a paper."""

from acceptability.analyses.analysis import Analysis, Files, Section
from acceptability.contracts.columns import DATASET, Table, text

SIGNATURE = Table(
    "signature",
    {
        **DATASET,
        "system": text("key of the system in the configuration; people: no system scores the data", unique=True),
        "signature": text("what its numbers were computed from, in one line; docs/numbers.md explains its fields"),
    },
    path="results/metrics/{dataset}/signature.csv",
)

ANALYSIS = Analysis(
    reads={
        "provenances": Files.SCORINGS,
        "trainings": Files.NGRAM_TRAININGS,
    },
    writes=(SIGNATURE,),
    when=("scored",),
    section=Section(360, own="short"),
    quotes=("signature",),
)
