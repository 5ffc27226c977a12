"""Name the tables that ready quantities read: sentences, pairs, criteria, phenomena, correlations and separation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acceptability.analyses.correlations.manifest import CORRELATIONS
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.phenomena.manifest import PHENOMENA
from acceptability.analyses.separation.manifest import SEPARATION
from acceptability.contracts.artefact import File, one
from acceptability.contracts.data import PAIRS, SENTENCES

if TYPE_CHECKING:
    from acceptability.plan.studies import Study

LEVELS = ("pairs", "sentences")  # of correlations


def reads(study: Study) -> dict[str, File | list[File]]:
    """Return the tables of a study's datasets, by ``<dataset>.<table>``; those of ``main`` come first."""
    return {
        f"{dataset.key}.{name}": file
        for dataset in sorted(study.datasets, key=lambda dataset: dataset != study.main)
        for name, file in _tables(dataset.key, dataset.has if dataset.reported else frozenset()).items()
    }


def _tables(dataset: str, has: frozenset[str]) -> dict[str, File]:
    """Return the tables of a dataset that ready quantities read, by name."""
    tables = {"sentences": one(SENTENCES, dataset=dataset)}
    if "pairs" in has:
        tables |= {table.name: one(table, dataset=dataset) for table in (PAIRS, CRITERIA, PHENOMENA)}
    if {"rated", "scores"} <= has:
        levels = LEVELS if "pairs" in has else LEVELS[1:]
        tables |= {f"{level}_correlations": one(CORRELATIONS, dataset=dataset, level=level) for level in levels}
    if {"labelled", "scores"} <= has:
        tables["separation"] = one(SEPARATION, dataset=dataset)
    return tables
