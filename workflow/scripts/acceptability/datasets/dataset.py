"""What a reader makes of raw files."""

from dataclasses import dataclass, field

import pandas as pd

from acceptability.contracts.data import CHOICES, FEATURES, PAIRS, RATINGS, REMARKS
from acceptability.reading.report import Reading


def _empty(table) -> pd.DataFrame:
    return pd.DataFrame(columns=[name for name, column in table.columns.items() if column.required])


@dataclass(frozen=True)
class Dataset:
    """The tables of a dataset, by the contracts of ``contracts.data``; those that it does not have are empty.

    Attributes:
        other_ratings: ratings of the same sentences by a second panel, of other people.
        choices: which sentence of a pair people chose, where they were asked for one of two.
        remarks: where two sources of the dataset disagree.
        reading: what was understood of a user's tables, from Python; ``reading.lines`` says it in words.
    """

    sentences: pd.DataFrame
    pairs: pd.DataFrame = field(default_factory=lambda: _empty(PAIRS))
    ratings: pd.DataFrame = field(default_factory=lambda: _empty(RATINGS))
    other_ratings: pd.DataFrame = field(default_factory=lambda: _empty(RATINGS))
    choices: pd.DataFrame = field(default_factory=lambda: _empty(CHOICES))
    features: pd.DataFrame = field(default_factory=lambda: _empty(FEATURES))
    remarks: pd.DataFrame = field(default_factory=lambda: _empty(REMARKS))
    reading: Reading | None = None
