"""Tables about trained classifiers: Matthews correlation coefficients (MCC), selection, stability."""

from acceptability.contracts.columns import Table, choice, count, number, positive, share, text, zero_or_one

FITTED = {  # where the parameters of a simple classifier come from
    "train": "the training set",
    "folds": "the other nine tenths of the split itself, ten times: the published way",
}
DIVIDED = {
    "size": "fewer training sentences",
    "sources": "some sources for development and test only",
    "without": "each source left out in turn",
}
_SYSTEM = text("key of the system in the configuration")
_STABLE_SYSTEM = text("key of the system, or the name of released restarts")
CALIBRATED = {  # which probabilities a classifier's margins become
    "as_trained": "those that it was trained to give",
    "temperature": "those of its margins divided by a temperature, which is fitted on dev for each restart",
}
_COLLAPSED = zero_or_one("1 where all sentences get one class, so that the MCC is undefined")

RESTARTS = Table(
    "restarts",
    {
        "system": _SYSTEM,
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
CLASSIFIERS = Table(
    "classifiers",
    {
        "system": _SYSTEM,
        "split": text("the sentences"),
        "sentences": count("how many they are"),
        "restarts": count("restarts"),
        "collapsed": count("restarts that give all sentences one class"),
        "mean": number("mean MCC of the restarts that have not collapsed", nullable=True),
        "low": number("lower end of its 95 % interval", nullable=True),
        "high": number("upper end of its 95 % interval", nullable=True),
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
SELECTED = Table(
    "selected",
    {
        "system": _SYSTEM,
        "variant": text("as_published or corrected"),
        "selected_on": text("the split on which the restart has the highest MCC"),
        "restart": text("number of the restart"),
        "collapsed": zero_or_one("1 where it gives all sentences of that split one class"),
        "mcc_dev": number("its MCC on dev; empty where it is undefined", nullable=True),
        "mcc_test": number("its MCC on test; empty where it is undefined", nullable=True),
        "test_low": number(
            "lower end of the 95 % interval of that on other sentences: it contains the selection", nullable=True
        ),
        "test_high": number("upper end of that interval", nullable=True),
    },
    unique=("system", "variant"),
)
EXPECTED_MAXIMUM = Table(
    "expected_maximum",
    {
        "system": _SYSTEM,
        "split": text("the sentences"),
        "restarts": count("a set of so many of the restarts"),
        "expected_maximum": number("its greatest MCC, mean over all such sets that have one", nullable=True),
        "selected": number("test: the MCC there of the restart that is best on dev, mean over the sets", nullable=True),
    },
    unique=("system", "split", "restarts"),
)
CALIBRATION = Table(
    "calibration",
    {
        "system": _SYSTEM,
        "split": text("the sentences"),
        "variant": choice("which probabilities", CALIBRATED),
        "sentences": count("how many they are"),
        "restarts": count("restarts"),
        "ece": share("expected calibration error, 10 bins of equal width; mean over restarts"),
        "ece_sd": number("its standard deviation over the restarts, ddof = 1", nullable=True),
        "brier": share("Brier score, mean over restarts"),
        "brier_sd": number("its standard deviation", nullable=True),
        "nll": number("negative log-likelihood of a label (natural logarithm), mean over restarts"),
        "nll_sd": number("its standard deviation", nullable=True),
        "reference_brier": share("Brier score if p is always the share of acceptable training sentences"),
        "reference_nll": number("negative log-likelihood of a label by the same p"),
        "temperature": positive("mean over restarts; 1 as trained"),
        "temperature_low": positive("the lowest"),
        "temperature_high": positive("the highest"),
        "at_limit": count("restarts whose temperature is as low or as high as any that is looked for"),
    },
    unique=("system", "split", "variant"),
)
RELIABILITY = Table(
    "reliability",
    {
        "system": _SYSTEM,
        "split": text("the sentences"),
        "variant": choice("which probabilities", CALIBRATED),
        "bin": count("of p(acceptable): 1 is 0 to 0.1, and so on"),
        "share": share("share of the sentences in the bin, mean over restarts"),
        "mean_p": share("mean p(acceptable) of these, pooled over restarts; empty: there are none", nullable=True),
        "acceptable": share("share of these that are acceptable", nullable=True),
        "low": share("lower end of its 95 % interval over sentences and restarts", nullable=True),
        "high": share("upper end of its 95 % interval", nullable=True),
    },
    unique=("system", "split", "variant", "bin"),
)
SIMPLE_CLASSIFIERS = Table(
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
        "collapsed": _COLLAPSED,
    },
    unique=("row", "split", "fitted"),
)
TARGETED = Table(
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
DIVISIONS = Table(
    "divisions",
    {
        "system": _SYSTEM,
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
FEATURE_MCC = Table(
    "feature_mcc",
    {
        "system": _SYSTEM,
        "split": text("the sentences: dev, or all dev, where in-domain ones are another split"),
        "level": text("major or minor"),
        "feature": text("feature of the sentences"),
        "sentences": count("sentences that have it"),
        "acceptable": count("acceptable ones of these"),
        "mean": number("mean MCC of the restarts, undefined ones left out", nullable=True),
        "low": number("lower end of its 95 % interval", nullable=True),
        "high": number("upper end of its 95 % interval", nullable=True),
        "sd": number("standard deviation over the restarts, ddof = 1", nullable=True),
        "undefined": count("restarts whose MCC is undefined"),
        "called_acceptable": share("share of the sentences that a restart calls acceptable, mean", nullable=True),
        "mean_as_published": number(
            "mean of what the paper's figures show, undefined ones as 0; empty: left out", nullable=True
        ),
    },
    unique=("system", "split", "level", "feature"),
)
STABILITY = Table(
    "stability",
    {
        "system": _STABLE_SYSTEM,
        "sentence_id": text("the sentence"),
        "sentence": text("its text"),
        "label": zero_or_one("expert label: 1 acceptable, 0 not"),
        "restarts": count("restarts"),
        "acceptable": count("restarts that call the sentence acceptable"),
        "flips": count("neighbouring restarts that disagree, counted round; 0 where none do"),
    },
    unique=("system", "sentence_id"),
)
STABILITY_CURVE = Table(
    "stability_curve",
    {
        "system": _STABLE_SYSTEM,
        "restarts": count("the first so many restarts"),
        "flipped": share("share of sentences that any two of them judge differently"),
        "expected_maximum": number(
            "greatest MCC, with the expert labels, of so many restarts; mean over all sets that have one", nullable=True
        ),
    },
    unique=("system", "restarts"),
)
STABILITY_MCC = Table(
    "stability_mcc",
    {
        "system": _STABLE_SYSTEM,
        "restart": text("number of the restart"),
        "label_source": text("corrected: the expert label; or a variant's"),
        "mcc": number("Matthews correlation coefficient; empty where it is undefined", nullable=True),
    },
    unique=("system", "restart", "label_source"),
)
