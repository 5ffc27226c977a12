"""Evaluate sets of sentences that are each about one contrast, judged by what was fitted on other sentences."""

from acceptability.analyses.analysis import Analysis, Each, Files, Other, Section, Shown
from acceptability.contracts.columns import count, dataset_table, number, share, text

TARGETED = dataset_table(
    "targeted",
    {
        "row": text("system/measure, a classifier's system/restarts, or the name of a simple rule"),
        "set": text("the set of sentences; all, where they have none"),
        "sentences": count("its sentences"),
        "acceptable": count("acceptable ones of these"),
        "distinct": count("different strings of these"),
        "threshold": number("the score above which a sentence is called acceptable", nullable=True),
        "rule": text("a rule of length, in words", nullable=True),
        "restarts": count("ways in which each sentence is judged: 1, or a classifier's restarts; 0: no threshold"),
        "collapsed": count("of these, those that give all sentences of the set one class"),
        "mcc": number("Matthews correlation coefficient, mean over restarts; 0 where undefined", nullable=True),
        "sd": number("its standard deviation over restarts, ddof = 1", nullable=True),
        "distinct_mcc": number("the same as mcc, each string counting once", nullable=True),
        "called_acceptable": share("share of sentences that are called acceptable", nullable=True),
        "auc": share("how often an acceptable sentence scores higher than another one of its set", nullable=True),
        "pairs": count("minimal pairs of the set"),
        "pair_accuracy": share("share whose acceptable member scores higher; a tie counts as half", nullable=True),
        "ties": count("pairs with two equal scores"),
    },
    unique=("row", "set"),
)

ANALYSIS = Analysis(
    reads={
        "labelled": Other("sentences", "thresholds_from"),
        "thresholds": Other("simple_classifiers", "thresholds_from"),
    },
    optional={
        "predictions": ("pairs", Each("decisions", "judging_classifiers")),
        "margins": ("pairs", Files.JUDGED_MARGINS),
    },
    writes=(TARGETED,),
    when=("targeted", "scores"),
    section=Section(230),
    tables={
        "targeted": Shown(
            caption=(
                "Sets of sentences that are each about one contrast, judged by what was fitted on other labelled "
                "sentences: a threshold on scores, or a classifier. MCC: Matthews correlation coefficient; where "
                "it is undefined, since all sentences get the same label, it counts as 0. Distinct: each string "
                "counts once. AUC: how often an acceptable sentence of the set scores higher than another one. "
                "Pairs: the share of minimal pairs in which it does. A tie counts as half; in pairs, scores that "
                "rounding may have told apart are tied, for the AUC only equal ones. Below the systems: rules "
                "that need no model. The best rule of length is chosen on the set itself."
            ),
        ),
    },
)
