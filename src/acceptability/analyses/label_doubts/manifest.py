"""Warn about doubtful classifiers and thresholds on labelled sentences."""

from acceptability.analyses.analysis import Analysis, Files, Section
from acceptability.contracts.data import DOUBTS

ANALYSIS = Analysis(
    reads={"scorings": Files.SCORINGS, "trainings": Files.TRAININGS},
    optional={"classifiers": ("classifiers", "classifiers")},
    writes=(DOUBTS,),
    when=("splits",),
    section=Section(310, own="short"),
    quotes=("doubts",),
)
