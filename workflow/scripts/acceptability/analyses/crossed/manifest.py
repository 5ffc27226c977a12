"""How well scores agree with ratings within and between sets and constructions that cross, such as verbs and frames."""

from acceptability.analyses.analysis import Analysis, Section, Shown
from acceptability.contracts.columns import DATASET, Table, any_text, choice, count, interval, number, text

LEVELS = {
    "all": "All sentences",
    "within_sets": "Within sets",
    "within_constructions": "Within constructions",
    "within_both": "Within both",
    "between_sets": "Between sets",
    "between_constructions": "Between constructions",
}
HUMAN = "human"
SHORTER, SET_MEAN, CONSTRUCTION_MEAN = "negative_length", "set_mean", "construction_mean"
BESIDES = {  # rows that are no systems
    HUMAN: "People, half against half",
    SHORTER: "Shorter is better",
    SET_MEAN: "Ratings of the set elsewhere",
    CONSTRUCTION_MEAN: "Ratings of the construction elsewhere",
}

CROSSED = Table(
    "crossed",
    {
        **DATASET,
        "stratum": any_text("the part of the sentences within which ratings compare, such as a tense; empty: all"),
        "row": text(
            "system/measure; human: one half of the people against the other, corrected to as many people as rated "
            "(Spearman-Brown, as if both halves had as many raters of each sentence; where they differ much, it is a "
            "little low); negative_length: shorter is better; set_mean, construction_mean: the mean rating of the "
            "sentence's set in other constructions, and of its construction in other sets"
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
            "its 95 % interval over sets and constructions jointly, both taken for samples; empty: fewer than five of "
            "either, or no variation"
        ),
        "sentences": count("sentences with both values"),
        "sets": count("their sets"),
        "constructions": count("their constructions"),
    },
    unique=("stratum", "row", "level"),
    path="results/metrics/{dataset}/crossed.csv",
)

_SAID = (
    "Pearson’s r of scores and human ratings, where sets and constructions cross. Within sets (constructions): of "
    "differences from the mean of the set (construction). Within both: of what an effect of each set and one of each "
    "construction leave, by least squares. Between: of means. People: one half of them, every other one in the order "
    "of answers, against the other, corrected to all (Spearman and Brown): what another panel of as many would reach; "
    "without people’s errors, one can be above it. Elsewhere: the mean rating of the same set in other constructions, "
    "and of the same construction in other sets."
)
_INTERVALS = "95 % intervals by the jackknife over sets and constructions jointly; none from fewer than five of either."

ANALYSIS = Analysis(
    writes=(CROSSED,),
    when=("crossed", "rated", "scores"),
    section=Section(82),
    quotes=("crossed",),
    tables={"crossed": Shown(caption=f"{_SAID} In square brackets: {_INTERVALS}")},
    figures={
        "crossed": Shown(
            caption=f"{_SAID} Small hollow markers: in parts of the sentences, where ratings do not compare over all. "
            f"Lines: {_INTERVALS}"
        ),
    },
)
