"""Define tables of acceptable sentences by source and split, and of fake sentences and their detection."""

from acceptability.contracts.columns import Table, count, number, share, text

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
FAKES = Table(
    "fakes",
    {
        "sentence": text("a sentence's tokens, with spaces between them"),
        "kind": text("real, sampled or permuted"),
        "split": text("train or held_out"),
    },
)
REAL_FAKE = Table(
    "real_fake",
    {
        "fakes": text("the fakes that real sentences are told from: all, or of one kind", unique=True),
        "sentences": count("held-out sentences, real and fake"),
        "accuracy": share("share of right decisions"),
        "mcc": number("Matthews correlation coefficient; empty where it is undefined", nullable=True),
    },
)
