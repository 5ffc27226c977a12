"""Read what a manifest names: one or several tables of the catalogue."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

import pandas as pd

from acceptability.analyses.analysis import Each, Files, Level, Named, Other
from acceptability.analyses.registry import tables
from acceptability.contracts import io, systems
from acceptability.contracts.artefact import CSV, PATH

Tables = Mapping[str, pd.DataFrame]


def _scorings(paths: list[Path]) -> dict[str, dict]:
    """Read what is recorded of scorings; the files are called like the systems."""
    return {path.stem: json.loads(io.read_text(path)) for path in paths}


def _trainings(paths: list[Path]) -> dict[str, dict]:
    """Read what is recorded of trainings; the files are in folders that are called like the systems."""
    return {path.parent.name: json.loads(io.read_text(path)) for path in paths}


# Files that hold no table of the catalogue.
RAW: dict[str, Callable[[Path], pd.DataFrame | Path]] = {CSV: io.read_raw_csv, PATH: Path}
# What is not read as a table of each system.
READERS: dict[Files | str, Callable[[list[Path]], Mapping]] = {
    "decisions": systems.read_decisions,
    Files.MARGINS: systems.read_margins,
    Files.JUDGED_MARGINS: systems.read_margins,
    Files.DIVIDED_MARGINS: systems.read_divided,
    Files.SCORINGS: _scorings,
    Files.TRAININGS: _trainings,
    Files.NGRAM_TRAININGS: _trainings,
}


def read(reference: Named, paths: str | Path | Sequence[str | Path]) -> pd.DataFrame | Tables | Path:
    """Read a table, or tables by system.

    Parameters:
        reference: what a manifest names; a study's manifest also names files of ``RAW``.
        paths: one file; a list where there are several systems.
    """
    several = [] if isinstance(paths, str | Path) else [Path(path) for path in paths]
    if isinstance(reference, Files):
        return READERS[reference](several)
    if isinstance(reference, Each):
        reader = READERS.get(reference.table)
        return reader(several) if reader else systems.read_by_system(several, tables()[reference.table])
    path = Path(cast(str | Path, paths))
    if reference in RAW:
        return RAW[reference](path)
    return io.read_table(path, tables()[reference.table if isinstance(reference, Other | Level) else reference])


def arguments(recipe: Mapping[str, Mapping]) -> dict[str, object]:
    """Return the arguments of the function that makes a figure or a table of a model or a study.

    They are what it reads, and its settings; an optional table that there is not is None.

    Parameters:
        recipe: how the figure or table is made; see plan.artefacts.recipe.
    """
    files, settings = recipe["reads"], recipe["settings"]
    return {
        argument: read(reference, files[argument]) if argument in files else None
        for argument, reference in recipe["contracts"].items()
    } | dict(settings)
