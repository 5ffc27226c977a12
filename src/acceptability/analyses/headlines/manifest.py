"""Summarise each system: how many pairs are right, whether more than by chance, and one sentence for a paper."""

from acceptability.analyses.analysis import Analysis, Each, Level
from acceptability.contracts.columns import (
    DATASET,
    NOT_NEGATIVE,
    SYSTEM,
    THRESHOLD,
    choice,
    count,
    dataset_table,
    interval,
    number,
    share,
    text,
)

OVER = {
    "clusters": "clusters of pairs, which are kept together",
    "pairs": "single pairs, because clusters are too few for an interval",
}
AGAINST_CHANCE = dataset_table(
    "against_chance",
    {
        **DATASET,
        **SYSTEM,
        "criterion": text("blimp or adc"),
        **THRESHOLD,
        "right": number("pairs that meet the criterion, a tie counting as half", NOT_NEGATIVE),
        "ties": count("pairs that count as half in it"),
        "pairs": count("pairs that count and that the row covers"),
        "share": share("right divided by pairs"),
        **interval("its 95 % interval, over clusters or, where these are too few, over pairs"),
        "chance": share("0.5 by blimp; by adc, the share expected with the row's own deltas permuted over the pairs"),
        "p": share(
            "two-sided p of the share being chance, by flips of the signs of whole units; not corrected for the number "
            "of rows"
        ),
        "over": choice("what the interval and p are over", OVER),
        "units": count("how many clusters, or pairs, these are"),
    },
    unique=("system", "measure", "criterion", "threshold"),
)
QUOTATIONS = dataset_table(
    "quotations",
    {
        **DATASET,
        "row": text("system/measure", unique=True),
        "sentence": text("its results in words, for a paper"),
    },
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "every_system")},
    optional={
        "fits": (("rated", "scores"), Level("fits", "sentences")),
        "strength": (("rated", "scores"), "strength"),
        "human_error": ("single_ratings", "human_error"),
    },
    writes=(AGAINST_CHANCE, QUOTATIONS),
    when=("pairs", "systems"),
    quotes=("against_chance", "quotations"),
)
