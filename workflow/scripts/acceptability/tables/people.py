"""Other people as a system, beside systems, constants and ceilings."""

import pandas as pd

from acceptability.contracts.raters import PEOPLE
from acceptability.tables.text import Made, interval, row_keys, shown

READS = {"people": PEOPLE}

PEOPLE_LABELS = {
    "people/raw": "Other people",
    "predicted/raw": "Other people, predicted",
    "judge/raw": "Expected ratings, predicted",
    "people/sd_1": "Other people, SD 1",
    "predicted/sd_1": "Other people, SD 1, predicted",
    "judge/sd_1": "Expected ratings, SD 1, predicted",
}
NAMES = {"blimp": "BLiMP", "adc": "ADC, δ = {:g}", "adc_se": "ADC, δ = {:g} SE", "pair_r": "r of deltas"}


def make(*, people: pd.DataFrame, labels: dict[str, str], references: dict[str, str], title: str) -> Made:
    """A row for each system, reference and panel: value and 95 % interval by each criterion; above the best constant,
    at the smallest δ."""
    labels = PEOPLE_LABELS | labels | references
    people = people.assign(row=row_keys(people))
    smallest = people.loc[people["statistic"] == "adc", "threshold"].min()
    columns = {title: pd.Series(labels)}
    for (statistic, threshold), group in people.groupby(["statistic", "threshold"], sort=False, dropna=False):
        of = group.set_index("row")
        columns[NAMES[statistic].format(threshold)] = of["value"].map(lambda value: shown(value, 3)) + of.apply(
            interval, axis=1
        )
        if statistic == "adc" and threshold == smallest:
            ends = of[["above_low", "above_high"]].set_axis(["low", "high"], axis=1)
            above = of["above"].map(lambda value: shown(value, 3)) + ends.apply(interval, axis=1)
            columns[f"Above the best constant, δ = {smallest:g}"] = above
    table = pd.DataFrame(columns).reindex([row for row in labels if row in set(people["row"])]).fillna("")
    pairs = int(people["pairs"].max()) if len(people) else 0
    return Made(table, f"{title}: other people beside systems, on the {pairs} pairs that both panels rated")
