"""Define the tables that a reader makes of raw files."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pandas as pd

from acceptability.contracts.data import CHOICES, FEATURES, PAIRS, RATINGS, REMARKS, RESPONSES
from acceptability.reading.report import Reading

if TYPE_CHECKING:
    from acceptability.datasets.manifest import Manifest


def _empty(table) -> pd.DataFrame:
    return pd.DataFrame(columns=[name for name, column in table.columns.items() if column.required])


@dataclass(frozen=True)
class Dataset:
    """Contain the tables of a dataset, by the contracts of ``contracts.data``; those that it does not have are empty.

    Attributes:
        other_ratings: ratings of the same sentences by a second panel, of other people.
        choices: which sentence of a pair people chose, where they were asked for one of two.
        responses: all answers of an experiment, those to fillers and those left out as well.
        remarks: where two sources of the dataset disagree.
        doubts: what is doubtful about the answers of participants, in words.
        reading: how a user's tables were read, from Python; ``reading.lines`` says it in words.
        manifest: what the dataset has, where its tables come from Python.
    """

    sentences: pd.DataFrame
    pairs: pd.DataFrame = field(default_factory=lambda: _empty(PAIRS))
    ratings: pd.DataFrame = field(default_factory=lambda: _empty(RATINGS))
    other_ratings: pd.DataFrame = field(default_factory=lambda: _empty(RATINGS))
    choices: pd.DataFrame = field(default_factory=lambda: _empty(CHOICES))
    responses: pd.DataFrame = field(default_factory=lambda: _empty(RESPONSES))
    features: pd.DataFrame = field(default_factory=lambda: _empty(FEATURES))
    remarks: pd.DataFrame = field(default_factory=lambda: _empty(REMARKS))
    doubts: tuple[str, ...] = ()
    reading: Reading | None = None
    manifest: Manifest | None = None

    def __repr__(self) -> str:
        return f"{self._described}\n{self._shown.to_string(index=False, max_rows=10)}"

    def _repr_html_(self) -> str:
        return f"<p>{self._described}</p>{self._shown.to_html(index=False, max_rows=10)}"

    @property
    def _described(self) -> str:
        pairs = f"{len(self.pairs):,} pairs of " if len(self.pairs) else ""
        ratings = f", {len(self.ratings):,} ratings of single participants" if len(self.ratings) else ""
        return f"{pairs}{len(self.sentences):,} sentences{ratings}"

    @property
    def _shown(self) -> pd.DataFrame:
        """Return the pairs with their sentences and ratings; or the sentences, where there are no pairs."""
        known = [
            name for name in ("sentence", "label", "rating") if self.sentences.get(name, pd.Series()).notna().any()
        ]
        if not len(self.pairs):
            return self.sentences[["sentence_id", *known]]
        by_id, table = self.sentences.set_index("sentence_id"), self.pairs[["pair_id", "phenomenon"]].copy()
        for side in ("good", "bad"):
            table[side] = self.pairs[f"{side}_id"].map(by_id["sentence"])
        for side in ("good", "bad") if "rating" in known else ():
            table[f"{side}_rating"] = self.pairs[f"{side}_id"].map(by_id["rating"])
        return table
