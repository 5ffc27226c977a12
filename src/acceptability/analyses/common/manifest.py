"""Compute the main table on the pairs that all rows cover."""

from dataclasses import replace

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
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
                "The same table on the pairs that all rows cover: shares, chance, baselines and intervals are "
                "computed anew on these. All rows and baselines are standardised over the same sentences: those that "
                "all rows score that cover a part of the pairs. A system that only decides has no sizes of deltas, and "
                "so no ADC. The table is empty where all rows cover all pairs, and where there is no pair that all "
                "cover."
            ),
        ),
    },
)
