"""Share of pairs right by phenomenon, or by paradigm: a row for each, a column for each system, and people."""

import pandas as pd

from acceptability.analysis.levels import with_pairs
from acceptability.contracts.parts import BY_LEVEL
from acceptability.tables.text import Made, in_brackets, row_keys, shown, with_interval

READS = {"levels": BY_LEVEL}


def make(*, levels: pd.DataFrame, labels: dict[str, str], others: dict[str, str], title: str, level: str) -> Made:
    """Strict shares with 95 % intervals, all pairs first.

    Where a row has ties, the shares that count them as half, and as met. ``others``: people, and systems of which only
    shares of paradigms are known. LaTeX shows the strict shares alone.
    """
    levels = levels.assign(row=row_keys(levels))
    rows = with_pairs(labels | others, levels[levels["level"] == level])
    levels = levels[levels["level"].isin(["all", level])]
    names = levels.loc[levels["row"] == next(iter(rows)), ["group", "pairs"]].set_index("group")["pairs"]
    columns = {"Pairs": names.map("{:,}".format)}
    strict = {}
    for row, label in rows.items():
        of_row = levels[levels["row"] == row].set_index("group")
        columns[label] = with_interval(of_row, "share", "low", "high")
        strict[label] = of_row["share"].map(lambda share: shown(share, 3))
        if of_row["ties"].sum() > 0:
            columns[f"{label}, ties half"] = of_row["share_ties_half"].map(lambda share: shown(share, 3))
            met = (of_row["met"] + of_row["ties"]) / of_row["pairs"]
            columns[f"{label}, ties met"] = met.map(lambda share: shown(share, 3))
    table = pd.DataFrame(columns).reindex(names.index).fillna("")
    latex = pd.DataFrame(strict).reindex(names.index).fillna("")
    for frame in (table, latex):
        frame.insert(0, level.capitalize(), [name.replace("_", " ") for name in names.index])
    crossed = (levels.loc[levels["level"] == level, "over"] == "clusters").any()
    over = "clusters" if crossed else "paradigms" if level == "phenomenon" else "pairs"
    brackets = in_brackets(table, f"95 % intervals, those of a {level} over its {over}")
    caption = f"{title}: share of pairs that meet the BLiMP criterion, by {level}."
    return Made(table, caption + brackets, latex=latex)
