"""Compute companions of the ADC: measures of agreement, most of which do not depend on the scale of deltas."""

from acceptability.analyses.analysis import BRACKET, Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    NOT_NEGATIVE,
    count,
    dataset_table,
    interval,
    number,
    positive,
    text,
)

COMPANIONS = dataset_table(
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
                "Measures of agreement between the deltas of systems and people.",
                "ADC: the deltas must have the right size.",
                Part(
                    "Best scale: the ADC if a system's deltas are multiplied by the factor that is best for the "
                    "{clusters} of other folds. It is a mean, with the SD after ±, over random divisions into folds.",
                    column="best scale",
                ),
                "r: Pearson's r, which does not depend on the scale.",
                Part(
                    "Lin's concordance: r, reduced where means and SDs of deltas differ from people's.", column="Lin's"
                ),
                "Same order: how often a system puts two pairs in the same order as people; 0.5 is chance.",
                Part(
                    "Last columns: r over the pairs whose individual ratings are known, unadjusted and with the "
                    "raters' sampling error removed.",
                    column="noise removed",
                ),
                Part("In square brackets: 95 % intervals.", cell=BRACKET),
                Part("In round brackets: the rank.", when=("several_rows",)),
            ),
        ),
    },
)
