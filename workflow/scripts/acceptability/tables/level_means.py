"""Share of pairs right: of all pairs, as the mean over paradigms, and as the mean over phenomena."""

import pandas as pd

from acceptability.contracts.parts import BY_LEVEL, LEVEL_MEANS
from acceptability.tables.text import Made, in_brackets, row_keys, with_interval

READS = {"levels": BY_LEVEL, "means": LEVEL_MEANS}
NAMES = {"paradigm": "paradigms", "phenomenon": "phenomena"}


def make(
    *, levels: pd.DataFrame, means: pd.DataFrame, labels: dict[str, str], others: dict[str, str], title: str
) -> Made:
    """A row for each system, and people; a tie counts as half. ``others`` as in tables.levels."""
    every = levels[levels["level"] == "all"].set_index(row_keys(levels[levels["level"] == "all"]))
    columns = {"All pairs": with_interval(every, "share_ties_half", "half_low", "half_high")}
    for level, name in NAMES.items():
        rows = means[means["level"] == level]
        rows = rows.set_index(row_keys(rows))
        heading = f"Mean of {rows['groups'].max()} {name}"
        columns[heading] = with_interval(rows, "mean_ties_half", "half_low", "half_high")
    named = {row: label for row, label in (labels | others).items() if row in every.index}
    table = pd.DataFrame(columns).loc[list(named)]
    table.insert(0, "System", list(named.values()))
    brackets = in_brackets(table, "95 % intervals over clusters, paradigms and phenomena")
    caption = (
        f"{title}: share of pairs that meet the BLiMP criterion, a tie counting as half. In a mean, each paradigm, or "
        "each phenomenon, counts alike, whatever its number of pairs."
    )
    return Made(table, caption + brackets)
