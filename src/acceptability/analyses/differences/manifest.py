"""Compare systems with each other: differences of their shares, with intervals and paired tests over clusters."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    INTERVAL,
    OVER_PHENOMENA,
    THRESHOLD,
    Table,
    count,
    number,
    share,
    text,
)

DIFFERENCES = Table(
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
    path="results/metrics/{dataset}/differences.csv",
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
                "Share of the row minus share of the column, in percentage points, a tie counting as half; "
                "columns are numbered like the rows. A corner marks what is not significant: p ≥ 0.05 in a paired "
                "test that flips the signs of whole clusters of pairs, after Holm’s correction for all "
                "comparisons of the same family by all criteria (those between the systems of a paper; all others "
                "between systems; where rows cover a part of the pairs only, a difference is about the pairs that both "
                "cover, and these comparisons are a family of their own). What only decides is compared by the BLiMP "
                "criterion alone, and belongs to the same families as what scores. Differences from baselines are not "
                "tested; there, a corner marks a 95 % interval that includes 0."
            ),
        ),
    },
)
