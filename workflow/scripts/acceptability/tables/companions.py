"""Scale-free companions of the ADC, and the place of each system by each."""

import pandas as pd

from acceptability.contracts.metrics import COMPANIONS
from acceptability.tables.text import Made, with_interval

READS = {"companions": COMPANIONS}

NAMES = {
    "adc": "ADC, δ = {:g}",
    "rescaled_adc": "ADC, δ = {:g}, best scale",
    "pearson_r": "r of deltas",
    "noise_free_r": "r, raters' noise removed",
    "concordance": "Concordance",
}


def make(*, companions: pd.DataFrame, labels: dict[str, str], references: dict[str, str], title: str) -> Made:
    """A row a system: value, 95 % interval and (in brackets) place by each companion; the ADC at the smallest δ."""
    labels = labels | references
    smallest = companions["threshold"].min()
    companions = companions[companions["threshold"].isna() | (companions["threshold"] == smallest)]
    columns = {"System": pd.Series(labels)}
    for companion, name in NAMES.items():
        of = companions[companions["companion"] == companion].set_index("row")
        if len(of):
            place = of["place"].map(lambda place: "" if pd.isna(place) else f" ({place:g})")
            columns[name.format(smallest)] = with_interval(of, "value", "low", "high") + place
    table = pd.DataFrame(columns).reindex([row for row in labels if row in set(companions["row"])]).fillna("")
    pairs = int(companions["pairs"].max())
    caption = (
        f"{title}: the ADC, and measures that do not depend on the scale of scores, over {pairs:,} pairs. In square "
        "brackets: 95 % intervals; in round brackets: rank. Best scale: deltas multiplied by the factor that is best "
        "on other clusters. Concordance: how often the system puts two pairs in the same order as people do."
    )
    return Made(table, caption)
