"""Collect all that the configuration and its studies declare, to make datasets and studies of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from acceptability.analyses import subject
from acceptability.contracts.names import row_colours, split_row
from acceptability.errors import required
from acceptability.plan.declared import Corpus, DeclaredDataset, DeclaredStudy
from acceptability.plan.derived import Classifier
from acceptability.plan.series import Series
from acceptability.plan.systems import LanguageModel, System, row_labels

Kind = TypeVar("Kind", bound=System)


@dataclass(frozen=True)
class Released:
    """Describe what a study's authors released of a system besides scores: decisions of restarts, or shares of
    paradigms.
    """

    key: str
    dataset: str
    source: str  # the name of the registered file
    label: str | None = None
    like: System | None = field(default=None, repr=False, compare=False)  # of restarts: it has the same colour
    columns: Mapping[str, str] = field(default_factory=dict, compare=False)  # of shares: those of the file

    @property
    def first_row(self) -> str:
        """Return the row that restarts belong to: the first one of the system that they are like."""
        return required(self.like).first_row


@dataclass(frozen=True)
class Example:
    """Describe a table of pairs that all of some rows meet and all of others miss."""

    key: str
    dataset: str
    caption: str
    met: Mapping = field(compare=False)
    missed: Mapping = field(compare=False)

    def described(self, systems: Mapping[str, System], studies: Iterable[DeclaredStudy]) -> subject.Example:
        """Return it as analyses know it. Systems that there are not are refused elsewhere (plan.check)."""
        names = {split_row(row)[0] for row in self.met["by"] + self.missed["by"]}
        of_rows = [systems[name] for name in sorted(names) if name in systems]
        return subject.Example(
            self.caption,
            {"met": self.met, "missed": self.missed},
            [system.key for system in of_rows],
            row_labels(of_rows),
            self._first_pairs(studies),
        )

    def _first_pairs(self, studies: Iterable[DeclaredStudy]) -> list[str]:
        """Return the pairs that a study prints as this example, by their ids: they stand first where they qualify."""
        for study in studies:
            if table := study.examples.get(self.key, {}).get("printed"):
                rows = [row for row in study.printed_table(table) if row["quantity"] == "qualifies"]
                return list(dict.fromkeys(row["argument"].split()[-1] for row in rows))
        return []


@dataclass(frozen=True)
class Checking(subject.Checking):
    """Describe the settings of `make check`, with the table of fillers; see the section ``check`` of config.yaml."""

    fillers: str | None = None  # the user's table of sentences that go into every list
    encoding: str | None = None  # of that table
    sheet: str | None = None  # of that table

    @property
    def reading(self) -> dict[str, str]:
        """Return how the table of fillers is read: keyword arguments of its reader."""
        settings = {"encoding": self.encoding, "sheet": self.sheet}
        return {key: value for key, value in settings.items() if value is not None}


@dataclass(frozen=True)
class Declarations:
    """Collect what is declared. Mappings are by name, in the order of declaration, those of studies first."""

    studies: Mapping[str, DeclaredStudy]
    datasets: Mapping[str, DeclaredDataset]
    systems: Mapping[str, System]
    corpora: Mapping[str, Corpus]
    examples: Mapping[str, Example]
    restarts: Mapping[str, Released]
    accuracies: Mapping[str, Released]
    series: Mapping[str, Series]
    runs: tuple[str, ...]  # names of the systems that run, in the order of tables and figures
    thresholds: tuple[float, ...]  # of the ADC
    tie: float
    figure_rows: tuple[str, ...]  # rows that figures show; all if there are none
    significance: float
    too_long: str  # what becomes of sentences of more tokens than a model takes: refuse, skip or window
    keep_restarts: bool
    as_babylm: bool  # whether shares of right pairs are also counted as in BabyLM's evaluation pipeline
    checking: Checking | None  # None: pairs are only scored

    @cached_property
    def run(self) -> list[System]:
        """Return the systems that run, in the order of tables and figures."""
        return [self.systems[key] for key in self.runs]

    def systems_of(self, kind: type[Kind]) -> dict[str, Kind]:
        """Return the declared systems of a kind, by name."""
        return {key: system for key, system in self.systems.items() if isinstance(system, kind)}

    @cached_property
    def models(self) -> dict[str, LanguageModel]:
        return self.systems_of(LanguageModel)

    @cached_property
    def row_colours(self) -> dict[str, str]:
        """Return the colour of each row ``system/measure`` of all systems; a declared one is a system's first row."""
        declared = {system.first_row: system.entry["colour"] for system in self.systems.values() if system.has_colour}
        return row_colours([row for system in self.systems.values() for row in system.rows], declared)

    # Which systems run on which datasets.

    @cached_property
    def systems_on(self) -> dict[str, list[System]]:
        """Return the systems that run on each dataset, in the order of ``run``."""
        return {
            key: [system for system in self.run if system.can_score(dataset)] for key, dataset in self.datasets.items()
        }

    def is_only_checked(self, dataset: DeclaredDataset) -> bool:
        """Return whether the pairs of a dataset are checked before they are judged, and no system scores them."""
        return bool(self.checking and dataset.manifest.pairs and not self.systems_on[dataset.key])

    @cached_property
    def _running(self) -> set[System]:
        keys = {
            dataset.key for dataset in self.datasets.values() if dataset.scored and not self.is_only_checked(dataset)
        }
        keys |= {key for study in self.studies.values() for key in study.entry["datasets"]}
        return {system for key in keys or self.datasets for system in self.systems_on[key]}

    def running(self, kind: type[Kind]) -> list[Kind]:
        """Return the systems of a kind that run on a dataset that is scored or in a study, in order of declaration.

        Where there are only labelled sentences, those that run on them.
        """
        return [system for system in self.systems_of(kind).values() if system in self._running]

    def is_reported(self, dataset: DeclaredDataset) -> bool:
        """Return whether reports show a dataset: if systems score it, something is fitted on it, or a study has it."""
        if dataset.scored and not self.is_only_checked(dataset):
            return True
        is_trained_on = any(classifier.labelled.key == dataset.key for classifier in self.running(Classifier))
        return is_trained_on or bool(self.judged_by(dataset.key) or self.studies_of(dataset.key))

    def judged_by(self, labelled: str) -> list[DeclaredDataset]:
        """Return the datasets whose sentences are judged by thresholds that are fitted on these labelled ones."""
        return [dataset for dataset in self.datasets.values() if dataset.manifest.thresholds_from == labelled]

    def studies_of(self, dataset: str) -> list[DeclaredStudy]:
        """Return the studies that a dataset belongs to."""
        return [study for study in self.studies.values() if dataset in study.entry["datasets"]]

    @cached_property
    def labelled_names(self) -> dict[str, str]:
        """Return the label of each reported dataset of labelled sentences in splits."""
        labelled = [dataset for dataset in self.datasets.values() if not dataset.scored]
        return {dataset.key: dataset.label for dataset in labelled if self.is_reported(dataset)}
