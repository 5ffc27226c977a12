"""What the sampling error of human ratings leaves open: decisions that are certain, δ in standard errors."""

import pandas as pd

from acceptability.contracts.raters import PEOPLE
from acceptability.tables.text import Made, in_brackets, row_keys, with_interval

READS = {"people": PEOPLE}
NAMES = {
    "adc": "ADC, δ = {:g}",
    "certain": "Certain, δ = {:g}",
    "certainly_met": "Met for certain, δ = {:g}",
    "adc_se": "ADC, δ = {:g} SE",
}


def make(*, people: pd.DataFrame, panels: dict[str, str], labels: dict[str, str], title: str) -> Made:
    """A row for each panel and system. LaTeX has the smallest δ only."""
    labels = panels | labels
    people = people[people["statistic"].isin(NAMES)].assign(row=row_keys)
    smallest = people.loc[people["statistic"] == "adc", "threshold"].min()
    columns, short = {title: pd.Series(labels)}, [title]
    order = {statistic: place for place, statistic in enumerate(NAMES)}
    people = people.sort_values(["threshold", "statistic"], key=lambda of: of.replace(order), kind="stable")
    people = people.sort_values("statistic", key=lambda of: of == "adc_se", kind="stable")
    for (threshold, statistic), group in people.groupby(["threshold", "statistic"], sort=False):
        name = NAMES[statistic].format(threshold)
        columns[name] = with_interval(group.set_index("row"), "value", "low", "high")
        short += [name] if statistic == "adc_se" or threshold == smallest else []
    present = [row for row in labels if row in set(people["row"])]
    table = pd.DataFrame(columns).reindex(present).fillna("")
    pairs = int(people["pairs"].max()) if len(people) else 0
    caption = (
        f"{title}: what the sampling error of the ratings leaves open, on the {pairs:,} pairs whose individual ratings "
        "are known. Certain: share of pairs that meet the ADC, or miss it, wherever in its 95 % interval the human "
        f"delta lies (Student's t); other people have none, as their own deltas are uncertain. No system "
        f"can meet it for certain on more pairs than the human deltas themselves.{in_brackets(table)}"
    )
    return Made(table, caption, latex=table[short].rename(columns={title: "System"}))
