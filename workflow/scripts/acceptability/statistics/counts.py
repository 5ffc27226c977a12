"""Labels of rows that cover a part of the pairs say how many they cover."""

from collections.abc import Mapping

import pandas as pd

from acceptability.contracts.deltas import REFERENCE


def with_counts(labels: Mapping[str, str], criteria: pd.DataFrame) -> dict[str, str]:
    """Return the labels of rows, with the number of pairs of those that do not cover all pairs that count.

    That other rows cover as many is no reason to leave it out: they may be other pairs. Where no row covers all pairs,
    references and panels of people are about those of the row that covers most (see analyses.coverage), and say so.

    Parameters:
        labels: by ``system/measure``, of systems, references or panels of people.
        criteria: the table CRITERIA of the same dataset, which says how many pairs each row covers.
    """
    rows = criteria["system"] + "/" + criteria["measure"]
    part = criteria["unanswered"] > 0
    pairs = dict(zip(rows[part], criteria["pairs"][part], strict=True))
    of_references = criteria["pairs"][part & criteria["system"].eq(REFERENCE)].head(1).tolist()
    pairs |= {row: number for row in labels if row not in set(rows) for number in of_references}  # panels
    return {row: f"{label} ({pairs[row]:,} pairs)" if row in pairs else label for row, label in labels.items()}
