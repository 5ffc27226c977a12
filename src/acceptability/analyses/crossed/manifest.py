"""Measure how well scores agree with ratings within and between crossed sets and constructions, such as verbs and
frames.
"""

from acceptability.analyses.analysis import Analysis, Section, Shown
from acceptability.contracts.columns import DATASET, any_text, choice, count, dataset_table, interval, number, text
from acceptability.contracts.names import HUMAN

LEVELS = {
    "all": "All sentences",
    "within_sets": "Within sets",
    "within_constructions": "Within constructions",
    "within_both": "Within both",
    "between_sets": "Between sets",
    "between_constructions": "Between constructions",
}
SPLITS = 20  # of the people into random halves
SHORTER, SET_MEAN, CONSTRUCTION_MEAN = "negative_length", "set_mean", "construction_mean"
BESIDES = {  # rows that are no systems
    HUMAN: "Participants, half against half",
    SHORTER: "Shorter is better",
    SET_MEAN: "Ratings of the set elsewhere",
    CONSTRUCTION_MEAN: "Ratings of the construction elsewhere",
}

CROSSED = dataset_table(
    "crossed",
    {
        **DATASET,
        "stratum": any_text("the part of the sentences within which ratings compare, such as a tense; empty: all"),
        "row": text(
            f"system/measure; human: one half of the people against the other, the mean of {SPLITS} random halvings "
            "(also of the ends of intervals, and of counts), stepped up to all people by Spearman and Brown's formula "
            "and the harmonic means of raters; no row where most sentences have one rater; negative_length: shorter is "
            "better; set_mean, construction_mean: the mean rating of the sentence's set in other constructions, and of "
            "its construction in other sets"
        ),
        "level": choice(
            "at which ratings are correlated",
            {
                "all": "all sentences",
                "within_sets": "differences from the mean of the set",
                "within_constructions": "differences from the mean of the construction",
                "within_both": "what an effect of each set and one of each construction leave, by least squares",
                "between_sets": "means of sets, each of which counts the same",
                "between_constructions": "means of constructions, likewise",
            },
        ),
        "pearson_r": number("Pearson's r with human ratings; empty: not defined", nullable=True),
        **interval(
            "its 95 % interval over sets and constructions jointly, both taken for samples, and participants as given; "
            "empty: fewer than five of either, or no variation"
        ),
        "sentences": count("sentences with both values; of people, that both halves rated"),
        "sets": count("their sets"),
        "constructions": count("their constructions"),
    },
    unique=("stratum", "row", "level"),
)

_SAID = (
    "Pearson’s r between scores and ratings for sentences whose sets (such as verbs) and constructions (frames) cross. "
    "Within sets or constructions: after subtracting their means; within both: least-squares residuals after an effect "
    f"of each. Between: means. Participants: two random halves (mean of {SPLITS} splits), stepped up by "
    "Spearman–Brown: what a second panel of this size is expected to reach; left out where most sentences have one "
    "rater. Ratings elsewhere: the mean rating of the same set in other constructions, or of the same construction in "
    "other sets."
)
_INTERVALS = (
    "95 % intervals over sets and constructions jointly, which take the participants as given; none from fewer than "
    "five of either."
)

ANALYSIS = Analysis(
    writes=(CROSSED,),
    when=("crossed", "rated", "scores"),
    section=Section(82),
    quotes=("crossed",),
    tables={"crossed": Shown(caption=f"{_SAID} In square brackets: {_INTERVALS}")},
    figures={
        "crossed": Shown(
            caption=f"{_SAID} Small hollow markers: r in parts of the sentences, within which ratings compare. "
            f"Lines: {_INTERVALS}"
        ),
    },
)
