"""Compare shares of right pairs by paradigm with those of people whose answers are known as sums only."""

from acceptability.analyses.analysis import Analysis, Section, Shown
from acceptability.contracts.columns import DATASET, choice, count, dataset_table, interval, number, text

BESIDE_SUMS = dataset_table(
    "beside_sums",
    {
        **DATASET,
        "row": text("system/measure"),
        "statistic": choice(
            "what Pearson's r is over",
            {"paradigm_r": "shares of paradigms", "phenomenon_r": "shares of phenomena"},
        ),
        "value": number("Pearson's r of its shares of right pairs and people's; empty: one is constant", nullable=True),
        **interval("its 95 % interval over paradigms, or phenomena"),
        "ceiling": number(
            "what a perfect predictor of people's expected shares could reach: the square root of the reliability of "
            "their shares; empty: they vary no more than by chance",
            nullable=True,
        ),
        "number": count("paradigms, or phenomena, that people and the row have"),
    },
    unique=("row", "statistic"),
)

ANALYSIS = Analysis(
    writes=(BESIDE_SUMS,),
    when=("paradigms", "shares", "summed_choices"),
    section=Section(52, own="both"),
    quotes=("by_level",),
    tables={
        "beside_sums": Shown(
            caption=(
                "Pearson’s r of the shares of right pairs of each row with the shares of right answers of people, over "
                "paradigms and over phenomena; in brackets, 95 % intervals by the jackknife over these. Of people, "
                "only the sum of each paradigm is known. Ceiling: what a perfect predictor could reach, as few people "
                "answered (the square root of the reliability of their shares, by the binomial error of each). Rows in "
                "the lower part are baselines."
            ),
        ),
    },
)
