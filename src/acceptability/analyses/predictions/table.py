"""Tabulate three predictions about scores of minimal pairs, and of the same sentences outside of pairs."""

import pandas as pd

from acceptability.tables.text import with_interval

NAMES = {
    "within_pair_r": "r within pairs",
    "pair_r": "r of differences with people's",
    "auc": "AUC, unpaired",
    "paired": "Right, paired",
}


def make_predictions(*, predictions: pd.DataFrame, labels: dict[str, str], title: str) -> pd.DataFrame:
    """Return a row for each system and measure; r with people where what people say of pairs is known."""
    columns = {}
    for statistic, name in NAMES.items():
        group = predictions[predictions["statistic"] == statistic].set_index("row")
        if len(group):
            columns[name] = with_interval(group, "value", "low", "high")
    table = pd.DataFrame(columns).reindex([row for row in labels if row in set(predictions["row"])])
    table.insert(0, title, table.index.map(labels))
    return table
