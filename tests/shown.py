"""Tables and figures of analyses as tests ask for them: their declarations, functions, and what these read."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from acceptability.analyses import running
from acceptability.analyses.registry import analyses, shown
from acceptability.plan.artefacts import ENTRIES

FOLDERS = {kind: {name: folder for name, (folder, _) in shown(kind).items()} for kind in ENTRIES}
ROWS = {kind: {name: row for name, (_, row) in shown(kind).items()} for kind in ENTRIES}
TABLES, FIGURES = ROWS["tables"], ROWS["figures"]


def function(kind: str, name: str) -> Callable:
    """Return the function that makes a table or draws a figure."""
    module = import_module(f"acceptability.analyses.{FOLDERS[kind][name]}.{kind.removesuffix('s')}")
    return getattr(module, f"{ENTRIES[kind]}_{ROWS[kind][name].function or name}")


def reads(kind: str, name: str) -> dict[str, str]:
    """Return the name of every table that it may read, by argument."""
    row = ROWS[kind][name]
    return dict(row.reads) | {argument: table for argument, (_, table) in row.optional.items()}


def analysed(folder: Path, name: str, inputs: Mapping[str, Path | list[Path]], **settings) -> dict[str, Path]:
    """Run an analysis as its rule does, and return the path of every table that it writes, by name."""
    written = {table.name: folder / f"{table.name}.csv" for table in analyses()[name].writes}
    running.run(name, inputs, list(written.values()), settings)
    return written
