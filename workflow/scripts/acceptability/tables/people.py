"""Other people as a system, beside systems, references and what a model of sampling error predicts."""

import pandas as pd

from acceptability.contracts.raters import PEOPLE
from acceptability.tables.text import Made, has, in_brackets, plus_minus, row_keys, with_interval

READS = {"people": PEOPLE}

NAMES = {"blimp": "BLiMP", "adc": "ADC, δ = {:g}", "pair_r": "r of deltas", "pair_rho": "ρ of deltas"}


def make(
    *, people: pd.DataFrame, panels: dict[str, str], labels: dict[str, str], references: dict[str, str], title: str
) -> Made:
    """A row for each panel, system and reference: value and 95 % interval by each criterion, and at the smallest δ what
    lies above the constant that is best for the clusters of other folds. The SD over divisions into folds stands with
    the constant itself.

    ``panels`` are labels of people and of predictions.
    """
    labels = panels | labels | references
    people = people[people["statistic"].isin(NAMES)].assign(row=row_keys)
    smallest = people.loc[people["statistic"] == "adc", "threshold"].min()
    columns = {title: pd.Series(labels)}
    for (statistic, threshold), group in people.groupby(["statistic", "threshold"], sort=False, dropna=False):
        of = group.set_index("row")
        spread = plus_minus(of["fold_sd"].where(of["system"].eq("reference") & of["fold_sd"].gt(0)))
        columns[NAMES[statistic].format(threshold)] = with_interval(of, "value", "low", "high") + spread
        if statistic == "adc" and threshold == smallest:
            above = with_interval(of, "above", "above_low", "above_high")
            columns[f"Above the best constant, δ = {smallest:g}"] = above
    table = pd.DataFrame(columns).reindex([row for row in labels if row in set(people["row"])]).fillna("")
    pairs = int(people["pairs"].max()) if len(people) else 0
    brackets = in_brackets(table, "95 % intervals over clusters and raters")
    caption = (
        f"{title}: people and systems on the {pairs:,} pairs whose individual ratings are known: share of pairs that "
        f"meet each criterion, and Pearson's r and Spearman's ρ of deltas.{brackets}"
    )
    caption += " After ±: SD over divisions into folds." if has(table, "±") else ""
    shown = sorted(table, key=lambda name: name.startswith("Above"))
    return Made(table, caption, latex=table[shown].rename(columns={title: "System"}))
