"""Tabulate scale-free companions of the ADC, and the place of each system by each."""

import pandas as pd

from acceptability.tables.text import plus_minus, with_interval

NAMES = {
    "adc": "ADC, δ = {:g}",
    "rescaled_adc": "ADC, δ = {:g}, best scale",
    "pearson_r": "r of deltas",
    "lins_concordance": "Lin's concordance",
    "same_order": "Same order",
    "pearson_r_known_errors": "r, {pairs:,} pairs",
    "noise_free_r": "r, {pairs:,} pairs, raters' noise removed",
}


def make_companions(*, companions: pd.DataFrame, labels: dict[str, str], references: dict[str, str]) -> pd.DataFrame:
    """Return a row for each system: value, 95 % interval and (in brackets) place by each companion; the ADC at the
    smallest δ.
    """
    labels = labels | references
    smallest = companions["threshold"].min()
    companions = companions[companions["threshold"].isna() | (companions["threshold"] == smallest)]
    pairs = int(companions["pairs"].max())
    columns = {"System": pd.Series(labels)}
    for companion, name in NAMES.items():
        group = companions[companions["companion"] == companion].set_index("row")
        same = companion == "pearson_r_known_errors" and group["pairs"].eq(pairs).all()  # as that of all pairs
        if len(group) and not same:
            place = group["place"].map(lambda place: "" if pd.isna(place) else f" ({place:g})")
            of_row = with_interval(group, "value", "low", "high") + plus_minus(
                group["fold_sd"].where(group["fold_sd"].gt(0))
            )
            columns[name.format(smallest, pairs=int(group["pairs"].max()))] = of_row + place
    return pd.DataFrame(columns).reindex([row for row in labels if row in set(companions["row"])]).fillna("")
