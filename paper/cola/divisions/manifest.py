"""Classifiers that were trained on fewer sentences, or without some sources."""

from acceptability.analyses.analysis import Analysis, Files, Section, Shown
from acceptability.contracts.columns import SYSTEM, choice, count, dataset_table, number, share, text

DIVIDED = {
    "size": "fewer training sentences",
    "sources": "some sources for development and test only",
    "without": "each source left out in turn",
}
DIVISIONS = dataset_table(
    "divisions",
    {
        "system": SYSTEM["system"],
        "kind": choice("how the sentences are divided", DIVIDED),
        "division": text("number of training sentences; out-of-domain sources, apart by |; source left out, or all"),
        "trained_on": count("training sentences; of pooled ones, their mean"),
        "part": text("a split that is not trained on; all dev; all: in and out; source; pooled: each source left out"),
        "sentences": count("how many they are"),
        "acceptable": count("acceptable ones of these"),
        "restarts": count("restarts"),
        "collapsed": count("restarts that give all sentences one class"),
        "mean": number("mean MCC of the restarts that have not collapsed; empty: none, or one label", nullable=True),
        "low": number("lower end of its 95 % interval", nullable=True),
        "high": number("upper end of its 95 % interval", nullable=True),
        "sd": number("standard deviation over the restarts, ddof = 1", nullable=True),
        "accuracy": share("mean share of right decisions"),
        "majority": share("the same if all sentences get the label of most training sentences"),
    },
    unique=("system", "kind", "division", "part"),
)

ANALYSIS = Analysis(
    reads={
        "margins": Files.DIVIDED_MARGINS,
        "whole": Files.MARGINS,
    },
    writes=(DIVISIONS,),
    when=("divisions",),
    settings=("divisions",),
    section=Section(350),
    tables={
        "divisions": Shown(
            caption=(
                "Classifiers that were trained on fewer sentences, or without some sources. MCC: mean Matthews "
                "correlation coefficient of the restarts, with a 95 % interval over sentences and restarts; a "
                "dash: not defined. SD: over restarts. Majority: the accuracy of giving every sentence the label "
                "of most training sentences. A collapsed restart gives all sentences the same label and is left "
                "out."
            ),
        ),
    },
    figures={
        "learning_curve": Shown(
            when=("learning_curve",),
            caption=(
                "Mean Matthews correlation coefficient (MCC) of the restarts by the number of training sentences, "
                "on the development and the test set, with 95 % intervals over sentences and restarts. The "
                "sentences are drawn at random; a restart’s smaller set is part of its greater ones. The last "
                "point is the whole training set. Classifiers on an encoder: MCCs on development sentences are "
                "too high, because these sentences decided which epoch was kept; look at the test set."
            ),
        ),
        "source_splits": Shown(
            when=("source_splits",),
            caption=(
                "Mean Matthews correlation coefficient (MCC) of the restarts on test sentences from sources that "
                "were trained on (filled markers) and from the named ones that were not (open markers), with 95 % "
                "intervals over sentences and restarts. The number of test sentences of the named sources, and of "
                "the others, is in brackets."
            ),
        ),
        "left_out_sources": Shown(
            when=("leave_one_source_out",),
            caption=(
                "Mean Matthews correlation coefficient (MCC) of the restarts on the sentences of each source "
                "(their number is in brackets), by classifiers that were trained on all other sources, with 95 % "
                "intervals over sentences and restarts. Dashed: all sources together, each sentence judged by a "
                "classifier that did not see its source. A dash: all sentences have the same label, so that there "
                "is no MCC."
            ),
        ),
    },
)
