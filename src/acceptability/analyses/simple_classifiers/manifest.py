"""Evaluate thresholds on scores, a bag of words and the majority class on labelled sentences."""

from acceptability.analyses.analysis import Analysis, Each, Section
from acceptability.contracts.columns import choice, count, dataset_table, number, share, text, zero_or_one

FITTED = {  # where the parameters of a simple classifier come from
    "train": "the training set",
    "folds": "the other nine tenths of the split itself, ten times: the published way",
}
SIMPLE_CLASSIFIERS = dataset_table(
    "simple_classifiers",
    {
        "row": text("system/measure of scores with a threshold, or a classifier's name"),
        "split": text("the sentences"),
        "fitted": choice("on what a threshold, or a classifier, is fitted", FITTED),
        "sentences": count("how many they are"),
        "threshold": number("the score above which a sentence is called acceptable", nullable=True),
        "train_mcc": number("MCC on the training sentences that it is fitted on; empty: on others", nullable=True),
        "auc": share("how often an acceptable sentence scores higher than another one", nullable=True),
        "mcc": number(
            "Matthews correlation coefficient; empty where it is undefined; mean over ways of cutting folds",
            nullable=True,
        ),
        "sd": number("standard deviation over ways of cutting folds; empty: fitted on train", nullable=True),
        "low": number("lower end of its 95 % interval over sentences and ways", nullable=True),
        "high": number("upper end of its 95 % interval over sentences and ways", nullable=True),
        "accuracy": share("share of right decisions"),
        "collapsed": zero_or_one("1 where all sentences get one class, so that the MCC is undefined"),
    },
    unique=("row", "split", "fitted"),
)

ANALYSIS = Analysis(
    reads={"scores": Each("scores", "threshold_systems")},
    writes=(SIMPLE_CLASSIFIERS,),
    when=("splits",),
    blames="sentences",
    section=Section(300, own="short"),
    quotes=("simple_classifiers",),
)
