"""Find sentences that are also in the training set of classifiers, and compute both criteria with and without them."""

from acceptability.analyses.analysis import Analysis, Each, Other, Section, Shown
from acceptability.contracts.columns import MET, SYSTEM, THRESHOLD, Table, text, zero_or_one

CONTAMINATION = Table(
    "contamination",
    {
        "sentence_id": text("the sentence", unique=True),
        "sentence": text("its text"),
        "trained_id": text("the training sentence that is the same"),
        "trained_sentence": text("its text"),
        "trained_label": zero_or_one("its label"),
    },
    may_be_empty=True,
    path="results/metrics/{dataset}/contamination/{labelled}.csv",
)
CONTAMINATED_CRITERIA = Table(
    "contaminated_criteria",
    {
        **SYSTEM,
        "chosen": text("all pairs, those with a sentence known from training, or those without (unknown)"),
        "criterion": text("blimp or adc"),
        **THRESHOLD,
        **MET,
    },
    unique=("system", "measure", "chosen", "criterion", "threshold"),
    path="results/metrics/{dataset}/contamination/{labelled}_criteria.csv",
)

ANALYSIS = Analysis(
    reads={"labelled": Other("sentences", "labelled"), "deltas": Each("deltas", "scorers_and_references")},
    writes=(CONTAMINATION, CONTAMINATED_CRITERIA),
    when=("pairs", "scores"),
    by_coverage=True,
    section=Section(210),
    quotes=("contamination", "contaminated_criteria"),
    tables={
        "contamination": Shown(
            reads={"criteria": "contaminated_criteria"},
            parts="contaminating",
            caption=(
                "Share of pairs that meet each criterion: of all pairs, and of those without a sentence from the "
                "training set of {part} (unknown). A tie counts as half."
            ),
        ),
    },
)
