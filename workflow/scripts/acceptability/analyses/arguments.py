"""Read from the arguments of functions what analyses, tables and figures are made from, without importing them.

An argument is what it is called: a table of the catalogue, or a word of the configuration (plan.settings). A manifest
declares what is called otherwise, what is a table of several systems, and what is optional.
"""

import ast
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from acceptability.analyses.analysis import POPULATIONS, Analysis, Each, Shown
from acceptability.errors import InputError

# Arguments that are a table of each of several systems, of which systems manifests need not say.
EACH = {
    "scores": Each("scores", "systems"),
    "z_scores": Each("z_scores", "systems"),
    "accuracies": Each("accuracies", "systems with accuracies"),
    "answers": Each("answers", "prompted systems"),
    "margins": Each("margins", "restarts of classifiers"),
    "tokens": Each("tokens", "systems of tokens"),
    "matches": Each("matches", "systems matched by texts"),
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
    said = _said(folder / "compute.py", "compute", analysis, {*tables} - {*EACH}, wildcards) if analysis.writes else {}
    shown = {
        kind: {
            name: replace(row, **_said(folder / f"{kind[:-1]}.py", f"{entry}_{row.function or name}", row, tables, ()))
            for name, row in getattr(analysis, kind).items()
        }
        for kind, entry in ENTRIES.items()
    }
    return replace(analysis, **said, **shown)


def _with_populations(analysis: Analysis) -> Analysis:
    """Return an analysis that also reads POPULATIONS if it reads deltas of references."""
    deltas = analysis.reads.get("deltas")
    if not isinstance(deltas, Each) or not deltas.systems.endswith("references"):
        return analysis
    return replace(analysis, optional={**analysis.optional, **POPULATIONS})


def _said(
    path: Path, function: str, row: Analysis | Shown, tables: Collection[str], wildcards: Collection[str]
) -> dict[str, object]:
    """Return ``reads`` and ``settings`` of an analysis, a table or a figure, in the order of its arguments."""
    declared = {*row.reads, *row.optional, *row.settings, *getattr(row, "fixed", ())}
    arguments = _arguments(path).get(function)
    if arguments is None:
        raise InputError(f"{path}: has no function {function}, which manifest.py declares; define it there")
    others = [name for name in arguments if name not in declared | GIVEN and name not in wildcards]
    of_systems: Mapping[str, Each] = EACH if isinstance(row, Analysis) else {}
    reads = {name: of_systems.get(name, name) for name in others if name in of_systems or name in tables}
    return {"reads": {**row.reads, **reads}, "settings": (*row.settings, *(it for it in others if it not in reads))}


@cache
def _arguments(path: Path) -> dict[str, list[str]]:
    """Return the names of the arguments of each function of a module."""
    functions = [it for it in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(it, ast.FunctionDef)]
    return {it.name: [argument.arg for argument in [*it.args.args, *it.args.kwonlyargs]] for it in functions}
