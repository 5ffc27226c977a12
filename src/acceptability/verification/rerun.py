"""Read the steps of a record, and run them again in a folder of its own, from the files that no step writes."""

import ast
import os
import re
import runpy
from collections.abc import Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import is_dataclass, replace
from inspect import signature
from io import StringIO
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from acceptability import adapter, installation, measuring, steps
from acceptability.analyses import subject
from acceptability.analyses.analysis import Files
from acceptability.analyses.subject import Subject
from acceptability.contracts.steps import FROM_FILES, SCRIPT, Step, Work
from acceptability.datasets import manifest
from acceptability.errors import InputError
from acceptability.plan.declarations import Checking
from acceptability.verification import crate

NAMES: dict[str, Any] = {  # of what a record may have
    name: kind for module in (subject, manifest) for name, kind in vars(module).items() if is_dataclass(kind)
} | {kind.__name__: kind for kind in (Step, Checking, frozenset, set)}
SCRIPTS = ("check_printed", "check_claims")
MODULES = re.compile(
    r"papers\.[\w-]+\.(tables|metrics)|(papers|analyses)\.[\w.-]+\.table"
)  # which make tables of files
CACHE = Path("cache")  # in the folder in which steps are run: what they wrote
WORKERS = 4


def parsed(text: str) -> Any:
    """Return a value by its ``repr``: literals, and instances of NAMES. Nothing else can be called.

    Raises KeyError, TypeError, ValueError or SyntaxError for any other text.
    """
    return _value(ast.parse(text, mode="eval").body)


def _value(node: ast.AST) -> Any:
    match node:
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=words):
            return NAMES[name](*map(_value, arguments), **{str(word.arg): _value(word.value) for word in words})
        case ast.Attribute(value=ast.Name(id="Files"), attr=name):
            return Files[name]
        case ast.Dict(keys=keys, values=values):
            return {_value(key): _value(value) for key, value in zip(keys, values, strict=True) if key}
        case ast.List(elts=entries) | ast.Tuple(elts=entries) | ast.Set(elts=entries):
            return {ast.List: list, ast.Tuple: tuple, ast.Set: set}[type(node)](map(_value, entries))
    return ast.literal_eval(node)


def tasks_of(run: Mapping) -> list[Work]:
    """Return what a record says can be run again: the work of each job, and of each step of a study, which has no
    subject. Signatures name the version of the record.

    Raises InputError for a step that this program does not record, since it could write or run anything.
    """
    nothing = Subject("", "", manifest.Manifest())
    tasks = [
        Work([*map(parsed, work["steps"])], replace(parsed(work["subject"]), version=run["program"]["version"]))
        for work in run["works"]
    ]
    tasks += [Work([parsed(step)], nothing) for step in run["studies"]]
    for step in (step for task in tasks for step in task.steps):
        known = {
            "measure": _is_measure(step),
            SCRIPT: step.function in SCRIPTS,
            FROM_FILES: bool(MODULES.fullmatch(_recipe(step).get("module", ""))),
        }
        is_inside = all(map(crate.is_inside, (*step.reads, *step.writes)))
        is_result = all(path.startswith("results/") for path in step.writes)
        if not (is_inside and is_result and known.get(step.kind, step.kind in steps.RUNS)):
            raise InputError(f"the record has a step {step.name!r} that no version of this program writes")
    return tasks


def _is_measure(step: Step) -> bool:
    """Return whether a function of acceptability.measuring can run a step, and writes nothing but its outputs."""
    function = getattr(measuring, step.function, None)
    if function is None or getattr(function, "__module__", "") != measuring.__name__:
        return False
    writing = {name for name in signature(function).parameters if name == "to" or name.startswith("to_")}
    return {*step.outputs} == writing and not writing & {*step.inputs, *step.settings}


def run_again(tasks: Sequence[Work], folder: Path) -> list[str]:
    """Run tasks in a folder that has what they read, each when this has been written. Return what went wrong.

    Tasks of which an input is missing, because another task failed or a file is not there, are not run. No figures are
    drawn.
    """
    faults = []
    left = {
        number: Work([step for step in task.steps if step.kind != "figure"], task.subject)
        for number, task in enumerate(tasks)
    }
    with chdir(folder), threadpool_limits(1), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        while ready := [number for number, task in left.items() if all(map(os.path.exists, _inputs(task)))]:
            for number in ready:
                try:
                    _run(left.pop(number), CACHE / str(number))
                except Exception as error:  # of any kind: a changed table may be read in ways that nobody foresaw
                    faults.append(str(error) if isinstance(error, InputError) else repr(error))
    return faults


def _recipe(step: Step) -> dict[str, Any]:
    recipe: Any = step.settings.get("made", {})
    return dict(recipe)


def _inputs(task: Work) -> set[str]:
    return {path for step in task.steps for path in step.reads} - {path for step in task.steps for path in step.writes}


def _run(task: Work, cache: Path) -> None:
    if task.subject.key:
        steps.run(task, cache, min(WORKERS, os.cpu_count() or 1))
    else:
        _run_of_study(task.steps[0])


def _run_of_study(step: Step) -> None:
    for path in step.writes:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    if step.kind == SCRIPT:
        places: dict = {key: adapter.paths(files) for key, files in step.inputs.items()}
        if "printed" in places:
            places = {name: places.pop(name) for name in ("printed", "searches")} | {"files": places}
        main = runpy.run_path(str(installation.SCRIPTS / f"{step.function}.py"))["main"]
        main(**places, to=Path(step.outputs["to"]), **step.settings)
        return
    from acceptability.analyses import showing  # here, as it loads Matplotlib

    recipe = _recipe(step) | {"path": step.writes[0].removesuffix(".csv")}
    if recipe["kind"] == "metrics":
        showing.make_metric(recipe)
    else:
        showing.make_table(str(step.settings["owner"]), recipe["name"], recipe)
