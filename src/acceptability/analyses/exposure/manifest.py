"""Measure how people's ratings of each kind of sentence change with exposure, and how far systems are from them."""

from acceptability.analyses.analysis import Analysis, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    any_text,
    count,
    dataset_table,
    interval,
    number,
    positive,
    share,
    text,
)

MOST = 24  # kinds of sentences that figures, LaTeX and reports show
KIND = {
    "design": any_text("the 2 × 2 design; empty: the dataset has none, or more than eight, which are joined"),
    "construction": text(
        "the kind of sentence: its condition in the design, or its construction; without these, acceptable or "
        "unacceptable by the experts, or all sentences"
    ),
}
EXPOSURE = dataset_table(
    "exposure",
    {
        **DATASET,
        "row": text("human, or system/measure"),
        **KIND,
        "stage": count("the stage, from 1: a place of the questionnaire, or one of at most eight bins of places"),
        "first": positive("the first place of these answers"),
        "last": positive("the last place of these answers"),
        "value": number("mean z-score of people's answers; of a system, mean of what its scores predict for them"),
        **interval("the 95 % interval of people's mean, over people and sentences jointly"),
        "gap": number("people's mean minus the prediction; empty of people", nullable=True),
        **interval("its 95 % interval, likewise", prefix="gap_"),
        "r": number("Pearson's r of the row's scores with the ratings of all sentences", nullable=True),
        "answers": count("answers at this stage, of sentences that stand at several stages"),
        "sentences": count("how many sentences they are about"),
        "people": count("how many people gave them"),
    },
    unique=("row", "design", "construction", "stage"),
    may_be_empty=True,
)
EXPOSURE_SLOPES = dataset_table(
    "exposure_slopes",
    {
        **DATASET,
        **KIND,
        "slope": number(
            "change of a z-score from one stage to the next within a person: see statistics.places.slope_within_people",
            nullable=True,
        ),
        "standard_error": number("its standard error over people", nullable=True),
        **interval("its 95 % interval over people"),
        "p": share("two-sided p of a change of 0, over people likewise; empty: no interval", nullable=True),
        "p_holm": share("p corrected for all kinds of sentences of the dataset (Holm)", nullable=True),
        "people": count("people who rated such sentences at two stages or more"),
        "sentences": count("sentences of the kind that stand at several stages"),
        "stages": count("stages at which they stand"),
        "stages_of_sentence": number(
            "at how many of these one of them stands, on average; where it is fewer, two stages are partly about "
            "different sentences"
        ),
    },
    unique=("design", "construction"),
    may_be_empty=True,
)

ANALYSIS = Analysis(
    writes=(EXPOSURE, EXPOSURE_SLOPES),
    when=("single_ratings", "places"),
    section=Section(135),
    quotes=("exposure", "exposure_slopes"),
    tables={
        "exposure": Shown(
            caption=(
                "People's ratings of each kind of sentence as exposure grows, and how far systems are from them. "
                "People’s mean: of z-scores at the first and at the last stage, with the number of answers in "
                "parentheses. Change per stage: the change of a person's ratings from one stage to the next. Gap: "
                "people's mean minus what the scores predict for the same answers, by least squares on the ratings of "
                "all sentences. In square brackets: 95 % intervals, over people and sentences jointly, those of the "
                "change over people. p: of a change of 0, over people, adjusted for all kinds of sentences by Holm’s "
                "method. Only sentences that stand at several stages count. Kinds with the most answers come first, at "
                f"most {MOST}, and of the gaps those of the scores with the highest correlation."
            ),
        ),
    },
    figures={
        "exposure": Shown(
            caption=(
                "Mean z-scores of people (solid, black) at each stage of the questionnaire, by kind of sentence. "
                "Vertical lines: 95 % intervals over people and sentences jointly. Dashed: what a system's scores "
                "predict for the same answers, by least squares on the ratings of all sentences; of more than three "
                "rows, only that with the highest correlation is shown. Only sentences that stand at several stages "
                f"count, and of more than {MOST} kinds, those with most answers are shown."
            ),
        ),
    },
)
