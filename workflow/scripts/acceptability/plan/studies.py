"""Studies: papers, as their folders declare them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acceptability.plan.datasets import Dataset
    from acceptability.plan.plan import Plan


@dataclass(frozen=True)
class Study:
    """A paper that is reproduced: a folder of ``paper``.

    Parameters:
        entry: what its study.yaml declares.
        examples: what its examples.yaml declares.
        printed: paths of the tables of numbers that it prints.
        claims, report: paths of its claims and of its report, where it has them.
    """

    plan: Plan = field(repr=False, compare=False)
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
        """The paper's key in references.bib; None where it is about several papers."""
        return self.entry.get("citation")

    @property
    def shows_datasets(self) -> bool:
        """Whether its report also shows tables and figures of its datasets, not the study's own alone."""
        return self.entry.get("shows", "all") == "all"

    @property
    def datasets(self) -> list[Dataset]:
        return [self.plan.datasets[key] for key in self.entry["datasets"]]

    @property
    def main(self) -> Dataset | None:
        """The dataset that its claims are about, and most of its printed numbers."""
        return self.plan.datasets[self.entry["main"]] if "main" in self.entry else None

    @property
    def rows(self) -> list[str]:
        """Rows that its printed numbers and claims are about."""
        return list(self.entry.get("rows", []))

    @cached_property
    def systems_of_rows(self) -> list[str]:
        """Names of the systems that its rows are of, each once, in order."""
        return list(dict.fromkeys(row.split("/")[0] for row in self.rows))

    @property
    def scores_of_rows(self) -> list[str]:
        """Return the paths of the scores of these systems on its main dataset; none if it has none."""
        return self.main.files("scores", [self.plan.systems[key] for key in self.systems_of_rows]) if self.main else []

    @property
    def variants(self) -> Mapping[str, Mapping[str, str]]:
        """Variants of the computation, besides the corrected one."""
        return self.entry.get("variants", {})

    @property
    def sources(self) -> list[str]:
        """Registered files that it reads itself."""
        return self.entry.get("sources", [])

    def about(self, key: str, dataset: str) -> list:
        """Return what it says of a dataset under one of its keys: lines, left_out, printed_rows."""
        said = self.entry.get(key, {}).get(dataset, [])
        return said if isinstance(said, list) else [said]

    @cached_property
    def has(self) -> frozenset[str]:
        """Return what it has, in the words of ``when``: claims, printed numbers, and all that its main dataset has."""
        own = {name for name, paths in (("claims", self.claims), ("printed", self.printed)) if paths}
        return frozenset(own) | (self.main.has if self.main and self.main.reported else frozenset())

    @property
    def simulated(self) -> bool:
        return any(dataset.simulated for dataset in self.datasets)

    def printed_table(self, name: str) -> list[dict[str, str]]:
        """Return the rows of a table of printed numbers: ``item, printed`` and more."""
        with open(f"{self.folder}/printed/{name}.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
