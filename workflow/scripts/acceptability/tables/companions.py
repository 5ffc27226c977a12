"""Scale-free companions of the ADC, and the place of each system by each."""

import pandas as pd

from acceptability.contracts.metrics import COMPANIONS
from acceptability.tables.text import Made, plus_minus, with_interval

READS = {"companions": COMPANIONS}

NAMES = {
    "adc": "ADC, δ = {:g}",
    "rescaled_adc": "ADC, δ = {:g}, best scale",
    "pearson_r": "r of deltas",
    "lins_concordance": "Lin's concordance",
    "same_order": "Same order",
    "pearson_r_known_errors": "r, {pairs:,} pairs",
    "noise_free_r": "r, {pairs:,} pairs, raters' noise removed",
}


def make(*, companions: pd.DataFrame, labels: dict[str, str], references: dict[str, str], title: str) -> Made:
    """A row a system: value, 95 % interval and (in brackets) place by each companion; the ADC at the smallest δ."""
    labels = labels | references
    smallest = companions["threshold"].min()
    companions = companions[companions["threshold"].isna() | (companions["threshold"] == smallest)]
    pairs = int(companions["pairs"].max())
    columns = {"System": pd.Series(labels)}
    for companion, name in NAMES.items():
        of = companions[companions["companion"] == companion].set_index("row")
        same = companion == "pearson_r_known_errors" and of["pairs"].eq(pairs).all()  # as that of all pairs
        if len(of) and not same:
            place = of["place"].map(lambda place: "" if pd.isna(place) else f" ({place:g})")
            of_row = with_interval(of, "value", "low", "high") + plus_minus(of["fold_sd"].where(of["fold_sd"].gt(0)))
            columns[name.format(smallest, pairs=int(of["pairs"].max()))] = of_row + place
    table = pd.DataFrame(columns).reindex([row for row in labels if row in set(companions["row"])]).fillna("")
    caption = (
        f"{title}: the ADC beside other measures of agreement, over {pairs:,} pairs but where a heading says over how "
        "many. In square brackets: 95 % intervals; in round brackets: rank. Best scale: deltas multiplied by the "
        "factor that is best for the clusters of other folds; mean and, after ±, SD over divisions into folds. Lin's "
        "concordance: r, less where means or SDs of the deltas differ from people's. Same order: how often the system "
        "puts two pairs in the same order as people do."
    )
    return Made(table, caption)
