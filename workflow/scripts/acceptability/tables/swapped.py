"""Systems by what people they are compared with, and how these were asked."""

import pandas as pd

from acceptability.contracts.raters import CHOICE_AGREEMENT, PEOPLE
from acceptability.tables.text import Made, in_brackets, row_keys, with_interval

READS = {"people": PEOPLE, "swapped": PEOPLE, "choices": CHOICE_AGREEMENT}
STATISTICS = {"adc": "ADC, δ = {:g}", "pair_r": "r of deltas"}
SIDES = {"people/raw": "The other panel", "people/sd_1": "The other panel, SD 1"}


def make(
    *, people: pd.DataFrame, swapped: pd.DataFrame, choices: pd.DataFrame | None, labels: dict[str, str], title: str
) -> Made:
    """A row for each system and the other panel: the ADC at the smallest δ and r of deltas, by each reference."""
    labels, columns = SIDES | labels, {}
    smallest = people.loc[people["statistic"] == "adc", "threshold"].min()
    for statistic, heading in STATISTICS.items():
        for name, table in (("ratings", people), ("other people", swapped)):
            chosen = table["statistic"].eq(statistic) & table["threshold"].isin([smallest, float("nan")])
            group = table[chosen].set_index(row_keys(table[chosen]))
            columns[f"{heading.format(smallest)}: {name}"] = with_interval(group, "value", "low", "high")
    if choices is not None:
        group = choices[choices["statistic"] == "pair_r"].set_index("row")
        columns["r with choices"] = with_interval(group, "value", "low", "high")
    table = pd.DataFrame(columns)
    table = table.reindex([row for row in labels if row in table.index]).fillna("")
    table.insert(0, title, [labels[row] for row in table.index])
    pairs = int(people["pairs"].max()) if len(people) else 0
    caption = (
        f"{title}: the same systems beside two panels of people, whose ratings of the same {pairs:,} pairs come from "
        "two experiments." + (" Choices: of one sentence of a pair, by a third panel." if choices is not None else "")
    )
    return Made(table, caption + in_brackets(table), latex=table.rename(columns={title: "System"}))
