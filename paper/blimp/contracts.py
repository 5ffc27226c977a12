"""Tables of released accuracies by paradigm, and of pairs with sentences of unequal length."""

from acceptability.contracts.columns import Table, count, share, text

RELEASED_ACCURACIES = Table(
    "released_accuracies",
    {
        "version": text("year of the release"),
        "method": text("sentence, or another way of scoring that the authors tried, in their words"),
        "system": text("a model, or human"),
        "paradigm": text("the paradigm"),
        "phenomenon": text("the phenomenon of the paradigm"),
        "share": share("share of its pairs that are right"),
    },
    unique=("version", "method", "system", "paradigm"),
    path="results/tables/{study}/released_accuracies.csv",
)
UNEQUAL_LENGTHS = Table(
    "unequal_lengths",
    {
        "paradigm": text("a paradigm with pairs whose sentences differ in their number of words", unique=True),
        "longer": count("those of its pairs whose acceptable sentence is the longer one"),
        "shorter": count("those whose acceptable sentence is the shorter one"),
        "p": share("of a two-sided sign test of the two counts"),
    },
    path="results/tables/{study}/unequal_lengths.csv",
)
