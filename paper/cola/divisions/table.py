"""Classifiers under other divisions of their sentences: learning curve, splits by source, sources left out."""

import pandas as pd

from acceptability.datasets.manifest import BETWEEN_SOURCES
from acceptability.tables.text import interval, shown

PARTS = {"in": "in-domain", "out": "out-of-domain", "all": "both", "source": "left out", "pooled": "left out"}


def make_divisions(
    *, divisions: pd.DataFrame, classifier_labels: dict[str, str], source_labels: dict[str, str]
) -> pd.DataFrame:
    """Return a row for each part of each division, by system. Where all sentences have one label, the MCC is a dash."""
    rows = [
        {
            "System": classifier_labels[row["system"]],
            "Division": _named(row, source_labels),
            "Trained on": f"{row['trained_on']:,}",
            "Judged": PARTS.get(row["part"], row["part"].replace("_", " ")),
            "Sentences": f"{row['sentences']:,}",
            "MCC": "–" if pd.isna(row["mean"]) else shown(row["mean"], 3) + interval(row),
            "SD": shown(row["sd"], 3),
            "Accuracy": shown(row["accuracy"], 3),
            "Majority": shown(row["majority"], 3),
            "Restarts": str(row["restarts"]),
            "Collapsed": str(row["collapsed"]),
        }
        for _, row in divisions.iterrows()
    ]
    return pd.DataFrame(rows)


def _named(row: pd.Series, source_labels: dict[str, str]) -> str:
    """Return a division in words."""
    if row["kind"] == "size":
        return f"{row['trained_on']:,} sentences"
    if row["part"] == "pooled":
        return "without each source"
    return "without " + ", ".join(source_labels[code] for code in row["division"].split(BETWEEN_SOURCES))
