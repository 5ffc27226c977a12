"""Measure the agreement of scores with ratings and labels, by the values of columns that the user names."""

from acceptability.analyses.analysis import Analysis, Part, Section, Shown
from acceptability.analyses.by_column.manifest import NONE
from acceptability.contracts.columns import DATASET, INTERVAL, SYSTEM, count, dataset_table, number, text

PEARSON = "pearson_r"
SENTENCES_BY_COLUMN = dataset_table(
    "sentences_by_column",
    {
        **DATASET,
        **SYSTEM,
        "column": text("the column of the sentences"),
        "value": text(f"its value; {NONE}: the cell is empty"),
        "statistic": text(
            f"{PEARSON}, of scores and ratings; of scores and labels: pbc, most_possible_pbc, auc, d_prime, best_mcc, "
            "cross_validated_mcc, accuracy and mcc, as in the table separation"
        ),
        "estimate": number("the statistic; empty: it is not defined for these sentences", nullable=True),
        **INTERVAL,
        "items": count("sentences that count: those that have both, a score and a rating or label"),
    },
    unique=("system", "measure", "column", "value", "statistic"),
    may_be_empty=True,
)

ANALYSIS = Analysis(
    writes=(SENTENCES_BY_COLUMN,),
    when=("sentences_by", "scores"),
    section=Section(242, own="both"),
    tables={
        "sentences_by_column": Shown(
            caption=(
                "How well scores agree with human judgments, by the values of columns of your table.",
                Part(
                    "Pearson's r: with human ratings. In brackets: 95 % intervals over families of sentences, which "
                    "share a set, a construction or their text.",
                    when=("rated",),
                ),
                Part(
                    "PBC: the point-biserial correlation with labels. AUC: how often an acceptable sentence scores "
                    "higher than another one; 0.5 is chance. In brackets: 95 % intervals over sets or, without these, "
                    "sentences.",
                    when=("labelled",),
                ),
                "Differences between values are not tested.",
            ),
        ),
    },
)
