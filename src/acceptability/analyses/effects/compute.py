"""Compute how often an experiment finds the effect of a phenomenon, and how many participants it needs."""

import pandas as pd

from acceptability.statistics.power.effects import found, needed

DIFFERENCES = (0.25, 0.5, 0.75, 1.0)
LISTS = 2  # as many as `make experiment` writes by default


def compute(*, pairs: pd.DataFrame, assumptions: pd.DataFrame, lists: int | None) -> pd.DataFrame:
    """Return the table EFFECTS: for phenomena of the median, the smallest and the greatest size, in this order.

    Parameters:
        pairs: the table PAIRS.
        assumptions: the table ASSUMPTIONS. ``raters`` of each sentence are the participants of each list.
        lists: of sentences; None: LISTS.
    """
    assumed = assumptions.set_index("name")["value"].to_dict()
    participants, number = int(assumed["raters"]), max(lists or LISTS, LISTS)
    sizes = pairs["phenomenon"].value_counts()
    ordered = sizes.sort_values().tolist()
    rows = [
        {
            "pairs": size,
            "phenomena": int((sizes == size).sum()),
            "difference": difference,
            "lists": number,
            "participants": participants,
            "found": found(difference, size, number, participants, assumed),
            "needed": needed(difference, size, number, assumed),
        }
        for size in dict.fromkeys((ordered[(len(ordered) - 1) // 2], ordered[0], ordered[-1]))
        for difference in DIFFERENCES
    ]
    return pd.DataFrame(rows).astype({"needed": float})
