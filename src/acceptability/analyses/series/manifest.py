"""Compare series of systems that differ in one number, such as parameters: shares and r with people, by phenomenon."""

from acceptability.analyses.analysis import Analysis, Each, Files, Part, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    choice,
    count,
    dataset_table,
    interval,
    number,
    positive,
    share,
    text,
)

_ROW = {
    **DATASET,
    "series": text("key of the series in the configuration"),
    "measure": text("what was measured"),
    "level": choice("what the group is", {"all": "all pairs", "phenomenon": "a phenomenon"}),
    "group": text("the phenomenon; all"),
    "pairs": count("pairs that count: those that all systems of the series cover; of r, those with a human number"),
    "over": text("what intervals and tests treat as a unit: clusters, paradigms or pairs"),
}
SERIES = dataset_table(
    "series",
    _ROW
    | {
        "system": text("key of the system"),
        "number": positive("its number, such as its parameters"),
        "statistic": choice(
            "which statistic",
            {
                "share": "share of pairs that meet the BLiMP criterion, a tie counting as half",
                "r": "Pearson's r of deltas with human deltas; where pairs are not rated, with the share of people who "
                "chose the acceptable sentence",
            },
        ),
        "value": number("the statistic; empty: it is not defined", nullable=True),
        **interval(),
        "strict": share("the share with a tie as missed; empty of r", nullable=True),
        "people": share(
            "people's share (see analyses.series.compute); empty of r, and where there is none", nullable=True
        ),
        **interval("its 95 % interval", prefix="people_"),
    },
    unique=("series", "measure", "group", "system", "statistic"),
    may_be_empty=True,
)
SERIES_TRENDS = dataset_table(
    "series_trends",
    _ROW
    | {
        "units": count("how many of these there are"),
        "differ": count("how many of these have a slope that is not 0: those that its test is about"),
        "slope": number("how much the share rises where the number is ten times as large", nullable=True),
        **interval(),
        "p": share("of a slope of 0, by flips of the signs of whole units; empty: too few for a test", nullable=True),
        "p_holm": share(
            "p corrected for all phenomena of the series' measure (Holm); of all pairs, p itself", nullable=True
        ),
        "first": positive(
            "smallest number whose share is not below people's, on the pairs of which people's is known; empty: none",
            nullable=True,
        ),
        "above_people": number("its share minus people's", nullable=True),
        **interval(prefix="above_"),
        "below_again": positive(
            "the first number after it that is clearly below people: the whole interval of this difference is below 0; "
            "empty: none",
            nullable=True,
        ),
        "fall": number(
            "share of the last system minus that of the earlier one that is most clearly better; empty: none is better",
            nullable=True,
        ),
        **interval(prefix="fall_"),
        "fall_from": positive("the number of the earlier system", nullable=True),
        "fall_p": share("p of the fall, by flips of signs", nullable=True),
        "fall_p_holm": share(
            "that p corrected for all comparisons of the last system with earlier ones, in all phenomena of the "
            "series' measure (Holm); of all pairs, for those of all pairs",
            nullable=True,
        ),
    },
    unique=("series", "measure", "group"),
    may_be_empty=True,
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "every_system"), "scorings": Files.SCORINGS},
    writes=(SERIES, SERIES_TRENDS),
    when=("pairs", "series"),
    settings=("series",),
    section=Section(55),
    quotes=("series_trends",),
    tables={
        "series": Shown(
            reads={"shares": "series"},
            caption=(
                "Trends of the share of pairs that meet the BLiMP criterion in series of systems that differ in one "
                "number.",
                "The columns have the share at the smallest and at the greatest number (a tie counts as half), and "
                "how much it rises where the number is ten times as large, with its 95 % interval and p. Of several "
                "samples of one size, it is the mean.",
                Part(
                    "First system not below people: the number at which the share is first not below people’s. Above "
                    "people by: how much it is above there. Below people again at: the first number after it at which "
                    "it is clearly below.",
                    column="First system not below people",
                ),
                "If an earlier system is better than the last one, a column shows by how much the share falls.",
                "Each p is by flips of the signs of whole units (clusters, paradigms or pairs). That of a phenomenon "
                "is corrected by Holm’s method for all phenomena of a series’ measure.",
                "That of all phenomena together is of one test, and not corrected for the number of series and "
                "measures. Those of falls are corrected for all earlier systems, too. –: too few units differ for a "
                "test.",
            ),
        ),
    },
    figures={
        "series": Shown(
            reads={"shares": "series"},
            settings=("series",),
            caption=(
                "Share of pairs that meet the BLiMP criterion, by the number in which the systems of a series differ.",
                "The shares are those of all pairs and of each phenomenon (of many phenomena, those with most pairs). "
                "A tie counts as half.",
                Part("A further row of panels has Pearson’s r of deltas with people.", when=("rated",)),
                Part(
                    "A further row of panels has Pearson’s r of deltas with people.",
                    when=("choices",),
                    unless=("rated",),
                ),
                "Vertical lines: 95 % intervals. Of several samples of one size, the line is their mean.",
                Part(
                    "Band: the share of people’s single answers that are right, with its 95 % interval.",
                    when=("choices",),
                ),
                Part(
                    "Band: the share of pairs in which the mean rating of the acceptable sentence is higher, with its "
                    "95 % interval.",
                    when=("rated",),
                    unless=("choices",),
                ),
                "Dotted: chance.",
            ),
        ),
    },
)
