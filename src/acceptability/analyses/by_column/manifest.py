"""Compute shares of pairs by the values of columns that the user names."""

from acceptability.analyses.analysis import Analysis, Each, Section, Shown
from acceptability.contracts.columns import (
    DATASET,
    INTERVAL,
    MET,
    SYSTEM,
    THRESHOLD,
    dataset_table,
    interval,
    number,
    share,
    text,
)

NONE = "(empty)"  # the value of pairs whose cell is empty
BY_COLUMN = dataset_table(
    "by_column",
    {
        **DATASET,
        **SYSTEM,
        "column": text("the column of the pairs"),
        "value": text(f"its value; {NONE}: the cell is empty"),
        "criterion": text("blimp or adc; both corrected"),
        **THRESHOLD,
        **MET,
        "share": share("met / pairs"),
        **INTERVAL,
        "ties": number("pairs that count whose members have the same score; empty: no scores", nullable=True),
        "share_ties_half": share("the share that is compared with others: a tie counts as half"),
        **interval("its 95 % interval over clusters; empty for fewer than two clusters", prefix="half_"),
    },
    unique=("system", "measure", "column", "value", "criterion", "threshold"),
    may_be_empty=True,
)

ANALYSIS = Analysis(
    reads={"deltas": Each("deltas", "every_system")},
    writes=(BY_COLUMN,),
    when=("pairs", "systems", "by"),
    by_coverage=True,
    section=Section(53, own="both"),
    tables={
        "by_column": Shown(
            caption=(
                "Share of pairs that meet each criterion, by the values of columns of your table.",
                "A tie counts as half.",
                "In brackets: 95 % intervals over the {clusters} that have such pairs.",
                "Differences between values are not tested.",
            ),
        ),
    },
)
