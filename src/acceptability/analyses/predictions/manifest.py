"""Test three predictions about log-probabilities of sentences in pairs and alone (Hu et al. 2026)."""

from acceptability.analyses.analysis import BRACKET, Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import DATASET, count, dataset_table, interval, number, text

PREDICTIONS = dataset_table(
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
                "Predictions about log-probabilities (Hu et al. 2026), which depend on what a sentence means "
                "and on how grammatical it is.",
                "(1) The scores of the two sentences of a pair, which mean about the same, are highly correlated.",
                Part("(2) Their difference is correlated with the difference of ratings.", when=("rated",)),
                Part(
                    "(2) Their difference is correlated with the share of people who chose the good sentence.",
                    when=("choices",),
                    unless=("rated",),
                ),
                Part(
                    "(2) Their difference is correlated with how much people prefer one kind of sentence, in the same "
                    "order for all pairs.",
                    when=("preference",),
                    unless=("rated", "choices"),
                ),
                Part(
                    "(3) Outside of pairs, scores separate good and bad sentences poorly, while within pairs the good "
                    "one mostly scores higher. AUC: how often the good sentence of any pair scores higher than the "
                    "bad one of any pair; 0.5 is chance.",
                    column="AUC",
                ),
                "A tie counts as half.",
                Part(
                    "The predictions are not about other measures, which are listed for comparison.",
                    when=("other_measures",),
                ),
                Part("In brackets: 95 % intervals by the jackknife over {clusters}.", cell=BRACKET),
            ),
        ),
    },
)
