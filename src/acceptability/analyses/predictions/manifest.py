"""Test three predictions about log-probabilities of sentences in pairs and alone (Hu et al. 2026)."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import DATASET, Table, count, interval, number, text

PREDICTIONS = Table(
    "predictions",
    {
        **DATASET,
        "row": text("system/measure"),
        "statistic": text(
            "within_pair_r: Pearson's r of the scores of the two sentences of a pair; pair_r: of the differences of "
            "scores and people's; auc: of all sentences in pairs, in whatever pair; paired: the share of pairs whose "
            "good sentence has the higher score; ties half; see analyses.predictions.compute"
        ),
        "value": number("the statistic; empty: a side does not vary", nullable=True),
        **interval(),
        "number": count("pairs that count; of pair_r, those of which people's difference is known"),
    },
    unique=("row", "statistic"),
    path="results/metrics/{dataset}/predictions.csv",
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "scorers")},
    writes=(PREDICTIONS,),
    when=("pairs", "scores"),
    by_coverage=True,
    section=Section(110),
    tables={
        "predictions": Shown(
            caption=(
                "Three predictions about log-probabilities (Hu et al. 2026), which mix what a sentence says with "
                "how grammatical it is. (1) The scores of the two sentences of a pair, which say about the same, "
                "are highly correlated. (2) Their difference goes with people's: of ratings; where nobody rated, "
                "with the share of people who chose the good sentence, or with how much people prefer one kind of "
                "sentence (then of all pairs in the same order). (3) Outside of pairs, scores separate good and "
                "bad sentences poorly (AUC, 0.5 is chance), while within pairs the good one mostly scores higher. "
                "AUC: how often the good sentence of any pair scores higher than the bad one of any. Ties count "
                "as half. Other measures than log-probabilities, for which the predictions are not made, are "
                "next to them. In brackets: 95 % intervals by the jackknife over clusters."
            ),
        ),
    },
)
