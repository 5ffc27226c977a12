"""Describe corpora, datasets and studies as they are declared, before they are joined with systems."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from acceptability.contracts.names import split_row
from acceptability.datasets import corpora, registry
from acceptability.datasets.manifest import Manifest
from acceptability.sources import fetching


@dataclass(frozen=True)
class Corpus:
    """Describe a text that models are trained on."""

    key: str
    entry: Mapping = field(repr=False, compare=False)

    @property
    def kind(self) -> str:
        return self.entry["kind"]

    @property
    def declared(self) -> corpora.Corpus:
        """Return what its kind declares, such as the name of its registered file, if it is fetched."""
        return registry.corpus_of(self.entry)

    @property
    def path(self) -> str | None:
        """Return the user's file, if it is one."""
        return self.entry.get("path")

    @property
    def sample(self) -> Mapping | None:
        """Return ``of`` (the corpus that it is a sample of), ``tokens`` and ``number``; None if it is no sample."""
        return self.entry.get("sample")

    @property
    def described(self) -> dict:
        """Return the corpus as the provenance of a model names it."""
        return {"name": self.key} | dict(self.entry)


@dataclass(frozen=True)
class DeclaredDataset:
    """Describe sentences that systems score, in pairs or not, or labelled sentences that classifiers learn from."""

    key: str
    label: str
    kind: str
    entry: Mapping = field(repr=False, compare=False)  # as declared
    manifest: Manifest = field(repr=False, compare=False)

    @classmethod
    def of(cls, key: str, entry: Mapping) -> DeclaredDataset:
        """Return a dataset by its entry."""
        return cls(key, entry["label"], entry["kind"], entry, registry.manifest(entry))

    @property
    def reader(self) -> str:
        """Return the module that reads it, below the package."""
        return registry.module_of(self.entry)

    @property
    def scores_module(self) -> str:
        """Return the module, below the package, that reads scores or decisions which its authors released in a format
        of their own.
        """
        return registry.scores_module_of(self.entry)

    @property
    def simulated(self) -> bool:
        """Return whether nobody wrote or rated its sentences: they are simulated."""
        return self.manifest.simulated

    @property
    def scored(self) -> bool:
        """Return whether systems score its sentences; labelled sentences in splits are for classifiers instead."""
        return "scored" in self.manifest.has


@dataclass(frozen=True)
class DeclaredStudy:
    """Describe a publication that is reproduced, as its folder declares it.

    Parameters:
        entry: what its study.yaml declares.
        examples: what its examples.yaml declares.
        printed: paths of the tables of numbers that it prints.
        claims, report: paths of its claims and of its report, where it has them.
    """

    key: str
    folder: str
    entry: Mapping = field(repr=False, compare=False)
    examples: Mapping[str, Mapping] = field(repr=False, compare=False)
    printed: tuple[str, ...] = field(repr=False)
    claims: str | None = field(repr=False)
    report: str | None = field(repr=False)

    @property
    def title(self) -> str:
        return self.entry["title"]

    @property
    def citation(self) -> str | None:
        """Return the paper's key in references.bib; None where it is about several papers."""
        return self.entry.get("citation")

    @property
    def shows_datasets(self) -> bool:
        """Return whether its report also shows tables and figures of its datasets, not the study's own alone."""
        return self.entry.get("shows", "all") == "all"

    @property
    def is_overview(self) -> bool:
        """Return whether its datasets have reports of their own beside it, also those that no system scores."""
        return self.entry.get("shows") == "overview"

    @property
    def rows(self) -> list[str]:
        """Return rows that its printed numbers and claims are about."""
        return list(self.entry.get("rows", []))

    @cached_property
    def systems_of_rows(self) -> list[str]:
        """Return names of the systems that its rows are of, each once, in order."""
        return list(dict.fromkeys(split_row(row)[0] for row in self.rows))

    @property
    def variants(self) -> Mapping[str, Mapping[str, str]]:
        """Return variants of the computation, besides the corrected one."""
        return self.entry.get("variants", {})

    @property
    def sources(self) -> list[str]:
        """Return registered files that it reads itself. Those that a bundle lacks are optional."""
        names, lacking = self.entry.get("sources", []), fetching.left_out()
        return [name for name in names if name not in lacking or Path("resources/raw", name).is_file()]

    @property
    def optional_sources(self) -> list[str]:
        """Return registered files that it reads if the user has fetched them."""
        return [name for name in self.entry.get("optional_sources", []) if Path("resources/raw", name).is_file()]

    def about(self, key: str, dataset: str) -> list:
        """Return what it says of a dataset under one of its keys: lines, left_out, printed_rows."""
        value = self.entry.get(key, {}).get(dataset, [])
        return value if isinstance(value, list) else [value]

    def printed_table(self, name: str) -> list[dict[str, str]]:
        """Return the rows of a table of printed numbers: ``item, printed`` and more."""
        with open(f"{self.folder}/printed/{name}.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
