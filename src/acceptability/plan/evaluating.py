"""List the steps of the jobs that evaluate a dataset, with what each reads and writes.

Scores are measured, then come deltas and references, analyses, tables and figures. The first job, ``evaluate``, makes
what `make score` or `make check` shows, all tables, and what these are made from. The second, ``detail``, has the rest:
figures, and what only they and reports read.
"""

import os
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from acceptability.analyses import recipes
from acceptability.analyses.registry import analyses, package_of, tables
from acceptability.analyses.subject import Subject
from acceptability.contracts.steps import Step, Work
from acceptability.errors import required
from acceptability.plan import artefacts, modules
from acceptability.plan.datasets import Dataset
from acceptability.plan.derived import Fitted, Prompted
from acceptability.plan.plan import Plan
from acceptability.plan.regions import OfItems
from acceptability.plan.systems import REFERENCE, Decisions, System

JOBS = ("evaluate", "detail")
CACHE = "results/cache"  # what steps wrote, by job, dataset and step; see acceptability.steps


@dataclass(frozen=True)
class Job:
    """Describe a job of a dataset.

    Parameters:
        rule: ``evaluate`` or ``detail``.
        dataset: the dataset's key.
        work: the steps that it runs, and what they are about.
    """

    rule: str
    dataset: str
    work: Work

    @property
    def steps(self) -> Sequence[Step]:
        """Return its steps, each after those that write what it reads."""
        return self.work.steps

    @property
    def name(self) -> str:
        """Return the name of its rule."""
        return f"{self.rule}_{self.dataset}".replace("-", "_")

    @property
    def outputs(self) -> list[str]:
        """Return the paths of all files that its steps write."""
        return [path for step in self.steps for path in step.writes]

    @property
    def inputs(self) -> list[str]:
        """Return the paths of all files that its steps read and none of them writes."""
        written = {*self.outputs}
        return sorted({path for step in self.steps for path in step.reads} - written)

    @property
    def outdated(self) -> list[str]:
        """Return the outputs that are there if others are missing: they are of fewer systems or analyses.

        Snakemake asks only for those outputs that something needs. If these are there, it does not compare what the job
        reads and is now with what was recorded, since of the new outputs, nothing was.
        """
        present = [output for output in self.outputs if os.path.exists(output)]
        return present if len(present) < len(self.outputs) else []

    @property
    def cache(self) -> str:
        """Return the folder in which what its steps write is kept."""
        return f"{CACHE}/{self.rule}/{self.dataset}"


def jobs(plan: Plan) -> list[Job]:
    """Return the jobs of all datasets, except for those without a step."""
    all_jobs = []
    later = {key: [*_analyses(dataset)] for key, dataset in plan.datasets.items()}
    for kind in ("tables", "figures"):
        for owner_kind, owner, name in artefacts.shown(plan, kind):
            if owner_kind == "dataset":
                later[owner.key].append(_shown(plan, kind, owner.key, name))
    read = {path for steps in later.values() for step in steps for path in step.reads}
    read |= {path for study in plan.studies.values() for path in (*artefacts.read_by(study), *study.scores_of_rows)}
    for key, dataset in plan.datasets.items():
        steps = _ordered([*_measures(plan, dataset, read), *later[key]])
        first = _first(plan, dataset, steps)
        parts = [step for step in steps if step.name in first], [step for step in steps if step.name not in first]
        all_jobs += [
            Job(rule, key, Work(part, _subject(dataset, part))) for rule, part in zip(JOBS, parts, strict=True) if part
        ]
    return all_jobs


def _subject(dataset: Dataset, steps: Iterable[Step]) -> Subject:
    """Return what steps are about; files are read for it only where a step asks for what they say."""
    settings_of_steps = [
        step.settings["made"]["settings"] if "made" in step.settings else step.settings for step in steps
    ]
    return artefacts.subject_of(dataset, {name for settings in settings_of_steps for name in settings})


