"""What the share of pairs that meet the ADC is made of: chance, step by step."""

import pandas as pd

from acceptability.contracts.curves import CHANCE_STEPS
from acceptability.tables.text import Made, shown

READS = {"steps": CHANCE_STEPS}

NAMES = {
    "no_knowledge": "No knowledge",
    "size_only": "Size only",
    "sign_only": "Sign only",
    "chance": "Any pair's",
    "chance_within": "Another pair's of the phenomenon",
    "share": "Own",
}


def make(*, steps: pd.DataFrame, labels: dict[str, str], references: dict[str, str], title: str) -> Made:
    """A row a system, then the references that have deltas; the shares at the smallest δ by what is known."""
    smallest = steps["threshold"].min()
    wide = steps[steps["threshold"] == smallest].pivot(index="row", columns="known", values="share")
    rows = {row: label for row, label in (labels | references).items() if row in wide.index}
    table = wide.loc[list(rows), list(NAMES)].map(lambda share: shown(share, 3)).rename(columns=NAMES)
    table.insert(0, "System", list(rows.values()))
    caption = (
        f"{title}: what the share of pairs that meet the ADC (δ = {smallest:g}) is made of: shares that are expected "
        "if each pair gets, from left to right, a random sign and any pair's size; a random sign and its own size; its "
        "own sign and any pair's size; any pair's delta (chance); that of another pair of its phenomenon; its own. A "
        "tie counts as half."
    )
    return Made(table, caption)
