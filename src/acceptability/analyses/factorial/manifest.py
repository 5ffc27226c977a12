"""Compute effects and interactions in 2 × 2 designs, for people and systems."""

from acceptability.analyses.analysis import Analysis, Section, Shown
from acceptability.contracts.columns import DATASET, Table, any_text, count, interval, number, text

FACTORIAL = Table(
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
    path="results/metrics/{dataset}/factorial.csv",
)

ANALYSIS = Analysis(
    writes=(FACTORIAL,),
    when=("factorial", "scores"),
    section=Section(80),
    quotes=("factorial",),
    tables={
        "factorial": Shown(
            caption=(
                "Effects in 2 × 2 designs, of people and of each system, in z-scores: the difference that each "
                "factor makes at the first level of the other, and the interaction: the difference that factor 1 "
                "makes at the second level of factor 2, minus the one that it makes at the first. The level that "
                "is named first in the data comes first; the other way round, the interaction changes its sign. "
                "In square brackets: 95 % intervals by the jackknife over items; where single ratings are known, "
                "people's are over items and people jointly. Raters: the people who rated sentences of the "
                "design. People, same places: where conditions stand at different places of the questionnaire, means "
                "of the stages at which all four occur, each of which counts the same."
            ),
        ),
    },
    figures={
        "factorial": Shown(
            caption=(
                "Mean z-scores of the four conditions of each 2 × 2 design, of people and of systems. Solid and "
                "dashed: the first and second level of one factor; from left to right: of the other. Parallel "
                "lines: no interaction. In the corner: the interaction, by how much the dashed line falls more "
                "than the solid one, such as the island effect. Vertical lines: 95 % intervals over items (and "
                "people). A system’s scores have an SD of 1 over all sentences, except for predictions of ratings on "
                "their own scale; people’s mean ratings have a smaller one."
            ),
        ),
    },
)
