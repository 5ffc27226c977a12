"""Tables and figures of analyses as tests ask for them: their declarations, functions, and what these read."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from acceptability.analyses.computing import compute
from acceptability.analyses.reading import read
from acceptability.analyses.registry import analyses, function_of, shown
from acceptability.contracts import io

FOLDERS = {kind: {name: folder for name, (folder, _) in shown(kind).items()} for kind in ("tables", "figures")}
ROWS = {kind: {name: row for name, (_, row) in shown(kind).items()} for kind in ("tables", "figures")}
TABLES, FIGURES = ROWS["tables"], ROWS["figures"]


def function(kind: str, name: str) -> Callable:
    """Return the function that makes a table or draws a figure."""
    module, entry = function_of(kind, name)
    return getattr(import_module(f"acceptability.{module}"), entry)


def reads(kind: str, name: str) -> dict[str, str]:
    """Return the name of every table that it may read, by argument."""
    row = ROWS[kind][name]
    return dict(row.reads) | {argument: table for argument, (_, table) in row.optional.items()}


def analysed(folder: Path, name: str, inputs: Mapping[str, Path | list[Path]], **settings) -> dict[str, Path]:
    """Compute an analysis from files, and return the path of every table that it writes, by name."""
    analysis = analyses()[name]
    named = {argument: it for argument, (_, it) in analysis.optional.items()} | dict(analysis.reads)
    given = {argument: read(it, inputs[argument]) if argument in inputs else None for argument, it in named.items()}
    frames = compute(name, settings | given)
    written = {table.name: folder / f"{table.name}.csv" for table in analysis.writes}
    for table in analysis.writes:
        io.write_table(frames[table.name], written[table.name], table)
    return written
