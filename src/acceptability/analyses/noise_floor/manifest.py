"""Compare the ratings of sentences that are in a dataset under two ids and were rated twice."""

from acceptability.analyses.analysis import Analysis, Part, Section, Shown
from acceptability.contracts.columns import DATASET, count, dataset_table, number, share, text

NOISE_FLOOR = dataset_table(
    "noise_floor",
    {
        **DATASET,
        "sources": text("all, or the sources of the two sentences", unique=True),
        "strings": count("strings that two or more rated ids have"),
        "differences": count("twos of such ids"),
        "sd": number("standard deviation of the two ratings' difference, around 0; empty: none", nullable=True),
        "mean_absolute": number("mean absolute difference", nullable=True),
        "known": count("differences of which single ratings of both ids are known"),
        "sd_known": number("their standard deviation, around 0", nullable=True),
        "sd_expected": number("what sampling error alone would make of it", nullable=True),
        "p": share("chance that sampling error alone makes differences so great", nullable=True),
        "place_share": number(
            "share of the variance of a rating around its sentence's mean that is an effect of the place in the "
            "questionnaire (see human_error); by chance, it may be below 0; empty: not known",
            nullable=True,
        ),
    },
)

ANALYSIS = Analysis(
    optional={"ratings": ("single_ratings", "ratings")},
    writes=(NOISE_FLOOR,),
    when=("pairs", "rated"),
    section=Section(150),
    quotes=("noise_floor",),
    tables={
        "noise_floor": Shown(
            caption=(
                "Sentences that are in the dataset under two ids, each rated separately.",
                "The table shows how far apart the two ratings of one string are. No system can know which is higher.",
                Part(
                    '"Raters known": differences whose individual ratings are known, with their SD ("SD, raters '
                    'known") and the "expected SD" by sampling error alone. p: the probability of an SD at least as '
                    "large.",
                    when=("single_ratings",),
                ),
                Part(
                    "Variance by place: the share of the variance of one rating around its sentence's mean that is a "
                    "linear effect of the place in the questionnaire.",
                    when=("places",),
                ),
            ),
        ),
    },
)
