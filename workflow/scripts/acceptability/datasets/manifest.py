"""What a dataset is, and what its reader makes of its raw files."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pandas as pd

from acceptability.contracts.data import FEATURES, PAIRS, RATINGS, REMARKS


@dataclass(frozen=True)
class Manifest:
    """What the workflow would otherwise ask by name.

    sources, files, resources
        The reader's arguments: names of registered files (resources/sources.tsv), paths of the user's own files, and
        paths of files that belong to the workflow.
    pairs, rated, single_ratings, splits, features
        Are there minimal pairs; human ratings of sentences; ratings of single participants; labelled sentences in
        splits (``train`` and others), which classifiers can be trained on; annotated features, by level?
    levels, cluster
        Columns of the pairs from fine to coarse, and what intervals resample, as a plural.
    simulated
        True where people neither wrote nor rated the sentences; None where the name of the entry says so, by ending in
        ``-simulated``.
    description
        A sentence or two for the report.
    """

    sources: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    resources: Mapping[str, str] = field(default_factory=dict)
    pairs: bool = False
    rated: bool = False
    single_ratings: bool = False
    splits: bool = False
    features: tuple[str, ...] = ()
    levels: tuple[str, ...] = ("paradigm", "phenomenon")
    cluster: str = "phenomena"
    simulated: bool | None = False
    description: str = ""


def _empty(table) -> pd.DataFrame:
    return pd.DataFrame(columns=[name for name, column in table.columns.items() if column.required])


@dataclass(frozen=True)
class Dataset:
    """What a reader gives: tables by the contracts of ``contracts.data``; those that a dataset does not have are empty.

    remarks: where two sources of the dataset disagree.
    """

    sentences: pd.DataFrame
    pairs: pd.DataFrame = field(default_factory=lambda: _empty(PAIRS))
    ratings: pd.DataFrame = field(default_factory=lambda: _empty(RATINGS))
    features: pd.DataFrame = field(default_factory=lambda: _empty(FEATURES))
    remarks: pd.DataFrame = field(default_factory=lambda: _empty(REMARKS))
