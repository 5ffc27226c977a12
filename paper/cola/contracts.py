"""Table of how many sentences of each source and split are acceptable."""

from acceptability.contracts.columns import Table, count, text

CLASS_COUNTS = Table(
    "class_counts",
    {
        "part": text("a source or a split of a labelled corpus", unique=True),
        "kind": text("source or split"),
        "domain": text("in_domain: training sentences are from these sources; or out_of_domain"),
        "sentences": count("its sentences"),
        "acceptable": count("those of them that are acceptable"),
    },
    path="results/tables/{study}/class_counts.csv",
)
