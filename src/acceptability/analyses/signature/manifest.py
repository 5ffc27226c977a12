"""Write a line for each system that records what its numbers were computed from, for a paper."""

from acceptability.analyses.analysis import Analysis, Files, Section
from acceptability.contracts.columns import DATASET, dataset_table, text

SIGNATURE = dataset_table(
    "signature",
    {
        **DATASET,
        "system": text("key of the system in the configuration; people: no system scores the data", unique=True),
        "signature": text("what its numbers were computed from, in one line; docs/numbers.md explains its fields"),
    },
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
