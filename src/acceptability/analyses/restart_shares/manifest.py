"""Measure how much the share of pairs that meet each criterion varies between restarts of a classifier."""

from acceptability.analyses.analysis import Analysis, Each, Files, Section, Shown
from acceptability.contracts.columns import THRESHOLD, count, dataset_table, number, share, text

RESTART_SHARES = dataset_table(
    "restart_shares",
    {
        "system": text("key of the classifier, or the name of released restarts"),
        "of": text("what has z-scores: labels, a decision as 1 or −1; or a classifier's measure"),
        "criterion": text("blimp or adc; both corrected"),
        **THRESHOLD,
        "pairs": count("pairs that count: those that count anyway, and of which both sentences are judged"),
        "restarts": count("restarts"),
        "mean": share("mean over the restarts of the share of pairs that meet the criterion"),
        "sd": number("standard deviation over the restarts, ddof = 1; empty: one restart", nullable=True),
        "low": share("2.5th percentile over the restarts"),
        "high": share("97.5th percentile over the restarts"),
        "mean_ties_half": share("mean over the restarts of the share if ties were decided at random"),
    },
    unique=("system", "of", "criterion", "threshold"),
)

ANALYSIS = Analysis(
    reads={
        "predictions": Each("decisions", "judging_classifiers"),
        "margins": Files.JUDGED_MARGINS,
    },
    writes=(RESTART_SHARES,),
    when=("restarts",),
    section=Section(200),
    tables={
        "restart_shares": Shown(
            caption=(
                "How much the share of pairs that meet each criterion varies between restarts of a classifier: "
                "mean, standard deviation, and the percentiles between which 95 % of the restarts lie. Scores are "
                "z-scores over all sentences that it judges, either of the labels, 1 or −1, or of equation (5), the "
                "label times its probability; of released restarts only the labels are known. Two equal labels are a "
                "tie, which meets no criterion; the last column counts it as half."
            ),
        ),
    },
)