# Scores, deltas, references.


def _measures(plan: Plan, dataset: Dataset, read: Container[str]) -> Iterator[Step]:
    """Yield the steps that measure scores and deltas: of the systems that run on a dataset, and of those that something
    reads. ``read`` has the paths of all that steps and studies read.
    """
    texts = {"sentences": f"results/sentences/{dataset.key}.csv"}
    paired = texts | {"pairs": f"results/pairs/{dataset.key}.csv"}
    running = dataset.systems if dataset.scored else []
    compared = [*running, *_read_of(plan, dataset, read, "deltas"), *_read_of(plan, dataset, read, "z_scores")]
    scored = [*dataset.systems, *compared, *_read_of(plan, dataset, read, "scores")]
    scored += [part for system in scored if isinstance(system, Fitted) for part in (system.source, system.unigrams)]
    for system in dict.fromkeys(scored):
        if _follows(system):
            yield _scores(dataset, system, texts, paired)
    for system in dict.fromkeys(compared):
        if not isinstance(system, Decisions | OfItems):
            yield _deltas(plan, dataset, system, paired)
    if "pairs" in dataset.has and dataset.reported:
        preference = {"preference": required(dataset.manifest.pairs).preference}
        to = f"results/deltas/{dataset.key}/{REFERENCE}.csv"
        yield _measure(f"deltas/{REFERENCE}", "compute_references", paired, {"to": to}, preference)
    if dataset.scorers:
        scores = {"scores": dataset.files("scores", dataset.scorers)}
        yield _measure("scores", "gather_scores", texts | scores, {"to": f"results/scores/{dataset.key}.csv"})


def _read_of(plan: Plan, dataset: Dataset, read: Container[str], table: str) -> list[System]:
    """Return the systems of which ``read`` has a table about the dataset."""
    return [system for key, system in plan.systems.items() if f"results/{table}/{dataset.key}/{key}.csv" in read]


def _follows(system: System) -> bool:
    """Return whether a system's scores follow from tokens, answers or other scores."""
    return system.scores_tokens or isinstance(system, Fitted) or (isinstance(system, Prompted) and not system.decides)


def _scores(dataset: Dataset, system: System, texts: Mapping[str, str], paired: Mapping[str, str]) -> Step:
    """Return the step that measures a system's scores."""
    at = f"{dataset.key}/{system.key}.csv"
    to, measures = {"to": f"results/scores/{at}"}, {"measures": list(system.measures)}
    if isinstance(system, Fitted):
        fitting = required(system.kind.fitting)
        entry = {name: system.entry[name] for name in ("row", "folds")} | {"fitting": fitting}
        of_tokens = {"of_tokens": system.unigrams.scores_tokens}
        fitted = {"to_scores": to["to"], "to_coefficients": f"results/linking/{at}"}
        inputs = {**paired, **system.inputs(dataset)}
        settings = entry | measures | of_tokens
        return _measure(f"scores/{system.key}", "fit_to_ratings", inputs, fitted, settings, fitting)
    if isinstance(system, Prompted):
        return _measure(f"scores/{system.key}", "score_answers", {"answers": f"results/answers/{at}"}, to)
    inputs = {**texts, "tokens": f"results/tokens/{at}"}
    return _measure(f"scores/{system.key}", "measure_sentences", inputs, to, measures)


def _deltas(plan: Plan, dataset: Dataset, system: System, paired: Mapping[str, str]) -> Step:
    at, name = f"{dataset.key}/{system.key}.csv", f"deltas/{system.key}"
    if system.decides:
        settings = {"measures": list(system.measures), "tie": plan.tie}
        inputs = {**paired, "answers": f"results/answers/{at}"}
        return _measure(name, "choose_by_answers", inputs, {"to": f"results/deltas/{at}"}, settings)
    to = {"to_z_scores": f"results/z_scores/{at}", "to_deltas": f"results/deltas/{at}"}
    settings = {"tie": plan.tie, "partial": system.partial}
    return _measure(name, "compute_deltas", {**paired, "scores": f"results/scores/{at}"}, to, settings)


