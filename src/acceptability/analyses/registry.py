"""List all analyses, which are folders here or of publications, and all tables that pass between rules.

Imports no package.
"""

import re
from collections.abc import Callable, Collection, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from acceptability import papers
from acceptability.analyses import arguments
from acceptability.analyses.analysis import Analysis, Level, Section, Shown, name_of
from acceptability.contracts import data, deltas, scoring, studies
from acceptability.contracts.columns import Table

SHARED = (data, scoring, deltas, studies)  # modules with tables that no single analysis computes


@papers.cached
def analyses() -> dict[str, Analysis]:
    """Return every analysis by the name of its folder, alphabetically, with what its functions' arguments say."""
    wildcards = {name for table in tables().values() for name in re.findall(r"{(\w+)}", table.path)}
    return {
        name: arguments.completed(analysis, folder_of(name), tables().keys(), wildcards)
        for name, analysis in _declared().items()
    }


@papers.cached
def _declared() -> dict[str, Analysis]:
    """Return what the manifest of each analysis declares, by the name of its folder."""
    return {name: module.ANALYSIS for name, module in _manifests().items()}


@papers.cached
def _manifests() -> dict[str, ModuleType]:
    modules = papers.declared("analyses", lambda module: hasattr(module, "ANALYSIS"))
    return papers.by_name((module.__name__.split(".")[-2], module, module.__file__) for module in modules)


def folder_of(name: str) -> Path:
    """Return the folder of an analysis."""
    return Path(_manifests()[name].__file__).parent


def package_of(name: str) -> str:
    """Return what the names of the modules of an analysis begin with, below the package: ``analyses.criteria``."""
    return _manifests()[name].__name__.removeprefix("acceptability.").removesuffix(".manifest")


@papers.cached
def sections() -> dict[str, Section]:
    """Return what reports say of analyses, in the order of the report, by the name of the folder."""
    declared = {name: analysis.section for name, analysis in analyses().items() if analysis.section}
    return dict(sorted(declared.items(), key=lambda item: item[1].place))


def section_files() -> list[Path]:
    """Return the files of ``sections``."""
    return [folder_of(name) / "section.typ" for name in sections()]


@papers.cached
def tables() -> dict[str, Table]:
    """Return every table that has a path, by its name: also those that the module ``study`` of a publication has."""
    return papers.by_name((table.name, table, file) for table, _, file in _tables())


def path_of(reference: str | Level) -> str:
    """Return the path of a table; of a Level, that of its level. Other wildcards stay unchanged."""
    path = tables()[name_of(reference)].path
    return path.replace("{level}", reference.level) if isinstance(reference, Level) else path


@papers.cached
def declared_in(table: str) -> str:
    """Return the name of the module, below the package, that declares a table."""
    return next(module for one, module, _ in _tables() if one.name == table)


def _tables() -> Iterator[tuple[Table, str, str | None]]:
    """Yield every table that has a path, with the module below the package that declares it, and a file to name.

    A study has the tables that it imports, too: they come a second time, after those of their own module.
    """
    for module in SHARED:
        yield from (
            (table, module.__name__.removeprefix("acceptability."), module.__file__) for table in _tables_in(module)
        )
    for name, analysis in _declared().items():
        yield from (
            (table, f"{package_of(name)}.manifest", _manifests()[name].__file__)
            for table in analysis.writes
            if table.path
        )
    for name, study in papers.studies().items():
        module_name = "contracts" if papers.path_of(f"{name}.contracts") else "study"
        yield from ((table, f"papers.{name}.{module_name}", study.__file__) for table in _tables_in(study))


def _tables_in(module: ModuleType) -> list[Table]:
    return [value for value in vars(module).values() if isinstance(value, Table) and value.path]


@papers.cached
def home_of(table: str) -> str | None:
    """Return the folder of the analysis that computes a table; None for tables that no analysis does."""
    return next(
        (name for name, analysis in _declared().items() if table in {one.name for one in analysis.writes}), None
    )


def when(folder: str, row: Shown) -> tuple[str, ...]:
    """Return the words that an owner must have so that a table or figure of an analysis is made."""
    words = analyses()[folder].when
    return words if row.when is None else (*row.when, *({"scores"} & {*words}))


def needs_counts(row: Shown, has: Collection[str]) -> bool:
    """Return whether labels of a table or figure say how many pairs rows cover that do not cover all of them."""
    return {"pairs", "partial"} <= {*has} and "labels" in row.settings and not row.counts_pairs


def function_of(kind: str, name: str) -> tuple[str, str]:
    """Return the module, below the package, and the name of the function that makes a table or a figure."""
    folder, row = shown(kind)[name]
    return f"{package_of(folder)}.{kind.removesuffix('s')}", f"{arguments.ENTRIES[kind]}_{row.function or name}"


def load(module: str, function: str) -> Callable:
    """Return a function of a module, as function_of names them."""
    return getattr(import_module(f"acceptability.{module}"), function)


def main(has: Collection[str]) -> dict[str, str]:
    """Return the names of the main table (``tables``) and the main figure (``figures``) of a dataset, if it has them.

    Parameters:
        has: what the dataset has, in the words of ``when``.
    """
    if "suites" in has:
        return {"tables": "suite_shares", "figures": "suite_shares"}
    if "pairs" in has:
        return {"tables": "criteria", "figures": "criteria"}
    if {"sentences_only", "rated"} <= {*has}:
        return {"tables": "ratings", "figures": "sentences"}
    if {"sentences_only", "labelled"} <= {*has}:
        return {"tables": "separation"}
    return {"tables": "bits"} if "text" in has else {}


@papers.cached
def shown(kind: str) -> dict[str, tuple[str, Shown]]:
    """Return the folder and the declaration of every table or figure, by its name.

    Parameters:
        kind: ``tables`` or ``figures``.
    """
    return papers.by_name(
        (name, (folder, declared), str(folder_of(folder)))
        for folder, analysis in analyses().items()
        for name, declared in getattr(analysis, kind).items()
    )
