"""Measure how well systems agree with people and experts, on all pairs and on some."""

from acceptability.analyses.analysis import Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import DATASET, SYSTEM, count, dataset_table, number, positive, text

AGREEMENT = dataset_table(
    "agreement",
    {
        **DATASET,
        **SYSTEM,
        "chosen": text("all pairs, a source's, or those matched or unmatched in their number of words"),
        "statistic": text(
            "of pairs' deltas: pearson, spearman, kendall_tau_b; of the z-scores of the sentences in these pairs: "
            "sentence_pearson and sentence_spearman with ratings, point_biserial with labels; blimp and adc, "
            "corrected: share of pairs"
        ),
        "threshold": positive("δ in standard deviations, of adc only", nullable=True),
        "value": number("the statistic; empty: a side is constant, or fewer than 3 items", nullable=True),
        "items": count("pairs or sentences that count"),
    },
    unique=("system", "measure", "chosen", "statistic", "threshold"),
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "scorers_and_references")},
    writes=(AGREEMENT,),
    when=("pairs", "scores"),
    by_coverage=True,
    section=Section(220),
    tables={
        "agreement": Shown(
            caption=(
                "Agreement of each row with judgments, on all pairs and on parts of them.",
                Part("Equal length: pairs whose two sentences have the same number of words.", cell="equal length"),
                Part("Unequal length: pairs whose two sentences differ in it.", cell="unequal length"),
                "BLiMP: the share of the N pairs that meet the criterion; a tie counts as half.",
                Part("ADC: the same by the Acceptability Delta Criterion.", column="ADC"),
                Part("Pearson, Spearman and Kendall: correlation of system deltas and human deltas.", column="Kendall"),
                Part(
                    "Over sentences: of the z-scores and ratings of the sentences in these pairs.", column="sentences"
                ),
                Part("Point-biserial: correlation of z-scores with the expert labels.", column="Point-biserial"),
            ),
        ),
    },
)
