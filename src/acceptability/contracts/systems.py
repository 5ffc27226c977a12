"""Read and join tables of several systems, each in a file that is named like its system."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.columns import Table
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import MARGINS, PREDICTIONS


def read_by_system(paths: Iterable[Path], table: Table) -> dict[str, pd.DataFrame]:
    """Read tables of several systems, by the system, which is the name of the file without ``.csv``."""
    return {path.stem: io.read_table(path, table) for path in paths}


def by_row(tables: Mapping[str, pd.DataFrame], column: str) -> dict[str, pd.Series]:
    """Return a column of each row, ``system/measure``, indexed by sentence_id, from tables by system."""
    return {
        f"{system}/{measure}": group.set_index("sentence_id")[column]
        for system, table in tables.items()
        for measure, group in table.groupby("measure", sort=False)
    }


def row_keys(table: pd.DataFrame) -> pd.Series:
    """Return ``system/measure`` of each row of a table."""
    return table["system"] + "/" + table["measure"]


def thresholds(compared: pd.DataFrame) -> dict[str, float]:
    """Return the threshold of each row, system/measure, from a table SIMPLE_CLASSIFIERS."""
    rows = compared[compared["threshold"].notna()].drop_duplicates("row")
    return dict(zip(rows["row"], rows["threshold"], strict=True))


def truth(labelled: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    """Return the labels and the splits of labelled sentences, as two series by sentence_id."""
    by_id = labelled.set_index("sentence_id")
    return by_id["label"], by_id["split"]


def read_delta_columns(paths: Iterable[Path]) -> pd.DataFrame:
    """Read files of deltas into the columns of delta_columns."""
    return delta_columns(read_by_system(paths, DELTAS))


def delta_columns(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Join tables of deltas, by system, into one row a pair: the columns ``human`` and ``system/measure``.

    Pairs are in the order of the table that has most of them. A row that lacks a pair has NaN there. Human deltas are
    those of any table: systems that only decide have none.
    """
    columns: dict[str, pd.Series] = {}
    humans = []
    for system, table in tables.items():
        for measure, group in table.groupby("measure", sort=False):
            indexed = group.set_index("pair_id")
            humans.append(indexed["human_delta"])
            columns[f"{system}/{measure}"] = indexed["model_delta"]
    longest = sorted(humans, key=len, reverse=True)
    names = [name for column in longest for name in column.index.tolist()]
    order = pd.Index(names, name="pair_id", dtype=object).unique()
    human = pd.Series(np.nan, index=order)
    for known in humans:
        if human.isna().any():
            human = human.fillna(known)
    return pd.DataFrame({"human": human} | {name: column.reindex(order) for name, column in columns.items()})


def deciding_rows(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """Return the rows (system/measure) of systems that only decide: where pairs are rated, their tables DELTAS have no
    human deltas.
    """
    if not any(table["human_delta"].notna().any() for table in tables.values()):
        return []  # by the BLiMP criterion alone, there is nothing that they cannot say
    return [
        f"{system}/{measure}"
        for system, table in tables.items()
        for measure, group in table.groupby("measure", sort=False)
        if group["human_delta"].isna().all()
    ]


def read_decisions(paths: Iterable[Path]) -> dict[str, pd.DataFrame]:
    """Read decisions, by system: frames of sentence_id × restart, 1 acceptable, 0 not."""
    tables = read_by_system(paths, PREDICTIONS)
    return {system: table.set_index("sentence_id").astype(int) for system, table in tables.items()}


def read_margins(paths: Iterable[Path]) -> dict[str, pd.DataFrame]:
    """Read margins, by system: frames of sentence_id × restart.

    Paths end in ``<system>/<restart>/margins.csv`` (labelled sentences) or ``<system>/<restart>/judged/<dataset>.csv``.
    """
    columns: dict[str, dict[str, pd.Series]] = {}
    for path in paths:
        folder = path.parent.parent if path.parent.name == "judged" else path.parent
        system, restart = folder.parts[-2:]
        columns.setdefault(system, {})[restart] = io.read_table(path, MARGINS).set_index("sentence_id")["margin"]
    return {system: pd.DataFrame(margins) for system, margins in columns.items()}


def read_divided(paths: Iterable[Path]) -> dict[str, dict[str, pd.DataFrame]]:
    """Read margins, by system and division: frames of sentence_id × restart.

    Paths end in ``divisions/<system>/<division>/<restart>/margins.csv``, those of the division ``whole`` in
    ``restarts/<system>/<restart>/margins.csv``.
    """
    columns: dict[str, dict[str, dict[str, pd.Series]]] = {}
    for path in paths:
        *_, folder, system, division, restart, _ = path.parts
        if folder != "divisions":
            system, division = division, "whole"
        margin = io.read_table(path, MARGINS).set_index("sentence_id")["margin"]
        columns.setdefault(system, {}).setdefault(division, {})[restart] = margin
    return {
        system: {division: pd.DataFrame(margins) for division, margins in divisions.items()}
        for system, divisions in columns.items()
    }


def stack(tables: Mapping[str, pd.DataFrame], dataset: str | None = None) -> pd.DataFrame:
    """Stack tables by system into one, with ``system`` as first column, after ``dataset`` if it is given."""
    stacked = pd.concat(tables, names=["system"]).reset_index("system")
    if dataset is not None:
        stacked.insert(0, "dataset", dataset)
    return stacked


def stack_judged(
    tables: Mapping[str, pd.DataFrame],
    function: Callable[..., pd.DataFrame],
    labels: pd.Series,
    splits: pd.Series,
    *more,
) -> pd.DataFrame:
    """Stack what ``function(table, labels, splits, *more)`` returns for each classifier's table, sentence × restart.

    Labels and splits, as truth returns them, are restricted to the sentences that the classifier judges.
    """
    judged = {system: labels.index.isin(table.index) for system, table in tables.items()}
    return stack(
        {system: function(tables[system], labels[rows], splits[rows], *more) for system, rows in judged.items()}
    )


def stack_each(
    tables: Mapping[str, pd.DataFrame], function: Callable[..., pd.DataFrame], *more, dataset: str | None = None
) -> pd.DataFrame:
    """Stack what ``function(table, *more)`` returns for each system's table; see stack."""
    return stack({system: function(table, *more) for system, table in tables.items()}, dataset)
