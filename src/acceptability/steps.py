"""Run the steps of a job that evaluates a dataset, and keep what they write, so that none is run twice for the same.

A step is kept with a key: a digest of the contents of what it reads, its settings, the code of its modules and the
versions of the libraries. If nothing of this has changed, what it wrote before is taken. Snakemake removes the outputs
of a job before it starts, and again if it fails, so that no old table is next to a failure. The output of finished
steps is kept apart and is there when the job starts again.
"""

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import asdict
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context
from pathlib import Path

from acceptability import adapter, measuring
from acceptability.analyses import recipes
from acceptability.analyses.reading import read
from acceptability.analyses.results import Results
from acceptability.analyses.subject import Subject
from acceptability.contracts import io
from acceptability.contracts.steps import Step, Work
from acceptability.errors import InputError, naming
from acceptability.sources.digests import of_file
from acceptability.written import DAMAGED

LIBRARIES = ("numpy", "pandas", "scipy", "matplotlib", "seaborn", "scikit-learn")
LARGE = 250_000  # bytes of one file that steps read, about 1,000 pairs: below, more processes cost more than they save
DRAWN = 3  # figures from which on several processes save time


def run(work: Work, kept: Path, workers: int) -> None:
    """Run the steps in their order, or take what they wrote before; say of each which, and how long it took.

    Parameters:
        work: the steps, and what they are about.
        kept: the folder in which what they write is kept. What is there of other steps is removed.
        workers: processes that may run steps at the same time.

    Raises:
        Exception: whatever a step raises, with a note that names the step.
    """
    steps = work.steps
    folders = {step.name: kept / step.name.replace("/", "+") for step in steps}
    for folder in kept.glob("*"):
        if folder.is_dir() and folder not in folders.values():
            shutil.rmtree(folder)
    if workers > 1 and (sum(map(_draws, steps)) >= DRAWN or any(map(_is_large, steps))):
        _run_together(work, folders, workers)
        return
    digests: dict[str, str] = {}
    for step in steps:
        digests |= _run_step(step, work.subject, folders[step.name], digests)


def _draws(step: Step) -> bool:
    return step.kind == "figure"


def _is_large(step: Step) -> bool:
    return any(os.path.exists(path) and os.path.getsize(path) > LARGE for path in step.reads)


def _run_together(work: Work, folders: Mapping[str, Path], workers: int) -> None:
    """Run steps in several processes, each when what it reads has been written."""
    steps = work.steps
    if any(map(_draws, steps)):
        from acceptability.analyses import showing  # noqa: F401 (imported once, before processes are forked)

    writer = {path: step.name for step in steps for path in step.writes}
    waits_for = {step.name: {writer[path] for path in step.reads if path in writer} for step in steps}
    todo = {step.name: step for step in steps}
    digests: dict[str, str] = {}
    running: dict[Future, str] = {}
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        try:
            while todo or running:
                ready = [name for name in todo if not waits_for[name] & {*todo, *running.values()}]
                for name in ready:
                    step = todo.pop(name)
                    known = {path: digests[path] for path in step.reads if path in digests}
                    running[pool.submit(_run_step, step, work.subject, folders[name], known)] = name
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    digests |= future.result()
                    del running[future]
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _run_step(step: Step, subject: Subject, folder: Path, digests: Mapping[str, str]) -> dict[str, str]:
    """Run a step, or take what it wrote before. Return the digests of the files that it reads or writes, by path."""
    start = time.monotonic()
    digests = dict(digests) | {path: of_file(path) for path in step.reads if path not in digests}
    key = _key(step, digests)
    outputs = [Path(path) for path in step.writes]
    for path in outputs:
        path.parent.mkdir(parents=True, exist_ok=True)
    written = _taken(folder, key, outputs)
    if written is None:
        try:
            RUNS[step.kind](step, subject)
        except InputError:
            print(f"{step.name}: stopped", file=sys.stderr)
            raise
        except Exception as error:
            error.add_note(f"This was the step {step.name}.")
            raise
        written = _keep(folder, key, outputs)
        print(f"{step.name}: {time.monotonic() - start:.1f} s", file=sys.stderr)
    else:
        print(f"{step.name}: unchanged", file=sys.stderr)
    return digests | {str(path): digest for path, digest in zip(outputs, written, strict=True)}


