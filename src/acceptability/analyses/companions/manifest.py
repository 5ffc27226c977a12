"""Compute companions of the ADC: measures of agreement, most of which do not depend on the scale of deltas."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import DATASET, NOT_NEGATIVE, Table, count, interval, number, positive, text

COMPANIONS = Table(
    "companions",
    {
        **DATASET,
        "row": text("system/measure"),
        "companion": text(
            "adc, rescaled_adc, pearson_r, lins_concordance, pearson_r_known_errors, noise_free_r or same_order; see "
            "analyses.companions.compute"
        ),
        "threshold": positive("δ of the ADC; empty: none", nullable=True),
        "value": number("share or coefficient", nullable=True),
        **interval(),
        "fold_sd": number("of rescaled_adc: SD over divisions into folds", NOT_NEGATIVE, nullable=True),
        "place": positive("1 for the greatest value of all systems that cover all pairs; else empty", nullable=True),
        "factor": number("of rescaled_adc: what serves the deltas best on all pairs", nullable=True),
        "pairs": count("pairs that count"),
    },
    unique=("row", "companion", "threshold"),
    path="results/metrics/{dataset}/companions.csv",
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "scorers_and_references")},
    writes=(COMPANIONS,),
    when=("pairs", "rated", "scores"),
    by_coverage=True,
    section=Section(100),
    tables={
        "companions": Shown(
            caption=(
                "The ADC asks for deltas of the right size. Pearson's r of deltas does not, nor the order of "
                "pairs (same order: how often the system puts two pairs in the same order as people do; 0.5 is "
                "chance), nor the best scale: the ADC if a system's deltas are multiplied by the factor that is "
                "best for the clusters of other folds, mean and SD (after ±) over random divisions of the "
                "clusters into folds. Lin's concordance does: it is r where means and SDs of the deltas are "
                "people's, and less where they differ. The last columns are over the pairs whose individual "
                "ratings are known: r unadjusted, and with the raters' sampling error removed. In square brackets: "
                "95 % intervals; in round brackets: the rank."
            ),
        ),
    },
)
