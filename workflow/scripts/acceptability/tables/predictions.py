"""Three predictions about scores of minimal pairs, and of the same sentences outside of pairs."""

import pandas as pd

from acceptability.contracts.parts import PREDICTIONS
from acceptability.tables.text import Made, in_brackets, with_interval

READS = {"predictions": PREDICTIONS}
NAMES = {
    "within_pair_r": "r within pairs",
    "pair_r": "r of differences with people's",
    "auc": "AUC, unpaired",
    "paired": "Right, paired",
}


def make(*, predictions: pd.DataFrame, labels: dict[str, str], title: str) -> Made:
    """A row for each system and measure; r with people where what people say of pairs is known."""
    columns = {}
    for statistic, name in NAMES.items():
        of = predictions[predictions["statistic"] == statistic].set_index("row")
        if len(of):
            columns[name] = with_interval(of, "value", "low", "high")
    table = pd.DataFrame(columns).reindex([row for row in labels if row in set(predictions["row"])])
    table.insert(0, title, table.index.map(labels))
    area = (
        "AUC, unpaired: how often the good sentence of any pair scores higher than the bad one of any. "
        if NAMES["auc"] in table
        else ""
    )
    outside = " and outside of them" if area else ""
    people = "r of differences: of systems' and people's. " if NAMES["pair_r"] in table else ""
    caption = (
        f"{title}: scores in pairs{outside} ({int(predictions['number'].max()):,} pairs). r within pairs: Pearson's "
        f"correlation of the scores of a pair's two sentences. {people}{area}Right, paired: how often the good "
        "sentence scores higher than the bad one of its own pair. Ties count as half; 0.5 is chance."
        f"{in_brackets(table)}"
    )
    return Made(table, caption)
