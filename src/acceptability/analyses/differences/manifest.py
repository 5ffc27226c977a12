"""Compare systems with each other: differences of their shares, with intervals and paired tests over clusters."""

from acceptability.analyses.analysis import BRACKET, Analysis, Each, Part, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    INTERVAL,
    OVER_PHENOMENA,
    THRESHOLD,
    count,
    dataset_table,
    number,
    share,
    text,
)

DIFFERENCES = dataset_table(
    "differences",
    {
        **DATASET,
        "first": text("system/measure"),
        "second": text("system/measure"),
        "criterion": text("blimp or adc; both corrected"),
        **THRESHOLD,
        "pairs": count("pairs that count and that both rows cover: the comparison is about these"),
        "difference": number("share of the first minus share of the second, a tie counting as half"),
        **INTERVAL,
        "p": share("two-sided; signs of whole clusters flipped; empty for references", nullable=True),
        "p_least": share("the smallest p_holm that any comparison of the family could have had", nullable=True),
        "detectable": number("difference that a single test would see in 80 % of samples", nullable=True),
        "family": text(
            "comparisons that are corrected together: a study's, other ones, partial (those of rows that do not cover "
            "all pairs), or references (none are)"
        ),
        "p_holm": share("p corrected by Holm's method for the whole family, all criteria and δ", nullable=True),
        **OVER_PHENOMENA,
        "p_holm_over_phenomena": share("p_holm with phenomena as clusters, likewise", nullable=True),
        "depends_on_clusters": number("1 where only one p_holm is below 0.05, else 0; empty: no test", nullable=True),
    },
    unique=("first", "second", "criterion", "threshold"),
    may_be_empty=True,
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "every_system_and_references")},
    writes=(DIFFERENCES,),
    when=("pairs", "systems"),
    section=Section(40, own="short"),
    quotes=("differences",),
    figures={
        "differences": Shown(
            caption=(
                "Share of the row minus share of the column, in percentage points.",
                Part("A tie counts as half.", when=("scores",)),
                Part("Columns are numbered like the rows.", when=("several_rows",)),
                Part(
                    "A corner marks what is not significant: p ≥ 0.05 in a paired test that flips the signs of whole "
                    "{clusters}. p is adjusted by Holm's method for all comparisons of the same family.",
                    when=("several_rows",),
                    cell=BRACKET,
                ),
                Part(
                    "The comparisons between the systems of a publication are one family, all others between systems "
                    "another.",
                    when=("several_rows", "families"),
                ),
                Part(
                    "If a row covers a part of the pairs, a difference is about the pairs that both rows cover, and "
                    "these comparisons are a family of their own.",
                    when=("several_rows", "partial"),
                ),
                Part(
                    "Systems with decisions but no scores are compared by the BLiMP criterion only.",
                    when=("several_rows", "decides", "rated"),
                ),
                Part(
                    "Differences from baselines are not tested: a corner there marks a 95 % interval that includes 0.",
                    cell=BRACKET,
                ),
            ),
        ),
    },
)
