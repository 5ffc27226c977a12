"""Evaluate classifiers on the sentences that have a linguistic feature."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import SYSTEM, Table, count, interval, number, share, text

FEATURE_MCC = Table(
    "feature_mcc",
    {
        "system": SYSTEM["system"],
        "split": text("the sentences: dev, or all dev, where in-domain ones are another split"),
        "level": text("major or minor"),
        "feature": text("feature of the sentences"),
        "sentences": count("sentences that have it"),
        "acceptable": count("acceptable ones of these"),
        "mean": number("mean MCC of the restarts, undefined ones left out", nullable=True),
        **interval("its 95 % interval"),
        "sd": number("standard deviation over the restarts, ddof = 1", nullable=True),
        "undefined": count("restarts whose MCC is undefined"),
        "called_acceptable": share("share of the sentences that a restart calls acceptable, mean", nullable=True),
        "mean_as_published": number(
            "mean of what the paper's figures show, undefined ones as 0; empty: left out", nullable=True
        ),
    },
    unique=("system", "split", "level", "feature"),
    path="results/metrics/{dataset}/features.csv",
)

ANALYSIS = Analysis(
    reads={"predictions": Each("decisions", "trained_classifiers")},
    writes=(FEATURE_MCC,),
    when=("classifiers", "features"),
    section=Section(340),
    figures={
        "major_features": Shown(
            fixed={"level": "major"},
            when=("classifiers", "major_features"),
            function="features",
            caption=(
                "Mean Matthews correlation coefficient (MCC) of the restarts on the sentences of the development "
                "set that have a feature; their number is in brackets. Lines through the markers: 95 % intervals "
                "over sentences and restarts. Open markers: the MCC of at least one restart is undefined there "
                "and left out. Dashed: the system’s mean on the whole test set. Dotted: values that a paper "
                "gives, such as that of human annotators. Classifiers on an encoder: MCCs on development "
                "sentences are too high, because these sentences decided which epoch was kept; look at the test "
                "set."
            ),
        ),
        "minor_features": Shown(
            fixed={"level": "minor"},
            when=("classifiers", "minor_features"),
            function="features",
            caption=(
                "Mean Matthews correlation coefficient (MCC) of the restarts on the sentences of the development "
                "set that have a feature; their number is in brackets. Lines through the markers: 95 % intervals "
                "over sentences and restarts. Open markers: the MCC of at least one restart is undefined there "
                "and left out. Dashed: the system’s mean on the whole test set. Dotted: values that a paper "
                "gives, such as that of human annotators. Classifiers on an encoder: MCCs on development "
                "sentences are too high, because these sentences decided which epoch was kept; look at the test "
                "set."
            ),
        ),
    },
)
