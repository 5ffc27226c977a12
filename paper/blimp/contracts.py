"""Tables of released accuracies by paradigm, and of pairs whose sentences differ in length or in entries."""

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
VOCABULARY_PAIRS = Table(
    "vocabulary_pairs",
    {
        "paradigm": text("the paradigm", unique=True),
        "pairs": count("its pairs"),
        "equal_in_words": count("those whose sentences have the same number of words"),
        "equal_in_entries": count("those whose sentences have the same number of entries of the vocabulary"),
        "one_entry_differs": count("those whose sentences differ in one entry at most, in any order"),
    },
    path="results/tables/{study}/vocabulary_pairs.csv",
)
RELEASED_BY_PREDICTOR = Table(
    "released_by_predictor",
    {
        "system": text("a model"),
        "predictor": text("length, perplexity, probability or confidence: see papers.blimp.outputs"),
        "part": count("the part of the pairs: 1 has the lowest values of the predictor, 5 the highest"),
        "pairs": count("its pairs"),
        "share": share("share of them that the model gets right"),
    },
    unique=("system", "predictor", "part"),
    path="results/tables/{study}/released_by_predictor.csv",
)
