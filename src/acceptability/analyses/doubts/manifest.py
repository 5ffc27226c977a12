"""Warn about doubtful data and scores, and count sentences and pairs."""

from acceptability.analyses.analysis import Analysis, Each, Files, Other, Section
from acceptability.contracts.columns import count, dataset_table
from acceptability.contracts.data import DOUBTS

READING = "reading"  # the subject of warnings about how the user's tables were read
SIZES = dataset_table(
    "sizes",
    {
        "sentences": count("sentences of the dataset"),
        "pairs": count("minimal pairs"),
        "counted": count("pairs that count: the rated ones; all, where none is rated"),
        "paradigms": count("paradigms of the pairs"),
        "phenomena": count("phenomena of the pairs"),
        "clusters": count("clusters of the pairs that count"),
    },
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "every_system"), "provenances": Files.SCORINGS},
    optional={"thresholds": ("thresholds", Other("simple_classifiers", "thresholds_from"))},
    writes=(DOUBTS, SIZES),
    when=("scored",),
    section=Section(10, own="short"),
    quotes=("doubts", "sizes"),
)
