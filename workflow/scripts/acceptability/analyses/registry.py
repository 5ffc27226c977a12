"""All analyses, which are the folders beside this file, and all tables that pass between rules. Imports no package."""

from functools import cache
from importlib import import_module
from pathlib import Path

from acceptability.analyses.analysis import Analysis, Section, Shown
from acceptability.contracts import data, deltas, scoring, studies
from acceptability.contracts.columns import Table

SHARED = (data, scoring, deltas, studies)  # modules with tables that no single analysis computes


@cache
def analyses() -> dict[str, Analysis]:
    """Return every analysis by the name of its folder, in alphabetical order."""
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/manifest.py"))
    return {name: import_module(f"acceptability.analyses.{name}.manifest").ANALYSIS for name in folders}


@cache
def sections() -> dict[str, Section]:
    """Return what reports say of analyses, in the order of the report, by the name of the folder."""
    declared = {name: analysis.section for name, analysis in analyses().items() if analysis.section}
    return dict(sorted(declared.items(), key=lambda item: item[1].place))


def section_files() -> list[Path]:
    """Return the files of ``sections``."""
    return [Path(__file__).parent / name / "section.typ" for name in sections()]


@cache
def tables() -> dict[str, Table]:
    """Return every table that has a path, by its name."""
    shared = [table for module in SHARED for table in vars(module).values() if isinstance(table, Table) and table.path]
    return {table.name: table for table in [*shared, *(table for it in analyses().values() for table in it.writes)]}


@cache
def home_of(table: str) -> str | None:
    """Return the folder of the analysis that computes a table; None for tables of ``SHARED``."""
    return next((name for name, it in analyses().items() if table in {one.name for one in it.writes}), None)


@cache
def shown(kind: str) -> dict[str, tuple[str, Shown]]:
    """Return the folder and the declaration of every table or figure, by its name.

    Parameters:
        kind: ``tables`` or ``figures``.
    """
    return {
        name: (folder, it) for folder, analysis in analyses().items() for name, it in getattr(analysis, kind).items()
    }
