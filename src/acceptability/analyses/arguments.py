"""Read from the arguments of functions what analyses, tables and figures are made from, without importing them.

The name of an argument decides its value: a table of the catalogue, or an attribute of the Subject
(analyses.subject). A manifest declares arguments with other names, tables of several systems, and optional arguments.
"""

import ast
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from acceptability.analyses.analysis import POPULATIONS, Analysis, Each, Files, Shown
from acceptability.errors import InputError

# Arguments that are a table of each of several systems, of which systems manifests need not say.
EACH: Mapping[str, Each | Files] = {
    "scores": Each("scores", "scorers"),
    "z_scores": Each("z_scores", "scorers"),
    "accuracies": Each("accuracies", "accuracy_systems"),
    "answers": Each("answers", "prompted_systems"),
    "margins": Files.MARGINS,
    "tokens": Each("tokens", "token_systems"),
    "matches": Each("matches", "imported_systems"),
}
GIVEN = {"width", "number_of_pairs"}  # what no manifest declares: see figures.style and analyses.coverage
ENTRIES = {"tables": "make", "figures": "draw"}  # what functions in table.py and figure.py begin with


def completed(analysis: Analysis, folder: Path, tables: Collection[str], wildcards: Collection[str]) -> Analysis:
    """Return what a manifest declares, with what the functions of its folder say.

    Parameters:
        folder: that of the analysis.
        tables: the names of all tables of the catalogue.
        wildcards: those of paths, which every function may take.
    """
    analysis = _with_populations(analysis)
    of_analysis = (
        _said(folder / "compute.py", "compute", analysis, {*tables} - {*EACH}, wildcards) if analysis.writes else {}
    )
    of_artefacts: dict[str, Any] = {
        kind: {
            name: replace(row, **_said(folder / f"{kind[:-1]}.py", f"{entry}_{row.function or name}", row, tables, ()))
            for name, row in getattr(analysis, kind).items()
        }
        for kind, entry in ENTRIES.items()
    }
    return replace(analysis, **of_analysis, **of_artefacts)


def _with_populations(analysis: Analysis) -> Analysis:
    """Return an analysis that also reads POPULATIONS if it reads deltas of references."""
    deltas = analysis.reads.get("deltas")
    if not isinstance(deltas, Each) or not deltas.systems.endswith("references"):
        return analysis
    return replace(analysis, optional={**analysis.optional, **POPULATIONS})


def _said(
    path: Path, function: str, row: Analysis | Shown, tables: Collection[str], wildcards: Collection[str]
) -> dict[str, Any]:
    """Return ``reads`` and ``settings`` of an analysis, a table or a figure, in the order of its arguments."""
    declared = {*row.reads, *row.optional, *row.settings, *getattr(row, "fixed", ())}
    arguments = _arguments(path).get(function)
    if arguments is None:
        raise InputError(f"{path}: has no function {function}, which manifest.py declares; define it there")
    others = [name for name in arguments if name not in declared | GIVEN and name not in wildcards]
    of_systems = EACH if isinstance(row, Analysis) else {}
    reads = {name: of_systems.get(name, name) for name in others if name in of_systems or name in tables}
    return {
        "reads": {**row.reads, **reads},
        "settings": (*row.settings, *(argument for argument in others if argument not in reads)),
    }


@cache
def _arguments(path: Path) -> dict[str, list[str]]:
    """Return the names of the arguments of each function of a module."""
    functions = [
        function
        for function in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(function, ast.FunctionDef)
    ]
    return {
        function.name: [argument.arg for argument in [*function.args.args, *function.args.kwonlyargs]]
        for function in functions
    }
