"""Tables of several systems, each in a file that is named like its system."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.classifiers import SIMPLE_CLASSIFIERS
from acceptability.contracts.columns import Table
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.metrics import DELTAS
from acceptability.contracts.scoring import MARGINS, PREDICTIONS


def read_by_system(paths: Iterable[Path], table: Table) -> dict[str, pd.DataFrame]:
    """The tables, by system, in order."""
    return {path.stem: io.read_table(path, table) for path in paths}


def read_by_row(paths: Iterable[Path], table: Table, column: str) -> dict[str, pd.Series]:
    """A column of each row, ``system/measure``, indexed by sentence_id."""
    return {
        f"{system}/{measure}": group.set_index("sentence_id")[column]
        for system, read in read_by_system(paths, table).items()
        for measure, group in read.groupby("measure", sort=False)
    }


def read_thresholds(path: Path) -> dict[str, float]:
    """The threshold of each row, system/measure, that was fitted on training sentences: a table SIMPLE_CLASSIFIERS."""
    compared = io.read_table(path, SIMPLE_CLASSIFIERS)
    rows = compared[compared["threshold"].notna()].drop_duplicates("row")
    return dict(zip(rows["row"], rows["threshold"], strict=True))


def read_delta_columns(paths: Iterable[Path]) -> pd.DataFrame:
    """Files of deltas → the columns of delta_columns."""
    return delta_columns(read_by_system(paths, DELTAS))


def delta_columns(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Tables of deltas, one a system → one row a pair, the columns ``human`` and ``system/measure``."""
    columns = {}
    for system, table in tables.items():
        for measure, group in table.groupby("measure", sort=False):
            indexed = group.set_index("pair_id")
            columns.setdefault("human", indexed["human_delta"])
            columns[f"{system}/{measure}"] = indexed["model_delta"]
    return pd.DataFrame(columns)


def read_decisions(paths: Iterable[Path]) -> dict[str, pd.DataFrame]:
    """Files of decisions → by system, sentence × restart: 1 acceptable, 0 not."""
    tables = read_by_system(paths, PREDICTIONS)
    return {system: table.set_index("sentence_id").astype(int) for system, table in tables.items()}


def read_truth(labelled: Path) -> tuple[pd.Series, pd.Series]:
    """What decisions about labelled sentences are compared with: labels and splits, indexed by sentence_id."""
    table = io.read_table(labelled, SENTENCES).set_index("sentence_id")
    return table["label"], table["split"]


def read_margins(paths: Iterable[Path]) -> dict[str, pd.DataFrame]:
    """Margins by system, sentence × restart.

    Files ``<system>/<restart>/margins.csv``, of labelled sentences, or ``<system>/<restart>/judged/<dataset>.csv``.
    """
    columns: dict[str, dict[str, pd.Series]] = {}
    for path in paths:
        folder = path.parent.parent if path.parent.name == "judged" else path.parent
        system, restart = folder.parts[-2:]
        columns.setdefault(system, {})[restart] = io.read_table(path, MARGINS).set_index("sentence_id")["margin"]
    return {system: pd.DataFrame(margins) for system, margins in columns.items()}


def read_divided(paths: Iterable[Path]) -> dict[str, dict[str, pd.DataFrame]]:
    """Margins by system and division, sentence × restart, from ``divisions/<system>/<division>/<restart>/margins.csv``.

    The division ``whole`` is read from ``restarts/<system>/<restart>/margins.csv``.
    """
    found: dict[str, dict[str, dict[str, pd.Series]]] = {}
    for path in paths:
        *_, folder, system, division, restart, _ = path.parts
        if folder != "divisions":
            system, division = division, "whole"
        margin = io.read_table(path, MARGINS).set_index("sentence_id")["margin"]
        found.setdefault(system, {}).setdefault(division, {})[restart] = margin
    return {
        system: {division: pd.DataFrame(columns) for division, columns in divisions.items()}
        for system, divisions in found.items()
    }


def stack(tables: Mapping[str, pd.DataFrame], dataset: str | None = None) -> pd.DataFrame:
    """One table of all systems: ``dataset``, where it is given, and ``system`` are its first columns."""
    stacked = pd.concat(tables, names=["system"]).reset_index("system")
    if dataset is not None:
        stacked.insert(0, "dataset", dataset)
    return stacked


def stack_each(
    tables: Mapping[str, pd.DataFrame], function: Callable[..., pd.DataFrame], *more, dataset: str | None = None
) -> pd.DataFrame:
    """What a function makes of each system's table, and of ``more``, stacked."""
    return stack({system: function(table, *more) for system, table in tables.items()}, dataset)
