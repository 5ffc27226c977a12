"""Compute the main table on the pairs that all rows cover."""

from dataclasses import replace

from acceptability.analyses.analysis import Analysis, Each, Part, Section, Shown
from acceptability.analyses.criteria.manifest import CRITERIA

COMMON = replace(CRITERIA, name="common", may_be_empty=True, path="results/metrics/{dataset}/common.csv")

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "every_system_and_references")},
    writes=(COMMON,),
    when=("pairs", "partial"),
    section=Section(21, own="short"),
    quotes=("common",),
    tables={
        "common": Shown(
            reads={"criteria": "common"},
            counts_pairs=True,
            caption=(
                "The main table on the pairs that all rows cover.",
                "Shares, chance, baselines and intervals are computed anew on these pairs. All rows and baselines are "
                "standardised over the sentences that all incomplete rows score.",
                Part(
                    "A system with decisions but no scores has no sizes of deltas, and so no ADC.",
                    when=("rated", "decides"),
                ),
                "The table is empty if all rows cover all pairs, or if no pair is covered by all.",
            ),
        ),
    },
)
