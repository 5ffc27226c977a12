"""Tabulate how many sentences flip between restarts of a classifier."""

import pandas as pd

from acceptability.tables.text import shown


def make_stability(
    *, stability: pd.DataFrame, stability_mcc: pd.DataFrame, restart_labels: dict[str, str]
) -> pd.DataFrame:
    """Return a row for each classifier: sentences that flip, and the restarts' mean MCC with the expert labels and its
    SD.
    """
    rows = []
    for system, label in restart_labels.items():
        sentences = stability[stability["system"] == system]
        flipped = (sentences["flips"] > 0).sum()
        row = {
            "Classifier": label,
            "Restarts": str(sentences["restarts"].iloc[0]),
            "Sentences": str(len(sentences)),
            "Flip": str(flipped),
            "Share": shown(flipped / len(sentences), 3),
        }
        for source, values in stability_mcc[stability_mcc["system"] == system].groupby("label_source", sort=False)[
            "mcc"
        ]:
            suffix = "" if source == "corrected" else f", labels {source.replace('_', ' ')}"
            row[f"MCC (SD){suffix}"] = (
                f"{shown(values.mean(), 3)} ({shown(values.std(), 3)})" if values.notna().any() else "–"
            )
        rows.append(row)
    return pd.DataFrame(rows)
