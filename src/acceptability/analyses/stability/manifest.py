"""Find sentences that restarts of a classifier judge differently."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import count, dataset_table, number, share, text, zero_or_one

_STABLE_SYSTEM = text("key of the system, or the name of released restarts")
STABILITY = dataset_table(
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
STABILITY_CURVE = dataset_table(
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
STABILITY_MCC = dataset_table(
    "stability_mcc",
    {
        "system": _STABLE_SYSTEM,
        "restart": text("number of the restart"),
        "label_source": text("corrected: the expert label; or a variant's"),
        "mcc": number("Matthews correlation coefficient; empty where it is undefined", nullable=True),
    },
    unique=("system", "restart", "label_source"),
)

ANALYSIS = Analysis(
    reads={"predictions": Each("decisions", "judging_classifiers")},
    writes=(STABILITY, STABILITY_CURVE, STABILITY_MCC),
    when=("restarts",),
    section=Section(190),
    tables={
        "stability": Shown(
            caption=(
                "How many sentences at least two restarts of a classifier judge differently (flip), and the "
                "Matthews correlation coefficient (MCC) of the restarts with the expert labels: mean and standard "
                "deviation. The restarts differ only in their random numbers."
            ),
        ),
    },
    figures={
        "stability": Shown(
            when=("pairs", "restarts"),
            caption=(
                "Restarts differ only in their random numbers. Above: the share of the sentences that at least "
                "two of the first k restarts judge differently. Below: the greatest Matthews correlation "
                "coefficient (MCC) of k restarts with the expert labels, mean over all sets of k; it grows with "
                "k, also where restarts differ by chance only."
            ),
        ),
    },
)
