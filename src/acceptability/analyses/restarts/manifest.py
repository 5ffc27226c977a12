"""Evaluate restarts of classifiers on labelled sentences: each one, their mean, the selected one, expected maximum."""

from acceptability.analyses.analysis import Analysis, Part, Section, Shown
from acceptability.contracts.columns import SYSTEM, count, dataset_table, interval, number, share, text, zero_or_one

_COLLAPSED = zero_or_one("1 where all sentences get one class, so that the MCC is undefined")
RESTARTS = dataset_table(
    "restarts",
    {
        "system": SYSTEM["system"],
        "restart": text("number of the restart"),
        "split": text("the sentences"),
        "sentences": count("how many they are"),
        "mcc": number("Matthews correlation coefficient; empty where it is undefined", nullable=True),
        "accuracy": share("share of right decisions"),
        "predicted_acceptable": share("share of sentences that are called acceptable"),
        "collapsed": _COLLAPSED,
    },
    unique=("system", "restart", "split"),
)
CLASSIFIERS = dataset_table(
    "classifiers",
    {
        "system": SYSTEM["system"],
        "split": text("the sentences"),
        "sentences": count("how many they are"),
        "restarts": count("restarts"),
        "collapsed": count("restarts that give all sentences one class"),
        "mean": number("mean MCC of the restarts that have not collapsed", nullable=True),
        **interval("its 95 % interval"),
        "sd": number("standard deviation over these restarts, ddof = 1", nullable=True),
        "maximum": number("greatest MCC", nullable=True),
        "auc": share("how often an acceptable sentence has a greater margin than another one, mean", nullable=True),
        "ensemble_as_published": number("MCC of the majority vote; a tie takes the true label", nullable=True),
        "ensemble_corrected": number(
            "MCC of the majority vote; a tie takes the training set's majority class", nullable=True
        ),
        "ties": count("sentences on which the vote is tied"),
    },
    unique=("system", "split"),
)
SELECTED = dataset_table(
    "selected",
    {
        "system": SYSTEM["system"],
        "variant": text("as_published or corrected"),
        "selected_on": text("the split on which the restart has the highest MCC"),
        "restart": text("number of the restart"),
        "collapsed": zero_or_one("1 where it gives all sentences of that split one class"),
        "mcc_dev": number("its MCC on dev; empty where it is undefined", nullable=True),
        "mcc_test": number("its MCC on test; empty where it is undefined", nullable=True),
        **interval("the 95 % interval of that on other sentences: it contains the selection", prefix="test_"),
    },
    unique=("system", "variant"),
)
EXPECTED_MAXIMUM = dataset_table(
    "expected_maximum",
    {
        "system": SYSTEM["system"],
        "split": text("the sentences"),
        "restarts": count("a set of so many of the restarts"),
        "expected_maximum": number("its greatest MCC, mean over all such sets that have one", nullable=True),
        "selected": number("test: the MCC there of the restart that is best on dev, mean over the sets", nullable=True),
    },
    unique=("system", "split", "restarts"),
)

ANALYSIS = Analysis(
    writes=(RESTARTS, CLASSIFIERS, SELECTED, EXPECTED_MAXIMUM),
    when=("classifiers",),
    section=Section(320),
    quotes=("classifiers",),
    tables={
        "classifiers": Shown(
            optional={
                "classifiers": ("classifiers", "classifiers"),
                "expected_maximum": ("classifiers", "expected_maximum"),
            },
            fixed={"split": "test"},
            when=("splits",),
            caption=(
                "Matthews correlation coefficient (MCC) on the test set: of classifiers that a paper prints, of "
                "those that are trained here, and of simple ones. In the ensemble the restarts vote; a tie takes "
                "the majority class, and in a published variant the true label. A collapsed restart gives all "
                "sentences the same label; its MCC is not defined, and means are over the others. The maximum "
                "grows with the number of restarts. Max of k: its mean over all sets of so many restarts; best on "
                "dev: the MCC of the one that is best on the development set, mean over the same sets. A "
                "threshold on scores is the one with the highest MCC on the training set; by folds, it is found "
                "on nine tenths of the test set and used on the last tenth, ten times (the published way). AUC: "
                "how often an acceptable sentence scores higher than another one; it needs no threshold."
            ),
        ),
        "selected": Shown(
            when=("splits", "classifiers"),
            caption=(
                "The restart of each classifier with the highest Matthews correlation coefficient (MCC), selected "
                "on the development set, and selected on the test set, which overestimates its MCC there. The 95 "
                "% intervals (bootstrap over sentences) repeat the selection in each draw. Of classifiers on an "
                "encoder, the MCC on the development set is too high as well: these sentences decided which epoch "
                "was kept."
            ),
        ),
    },
    figures={
        "restarts": Shown(
            caption=(
                "Matthews correlation coefficient (MCC) of every restart of every classifier with the expert labels.",
                "1 is full agreement, 0 is chance. Restarts differ only in their random numbers.",
                "The stroke across a row is the mean. A cross marks a restart that calls all sentences acceptable, or "
                "none.",
                Part("Dotted: values that a paper gives, such as that of human annotators.", when=("lines",)),
                "Classifiers on an encoder: MCCs on development sentences are too high, because these sentences "
                "decided which epoch was kept; look at the test set.",
            ),
        ),
        "expected_maximum": Shown(
            when=("splits", "classifiers"),
            caption=(
                "What the best of several restarts reaches: Matthews correlation coefficient (MCC), mean over all "
                "sets of so many restarts. Dashed: the greatest MCC on the development set. It grows with the "
                "number of restarts, also where they differ by chance only. Solid: the MCC on the test set of the "
                "restart that is best on the development set. Classifiers on an encoder: MCCs on development "
                "sentences are too high, because these sentences decided which epoch was kept; look at the test "
                "set."
            ),
        ),
    },
)