def _measure(
    name: str, function: str, inputs: Mapping, outputs: Mapping, settings: Mapping | None = None, *more: str
) -> Step:
    """Return a step of a function of ``measuring``; ``more`` are modules that it imports by name."""
    return Step(name, "measure", inputs, outputs, settings or {}, modules.digest("measuring", *more), function)


# Analyses.


def _analyses(dataset: Dataset) -> Iterator[Step]:
    """Yield a step for each analysis whose conditions hold, several where its paths have levels."""
    for name, recipe in recipes.computed(dataset.subject).items():
        subject = artefacts.about(dataset, recipe.settings)
        inputs = {
            argument: recipes.files(tables_of_argument, recipe, subject)
            for argument, tables_of_argument in recipe.reads.items()
        }
        settings = {**recipe.at, **recipes.settings(recipe, subject)}
        yield Step(name, "analysis", inputs, recipe.outputs, settings, _code_of(recipe.folder))


@cache
def _code_of(folder: str) -> str:
    package = package_of(folder)
    return f"{modules.digest(f'{package}.manifest', f'{package}.compute', 'analyses.computing')} {_code_of_results()}"


@cache
def _code_of_results() -> str:
    """Return a digest of how arguments are read; what recipes say of them is in the settings and inputs of steps."""
    return modules.content(modules.file_of("analyses.results"))


# Tables and figures.


def _shown(plan: Plan, kind: str, owner: str, name: str) -> Step:
    artefact = artefacts.described(plan, kind, owner, name)
    outputs = {path: path for path in artefacts.paths(kind, owner, name)}
    code = f"{modules.digest('analyses.showing', *artefacts.modules_of(artefact))} {_code_of_results()}"
    return Step(f"{kind}/{name}", kind.removesuffix("s"), artefact["reads"], outputs, {"made": artefact}, code)


# The order of steps, and which come first.


def _ordered(steps: list[Step]) -> list[Step]:
    """Return the steps in an order in which each stands after those that write what it reads."""
    writer = {path: step for step in steps for path in step.writes}
    ordered: dict[str, Step] = {}

    def add(step: Step) -> None:
        if step.name not in ordered:
            for path in step.reads:
                if path in writer:
                    add(writer[path])
            ordered[step.name] = step

    for step in steps:
        add(step)
    return list(ordered.values())


def _first(plan: Plan, dataset: Dataset, steps: list[Step]) -> set[str]:
    """Return the names of the steps of the first job: what `make check` shows; or scores, all tables, and what else
    `make score` and its page show. All that they are made from belongs to it, too.
    """
    if dataset in plan.checked:
        needed_paths = [path for step in steps if _is_of_check(step) for path in step.writes]
    else:
        kinds = ("measure", "table") if dataset.scored else ("measure", "table", "analysis")
        of_page = ["by_level", "signature", "doubts"] if dataset in plan.paired else ["signature", "doubts"]
        of_page += ["quotations"] if {"pairs", "systems"} <= dataset.has else []
        needed_paths = [path for step in steps if step.kind in kinds for path in step.writes]
        needed_paths += [tables()[name].path.format(dataset=dataset.key) for name in of_page]
        needed_paths += artefacts.main_artefacts(dataset)
    return _needed(set(needed_paths), steps)


def _is_of_check(step: Step) -> bool:
    return step.kind == "analysis" and analyses()[step.name.partition("/")[0]].check is not None


def _needed(paths: set[str], steps: list[Step]) -> set[str]:
    """Return the names of the steps that write these paths, and of those that write what they read."""
    needed: set[str] = set()
    needed_paths = set(paths)
    for step in reversed(steps):
        if needed_paths & {*step.writes}:
            needed.add(step.name)
            needed_paths |= {*step.reads}
    return needed
