"""Which files an analysis reads: tables of its dataset, of another one, or of several systems."""

from collections.abc import Callable, Iterable, Mapping

from acceptability.analyses.analysis import Level, Named, Other, present
from acceptability.analyses.registry import analyses, path_of, tables
from acceptability.plan.datasets import Dataset
from acceptability.plan.plan import Plan
from acceptability.plan.systems import REFERENCE


def _keys(things: Iterable) -> list[str]:
    return [thing.key for thing in things]


# Names of the systems that an Each means.
SYSTEMS: dict[str, Callable[[Dataset], list[str]]] = {
    "systems": lambda dataset: _keys(dataset.scorers),
    "systems and references": lambda dataset: [*_keys(dataset.scorers), REFERENCE],
    "all systems": lambda dataset: _keys(dataset.systems),  # those that only decide, too
    "all systems and references": lambda dataset: [*_keys(dataset.systems), REFERENCE],
    "systems matched by texts": lambda dataset: _keys(dataset.matched),
    "shallow systems": lambda dataset: _keys(dataset.shallow),
    "systems of tokens": lambda dataset: _keys(dataset.token_scorers),
    "systems with accuracies": lambda dataset: _keys(dataset.accuracies),
    "systems under every specification": lambda dataset: _keys(dataset.specification_systems),
    "systems with thresholds": lambda dataset: _keys(dataset.threshold_systems),
    "prompted systems": lambda dataset: _keys(dataset.prompted),
    "fitted systems": lambda dataset: _keys(dataset.fitted),
    "classifiers": lambda dataset: _keys(dataset.classifiers),
    "restarts": lambda dataset: _keys(dataset.restart_classifiers),
    "models with released scores": lambda dataset: _keys(dataset.released),
    "released systems": lambda dataset: [entry["system"] for entry in dataset.released.values()],
}
# Files of restarts, and what is recorded of scorings and trainings; see analyses.reading.READERS.
FILES: dict[str, Callable[[Dataset], list[str]]] = {
    "margins": lambda dataset: dataset.margins,
    "judged margins": lambda dataset: dataset.restart_margins,
    "divided margins": lambda dataset: dataset.divided_margins,
    "scoring": lambda dataset: dataset.scoring_files,
    "training": lambda dataset: dataset.training_files,
    "training of n-grams": lambda dataset: dataset.ngram_files,
}


def inputs(plan: Plan, analysis: str, at: Mapping[str, str]) -> dict[str, str | list[str]]:
    """Return the path, or the paths, of the files that an analysis reads, by argument, for the wildcards ``at``."""
    row, has = analyses()[analysis], plan.datasets[at["dataset"]].has
    reads = row.reads | present(row.optional, has)
    return {argument: _files(plan, named, at) for argument, named in reads.items()}


def _files(plan: Plan, named: Named, at: Mapping[str, str]) -> str | list[str]:
    dataset = plan.datasets[at["dataset"]]
    if isinstance(named, str | Level):
        return path_of(named).format(**at)
    if isinstance(named, Other):
        other = at["labelled"] if named.dataset == "labelled" else dataset.manifest.thresholds_from
        return tables()[named.table].path.format(dataset=other)
    if named.table in FILES:
        return FILES[named.table](dataset)
    if named.systems == "systems of the example":
        systems = _keys(plan.examples[at["example"]].systems)
    else:
        systems = SYSTEMS[named.systems](dataset)
    return [tables()[named.table].path.format(dataset=dataset.key, system=system) for system in systems]
