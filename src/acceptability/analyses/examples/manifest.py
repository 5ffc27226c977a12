"""Select pairs that all of some rows meet and all of others miss, as an example of the configuration asks."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import MEMBERS, Table, number, text

EXAMPLES = Table(
    "examples",
    {
        "pair_id": text("the pair", unique=True),
        "good_id": text("sentence_id of the acceptable member"),
        "bad_id": text("sentence_id of the other member"),
        "phenomenon": text("phenomenon of the pair"),
        **MEMBERS,
        "good_rating": number("rating of the acceptable member", nullable=True),
        "bad_rating": number("rating of the other member", nullable=True),
        "human": number("rating of the good member minus that of the bad one", nullable=True),
    },
    strict=False,  # as in DISAGREEMENTS
    may_be_empty=True,
    path="results/examples/{dataset}/{example}.csv",
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "example_systems")},
    settings=("example",),
    writes=(EXAMPLES,),
    when=("examples",),
    section=Section(260),
    quotes=("examples",),
    tables={
        "examples": Shown(
            settings=("first_pairs",),
            fixed={"rows": 4},
            parts="examples",
            caption=(
                "{part} Δ: the acceptable sentence's value minus that of the "
                "other, for human ratings and for each system's z-scores."
            ),
        ),
    },
)
