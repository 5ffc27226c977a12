"""Tabulate effects of two factors and their interaction in 2 × 2 designs, for people and systems."""

import pandas as pd

from acceptability.analyses.factorial.compute import BALANCED, FACTORS
from acceptability.contracts.names import HUMAN
from acceptability.tables.text import with_interval


def make_factorial(*, factorial: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Make a row for each design and each of its rows, people first."""
    names = {HUMAN: "People", BALANCED: "People, same places"} | labels
    keys = pd.MultiIndex.from_product(
        [factorial["design"].unique(), [row for row in names if row in set(factorial["row"])]]
    )
    table = factorial.set_index(["design", "row"])
    keys = keys[keys.isin(table.index)]  # people at the same places are not in all designs
    levels = {factor: [level for level in factorial[factor].unique() if level] for factor in FACTORS}
    (a, b), (c, d) = levels.values()
    headings = {"factor_1": f"{a} − {b}", "factor_2": f"{c} − {d}", "interaction": "Interaction"}
    if headings["factor_1"] == headings["factor_2"]:  # both are yes and no, say
        headings |= {factor: f"{headings[factor]}, {factor.replace('_', ' ')}" for factor in FACTORS}
    by_statistic = {name: table[table["statistic"] == name].reindex(keys) for name in headings}
    columns = {heading: with_interval(by_statistic[name], "value", "low", "high") for name, heading in headings.items()}
    over = "95 % intervals over items"
    if (raters := by_statistic["interaction"]["people"]).gt(0).any():
        over += ", those of people over items and people jointly"
        columns["Raters"] = raters.astype(int).astype(str).where(raters > 0, "")
    cells = pd.DataFrame(columns, index=keys)
    cells.insert(0, "Design", keys.get_level_values(0))
    cells.insert(1, "System", keys.get_level_values(1).map(names))
    return cells.reset_index(drop=True)
