"""Classifiers under other divisions of their sentences: learning curve, splits by source, sources left out."""

import pandas as pd

from acceptability.contracts.classifiers import DIVISIONS
from acceptability.datasets.manifest import BETWEEN_SOURCES
from acceptability.tables.text import Made, interval, shown

READS = {"divisions": DIVISIONS}
PARTS = {"in": "in-domain", "out": "out-of-domain", "all": "both", "source": "left out", "pooled": "left out"}


def make(
    *, divisions: pd.DataFrame, classifier_labels: dict[str, str], source_labels: dict[str, str], title: str
) -> Made:
    """A row for each part of each division, by system. Where all sentences have one label, the MCC is a dash."""
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
    caption = (
        f"{title}: classifiers trained on fewer sentences, or without some sources. MCC: mean Matthews correlation "
        "coefficient of the restarts, with its 95 % interval over sentences and restarts in brackets; a restart that "
        "gives all sentences the same label is collapsed and left out; a dash: not defined. "
        "SD: over restarts. Majority: the accuracy of giving every sentence the label of most training sentences. The "
        "row on all sources takes each sentence from the classifier that did not see its source."
    )
    return Made(pd.DataFrame(rows), caption)


def _named(row: pd.Series, source_labels: dict[str, str]) -> str:
    """A division in words."""
    if row["kind"] == "size":
        return f"{row['trained_on']:,} sentences"
    if row["part"] == "pooled":
        return "without each source"
    return "without " + ", ".join(source_labels[code] for code in row["division"].split(BETWEEN_SOURCES))
