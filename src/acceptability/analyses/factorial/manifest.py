"""Compute effects and interactions in 2 × 2 designs, for people and systems."""

from acceptability.analyses.analysis import Analysis, Part, Section, Shown
from acceptability.contracts.columns import DATASET, any_text, count, dataset_table, interval, number, text

FACTORIAL = dataset_table(
    "factorial",
    {
        **DATASET,
        "row": text(
            "system/measure, or human; human_balanced: people at the stages of the questionnaire at which all four "
            "conditions of the design occur, each stage counting the same, where conditions stand at different stages"
        ),
        "design": text("the 2 × 2 design"),
        "statistic": text(
            "the mean z-score of a condition, by its levels; factor_1, factor_2: the first level of one factor minus "
            "the second, at the first level of the other; interaction: that of factor_1 at the second level of the "
            "other, minus that at the first"
        ),
        "factor_1": any_text("the condition's level of the first factor; empty for an effect"),
        "factor_2": any_text("its level of the second factor"),
        "value": number("the statistic; empty: a condition has no values", nullable=True),
        **interval(
            "its 95 % interval over sets, the items; of people whose single ratings are known, over items "
            "and people jointly"
        ),
        "sets": count("sets of the design"),
        "people": count("participants who rated sentences of the design; 0: not known"),
    },
    unique=("row", "design", "statistic", "factor_1", "factor_2"),
)

ANALYSIS = Analysis(
    writes=(FACTORIAL,),
    when=("factorial", "scores"),
    section=Section(80),
    quotes=("factorial",),
    tables={
        "factorial": Shown(
            caption=(
                "Effects in 2 × 2 designs, in z-scores.",
                "The rows are systems.",
                Part("Other rows are people.", when=("rated",)),
                "The first two columns have the difference that each factor makes at the first level of the other.",
                "Interaction: the difference that factor 1 makes at the second level of factor 2, minus the one at "
                "the first. The level that is named first in the data comes first; the other way round, the "
                "interaction changes its sign.",
                "In square brackets: 95 % intervals by the jackknife over items.",
                Part("People's intervals are over items and people jointly.", when=("single_ratings",)),
                Part("Raters: the people who rated sentences of the design.", column="Raters"),
                Part(
                    "People, same places: means of the stages at which all four conditions occur, each of which "
                    "counts the same. This row is there if conditions have different places in the questionnaire.",
                    when=("places",),
                ),
            ),
        ),
    },
    figures={
        "factorial": Shown(
            caption=(
                "Mean z-scores of the four conditions of each 2 × 2 design.",
                "Solid and dashed: the first and second level of one factor. From left to right: the levels of the "
                "other. Parallel lines: no interaction.",
                "In the corner: the interaction, by how much the dashed line falls more than the solid one, such as "
                "the island effect.",
                "Vertical lines: 95 % intervals over items.",
                Part("Those of people are over items and people.", when=("single_ratings",)),
                "A system’s scores have an SD of 1 over all sentences.",
                Part("Predictions of ratings on their own scale are an exception.", when=("fitted",)),
                Part("People’s mean ratings have a smaller SD.", when=("rated",)),
            ),
        ),
    },
)
