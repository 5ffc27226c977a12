"""Choose the pairs to rate first: those on which systems disagree, and a sample that can be weighted back."""

from acceptability.analyses.analysis import Analysis, Check, Each
from acceptability.contracts.columns import (
    NOT_NEGATIVE,
    POSITIVE,
    SHARE,
    Column,
    Table,
    choice,
    number,
    text,
    zero_or_one,
)

FIRST_PAIRS = Table(
    "first_pairs",
    {
        "pair_id": text("the pair", unique=True),
        "rank": Column(int, "its place, from 1: those first that say most", (POSITIVE,), unique=True),
        "information": number(
            "bits that one participant's ratings are expected to say about which row is closest to people", SHARE
        ),
        "rows_right": number("rows (systems and measures) that prefer the good sentence, a tie counting as half"),
        "agree": zero_or_one("1 where all rows prefer the same sentence, or none does"),
        "chance": number("its probability to be drawn into the sample: higher with more information", SHARE),
        "weight": number("1 / chance: weighted by it, shares of the drawn pairs estimate those of all pairs"),
        "drawn": zero_or_one("1 where it is in that sample"),
        "random": zero_or_one("1 where it is in a simple random sample of the same size"),
    },
    path="results/check/{dataset}/first_pairs.csv",
)
CHOICES = {
    "random": "a simple random sample, for a share",
    "drawn": "the weighted sample, in which pairs on which rows disagree are more likely, for differences",
}
QUANTITIES = {"share": "of pairs that a row gets right", "difference": "of two rows' shares"}
FIRST_ERRORS = Table(
    "first_errors",
    {
        "choice": choice("; ".join(f"{name}: {meaning}" for name, meaning in CHOICES.items()), CHOICES),
        "quantity": choice("; ".join(f"{name}: {meaning}" for name, meaning in QUANTITIES.items()), QUANTITIES),
        "standard_error": number(
            "of its estimate from so many rated pairs, if people prefer all good sentences: the median over rows with "
            "scores of all pairs, or over two of these",
            NOT_NEGATIVE,
        ),
    },
    unique=("choice", "quantity"),
    may_be_empty=True,
    path="results/check/{dataset}/first_errors.csv",
)

ANALYSIS = Analysis(
    check=Check(
        place=30,
        files={
            "first_pairs": "all pairs, those first whose ratings say most about which system is closest to people",
            "first_errors": "the standard errors of shares and their differences in the weighted and the random sample",
        },
    ),
    reads={"deltas": Each("deltas", "every_system")},
    writes=(FIRST_PAIRS, FIRST_ERRORS),
    when=("pairs", "checked", "several_rows"),
    settings=("assumptions",),
    optional={"ratings": ("single_ratings", "ratings")},
)
