"""Make the tables of this analysis."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.tables.text import PresentedTable, plus_minus, shown, with_interval

NAMES = {"blimp": "BLiMP", "adc": "ADC, δ = {:g}", "pair_r": "r of deltas", "pair_rho": "ρ of deltas"}


def make_people(
    *, people: pd.DataFrame, panels: dict[str, str], labels: dict[str, str], references: dict[str, str], title: str
) -> PresentedTable:
    """Return a row for each panel, system and reference: value and 95 % interval by each criterion, and at the smallest
    δ what lies above the constant that is best for the clusters of other folds. The SD over divisions into folds stands
    with the constant itself.

    ``panels`` are labels of people and of predictions.
    """
    people = people[people["statistic"].isin(NAMES)].assign(row=row_keys)
    labels = panels | labels | references
    smallest = people.loc[people["statistic"] == "adc", "threshold"].min()
    columns = {title: pd.Series(labels)}
    for (statistic, threshold), group in people.groupby(["statistic", "threshold"], sort=False, dropna=False):
        by_row = group.set_index("row")
        spread = plus_minus(by_row["fold_sd"].where(by_row["system"].eq("reference") & by_row["fold_sd"].gt(0)))
        columns[NAMES[statistic].format(threshold)] = with_interval(by_row, "value", "low", "high") + spread
        if statistic == "adc" and threshold == smallest:
            above = with_interval(by_row, "above", "above_low", "above_high")
            columns[f"Above the best constant, δ = {smallest:g}"] = above
    table = pd.DataFrame(columns).reindex([row for row in labels if row in set(people["row"])]).fillna("")
    headings = sorted(table, key=lambda name: name.startswith("Above"))
    return PresentedTable(table, table[headings].rename(columns={title: "System"}))


NAMES_OF_RATING_NOISE = {
    "adc": "ADC, δ = {:g}",
    "certain": "Certain, δ = {:g}",
    "certainly_met": "Met for certain, δ = {:g}",
    "adc_se": "ADC, δ = {:g} SE",
}


def make_rating_noise(
    *, people: pd.DataFrame, panels: dict[str, str], labels: dict[str, str], title: str
) -> PresentedTable:
    """Return a row for each panel and system. LaTeX has the smallest δ only, and how much of the noise is place."""
    of_place = people.loc[people["statistic"] == "place_share", "value"]
    people = people[people["statistic"].isin(NAMES_OF_RATING_NOISE)].assign(row=row_keys)
    labels = panels | labels
    smallest = people.loc[people["statistic"] == "adc", "threshold"].min()
    columns, short = {title: pd.Series(labels)}, [title]
    order = {statistic: place for place, statistic in enumerate(NAMES_OF_RATING_NOISE)}
    people = people.sort_values(["threshold", "statistic"], key=lambda column: column.replace(order), kind="stable")
    people = people.sort_values("statistic", key=lambda column: column == "adc_se", kind="stable")
    for (threshold, statistic), group in people.groupby(["threshold", "statistic"], sort=False):
        name = NAMES_OF_RATING_NOISE[statistic].format(threshold)
        columns[name] = with_interval(group.set_index("row"), "value", "low", "high")
        short += [name] if statistic == "adc_se" or threshold == smallest else []
    present = [row for row in labels if row in set(people["row"])]
    table = pd.DataFrame(columns).reindex(present).fillna("")
    wording = "Of the variance of one rating around its sentence's mean, {} is a linear effect of the place."
    note = wording.format(shown(of_place.iloc[0], 3)) if len(of_place) else ""
    return PresentedTable(table, table[short].rename(columns={title: "System"}), note)


STATISTICS = {"adc": "ADC, δ = {:g}", "pair_r": "r of deltas"}
SIDES = {"people/raw": "The other panel", "people/sd_1": "The other panel, SD 1"}


def make_swapped(
    *,
    people: pd.DataFrame,
    people_swapped: pd.DataFrame,
    choice_agreement: pd.DataFrame | None,
    labels: dict[str, str],
    title: str,
) -> PresentedTable:
    """Return a row for each system and the other panel: the ADC at the smallest δ and r of deltas, by reference."""
    labels, columns = SIDES | labels, {}
    smallest = people.loc[people["statistic"] == "adc", "threshold"].min()
    for statistic, heading in STATISTICS.items():
        for name, table in (("ratings", people), ("other people", people_swapped)):
            is_listed = table["statistic"].eq(statistic) & table["threshold"].isin([smallest, float("nan")])
            group = table[is_listed].set_index(row_keys(table[is_listed]))
            columns[f"{heading.format(smallest)}: {name}"] = with_interval(group, "value", "low", "high")
    if choice_agreement is not None:
        group = choice_agreement[choice_agreement["statistic"] == "pair_r"].set_index("row")
        columns["r with choices"] = with_interval(group, "value", "low", "high")
    table = pd.DataFrame(columns)
    table = table.reindex([row for row in labels if row in table.index]).fillna("")
    table.insert(0, title, [labels[row] for row in table.index])
    return PresentedTable(table, table.rename(columns={title: "System"}))