# What runs a step, by its kind.


def _measure(step: Step, _: Subject) -> None:
    inputs = {name: adapter.paths(files) for name, files in step.inputs.items()}
    outputs = {name: Path(path) for name, path in step.outputs.items()}
    getattr(measuring, step.function)(**inputs, **outputs, **step.settings)


def _analyse(step: Step, subject: Subject) -> None:
    recipe = recipes.computed(subject)[step.label]
    blamed = step.inputs[recipe.analysis.blames] if recipe.analysis.blames else []
    with naming(blamed if isinstance(blamed, str) else ", ".join(blamed)) if blamed else nullcontext():
        frames = _results(subject).frames(recipe)
    for table in recipe.analysis.writes:
        io.write_table(frames[table.name], Path(step.outputs[table.name]), table)


def _make_table(step: Step, subject: Subject) -> None:
    from acceptability.analyses.showing import write_table  # here, as it loads Matplotlib

    made = _results(subject).table(recipes.displayed(subject, "tables")[step.label])
    write_table(made, step.writes[0].removesuffix(".csv"), subject.key, step.label)


def _draw_figure(step: Step, subject: Subject) -> None:
    from acceptability.figures import style

    recipe = recipes.displayed(subject, "figures")[step.label]
    by_width = style.by_width(step.writes)
    figures = _results(subject).figures(recipe, list(by_width))
    for figure, files in zip(figures, by_width.values(), strict=True):
        style.save(figure, *files, simulated=subject.simulated)


RUNS: dict[str, Callable[[Step, Subject], None]] = {
    "measure": _measure,
    "analysis": _analyse,
    "table": _make_table,
    "figure": _draw_figure,
}


def _results(subject: Subject) -> Results:
    """Return the results of a dataset whose tables are in files, each read when it is asked for."""
    return Results(subject, lambda named, recipe: read(named, recipes.files(named, recipe, subject)))


# What is kept of a step: a folder with key.json (the key, and the digest of each file) and copies of the files that it
# wrote, so that damage to results does not spread to what is kept, nor the other way round.


def _key(step: Step, digests: Mapping[str, str]) -> str:
    """Return a digest of all that decides what a step writes."""
    contents = {path: digests[path] for path in step.reads}
    identity = asdict(step) | {"contents": contents, "libraries": versions()}
    return hashlib.sha256(json.dumps(identity, default=repr).encode()).hexdigest()


@cache
def versions() -> dict[str, str]:
    """Return the version of each library that may change a result and is there."""
    versions = {"python": f"{sys.version_info.major}.{sys.version_info.minor}"}
    for library in LIBRARIES:
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            continue
    return versions


def _taken(folder: Path, key: str, outputs: Sequence[Path]) -> list[str] | None:
    """Put what a step wrote for this key where it belongs, and return the digests.

    None: nothing is kept for this key, or what is kept is damaged, which is reported.
    """
    if not folder.exists():
        return None
    files = [folder / f"{number}{path.suffix}" for number, path in enumerate(outputs)]
    try:
        record = json.loads((folder / "key.json").read_text(encoding="utf-8"))
        if record["key"] != key:
            return None
        is_damaged = [of_file(file) for file in files] != record["digests"]
    except (OSError, *DAMAGED):
        is_damaged = True
    if is_damaged:
        print(f"note: {folder} is damaged; it is ignored, and written again", file=sys.stderr)
        return None
    for file, path in zip(files, outputs, strict=True):
        path.unlink(missing_ok=True)
        shutil.copy(file, path)
    return record["digests"]


def _keep(folder: Path, key: str, outputs: Sequence[Path]) -> list[str]:
    """Keep what a step wrote, in place of what is kept of it, and return the digests."""
    new = folder.with_name(f"{folder.name}.new")
    for old in (new, folder):  # killed between here and the last line, nothing is kept of the step
        shutil.rmtree(old, ignore_errors=True)
    new.mkdir(parents=True)
    digests = [of_file(path) for path in outputs]
    for number, path in enumerate(outputs):
        shutil.copy(path, new / f"{number}{path.suffix}")
    (new / "key.json").write_text(json.dumps({"key": key, "digests": digests}), encoding="utf-8")
    new.rename(folder)
    return digests
