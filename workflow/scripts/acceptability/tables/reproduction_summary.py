"""How many printed numbers of a study come out again."""

import pandas as pd

from acceptability.contracts.studies import REPRODUCTION
from acceptability.tables.text import Made, count_table

READS = {"reproduction": REPRODUCTION}


def make(*, reproduction: pd.DataFrame) -> Made:
    """Counts by place and verdict, with totals."""
    return Made(
        count_table(reproduction, "place", "verdict", "Place"),
        "How many of the printed numbers come out again, by place.",
    )
