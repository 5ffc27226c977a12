"""Tabulate the parts of the share of pairs that meet the ADC: chance, step by step."""

import pandas as pd

from acceptability.tables.text import shown

NAMES = {
    "no_knowledge": "No knowledge",
    "size_only": "Size only",
    "sign_only": "Sign only",
    "chance": "Any pair's",
    "chance_within": "Another pair's of the phenomenon",
    "share": "Own",
}


def make_chance_steps(
    *, chance_steps: pd.DataFrame, labels: dict[str, str], references: dict[str, str]
) -> pd.DataFrame:
    """Return a row a system, then the references that have deltas; the shares at the smallest δ by what is known."""
    smallest = chance_steps["threshold"].min()
    wide = chance_steps[chance_steps["threshold"] == smallest].pivot(index="row", columns="known", values="share")
    rows = {row: label for row, label in (labels | references).items() if row in wide.index}
    table = wide.loc[list(rows), list(NAMES)].map(lambda share: shown(share, 3)).rename(columns=NAMES)
    table.insert(0, "System", list(rows.values()))
    return table
