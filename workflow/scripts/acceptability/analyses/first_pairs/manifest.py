"""Which pairs to have rated first: those on which systems disagree, and a sample that can be weighted back."""

from acceptability.analyses.analysis import Analysis, Check, Each
from acceptability.contracts.columns import POSITIVE, SHARE, Column, Table, number, text, zero_or_one

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

ANALYSIS = Analysis(
    check=Check(
        place=30,
        files={"first_pairs": "all pairs, those first whose ratings say most about which system is closest to people"},
    ),
    reads={"deltas": Each("deltas", "all systems"), "pairs": "pairs"},
    writes=(FIRST_PAIRS,),
    when=("pairs", "checked", "several_rows"),
    settings=("first", "seed", "assumptions"),
    optional={"ratings": ("single_ratings", "ratings")},
)
