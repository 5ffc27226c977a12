"""Reading what a manifest names: tables of the catalogue, one or several of them."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pandas as pd

from acceptability.analyses.analysis import COVERAGE, Each, Level, Named, Other
from acceptability.analyses.coverage import with_counts
from acceptability.analyses.registry import tables
from acceptability.contracts import io, systems
from acceptability.contracts.artefact import CSV, PATH

Tables = Mapping[str, pd.DataFrame]
LABELS = {"labels", "references", "panels"}  # settings with labels of rows


def _scorings(paths: list[Path]) -> dict[str, dict]:
    """Read what is recorded of scorings; the files are called like the systems."""
    return {path.stem: json.loads(io.read_text(path)) for path in paths}


def _trainings(paths: list[Path]) -> dict[str, dict]:
    """Read what is recorded of trainings; the files are in folders that are called like the systems."""
    return {path.parent.name: json.loads(io.read_text(path)) for path in paths}


# Files that hold no table of the catalogue.
RAW: dict[str, Callable[[Path], pd.DataFrame | Path]] = {CSV: io.read_raw_csv, PATH: Path}
# What is not read as a table of each system; see Each.
READERS: dict[str, Callable[[list[Path]], Mapping]] = {
    "decisions": systems.read_decisions,
    "margins": systems.read_margins,
    "judged margins": systems.read_margins,
    "divided margins": systems.read_divided,
    "scoring": _scorings,
    "training": _trainings,
    "training of n-grams": _trainings,
}


def read(named: Named, paths: Path | list[Path] | None) -> pd.DataFrame | Tables | Path | None:
    """Read a table, or tables by system.

    Parameters:
        named: what a manifest names; a study's manifest also names files of ``RAW``.
        paths: one file; a list where ``named`` is an Each; None for a table that there is not.
    """
    if paths is None:
        return None
    if isinstance(named, Each):
        reader = READERS.get(named.table)
        return reader(paths) if reader else systems.read_by_system(paths, tables()[named.table])
    if named in RAW:
        return RAW[named](paths)
    return io.read_table(paths, tables()[named.table if isinstance(named, Other | Level) else named])


def arguments(made: Mapping[str, Mapping]) -> dict[str, object]:
    """Return the arguments of the function that makes a figure or a table: what it reads, and its settings.

    Labels of rows that cover a part of the pairs say of how many; an optional table that there is not is None.

    Parameters:
        made: how the figure or table is made; see plan.artefacts.recipe.
    """
    files = {argument: Path(path) for argument, path in made["reads"].items()}
    tables = {argument: read(named, files.get(argument)) for argument, named in made["contracts"].items()}
    coverage = [tables.pop(argument) for argument in COVERAGE if argument in tables]
    settings = dict(made["settings"])
    for name in LABELS & settings.keys():
        for criteria in coverage:
            settings[name] = with_counts(settings[name], criteria)
    return tables | settings
