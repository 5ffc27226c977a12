"""A dataset without some of its sentences, and what others released about it."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.data import SKIPPED
from acceptability.datasets.dataset import Dataset
from acceptability.errors import InputError


def without(dataset: Dataset, names: Collection[str]) -> Dataset:
    """Return a dataset without some sentences, and without pairs, ratings, choices and features of one of them.

    The other sentence of such a pair stays: z-scores refer to it as to all others. InputError where this leaves no
    sentence, no pair of some, or no rated pair of some.
    """
    good, bad = (dataset.pairs[side].isin(names) for side in ("good_id", "bad_id"))
    pairs = dataset.pairs[~good & ~bad].reset_index(drop=True)
    left = replace(
        dataset,
        sentences=_without(dataset.sentences, names),
        pairs=pairs,
        ratings=_without(dataset.ratings, names),
        other_ratings=_without(dataset.other_ratings, names),
        choices=dataset.choices[dataset.choices["pair_id"].isin(pairs["pair_id"])].reset_index(drop=True),
        features=_without(dataset.features, names),
    )
    for what, before, after in [
        ("sentence", len(dataset.sentences), len(left.sentences)),
        ("pair", len(dataset.pairs), len(left.pairs)),
        ("rated pair", _rated(dataset), _rated(left)),
    ]:
        if before and not after:
            raise InputError(f"no {what} is left of {before}")
    return left


def without_skipped(table: pd.DataFrame, skipped: Path | None) -> pd.DataFrame:
    """Leave out the rows whose ``sentence_id`` is listed in the file ``skipped``, if there is one."""
    return _without(table, set(io.read_table(skipped, SKIPPED)["sentence_id"]) if skipped else ())


def _without(table: pd.DataFrame, names: Collection[str]) -> pd.DataFrame:
    return table[~table["sentence_id"].isin(names)].reset_index(drop=True)


def _rated(dataset: Dataset) -> int:
    """Return the pairs of which both sentences are rated."""
    ratings = dataset.sentences.set_index("sentence_id")["rating"]
    return int((dataset.pairs["good_id"].map(ratings).notna() & dataset.pairs["bad_id"].map(ratings).notna()).sum())
