"""Studies: publications that have a study.yaml, and if they have them examples.yaml, claims.csv and printed/*.csv."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from acceptability.plan.schema import check, known
from acceptability.reading.load import read_yaml

if TYPE_CHECKING:
    from acceptability.plan.datasets import Dataset
    from acceptability.plan.plan import Plan

EXAMPLES = {
    "description": "Tables of example pairs, by name.",
    "type": "object",
    "propertyNames": {"$ref": "#/$defs/key"},
    "additionalProperties": {"$ref": "#/$defs/example"},
}


def read_studies(
    names: list[str], folders: Sequence[Path], schema: Mapping, where: str = "config.yaml"
) -> dict[str, dict]:
    """Return each study as its files declare it: study.yaml, and ``key, folder, examples, claims, report, printed``.

    Parameters:
        names: of the studies.
        folders: folders with a folder for each study; the first one that has it counts.
        schema: the schema of study.yaml.
        where: what messages call the configuration.

    Raises InputError for an unknown study, or files that the schema forbids.
    """
    there = {
        path.parent.name: path.parent for folder in reversed(folders) for path in sorted(folder.glob("*/study.yaml"))
    }
    studies = {}
    for name in names:
        known(name, there, f"{where}: studies: the study")
        place = there[name]
        study = read_yaml(place / "study.yaml", trusted=True)
        check(study, schema, str(place / "study.yaml"))
        examples, claims, report = place / "examples.yaml", place / "claims.csv", place / "report.typ"
        printed = sorted(str(path) for path in (place / "printed").glob("*.csv"))
        studies[name] = study | {
            "key": name,
            "folder": str(place),
            "examples": (read_yaml(examples) or {}) if examples.exists() else {},
            "report": str(report) if report.exists() else None,
            "claims": str(claims) if claims.exists() else None,
            "printed": printed,
        }
        definitions = {"$defs": schema["$defs"]}
        check(studies[name]["examples"], definitions | EXAMPLES, str(examples))
        for entry in studies[name]["examples"].values():
            if "printed" in entry:
                known(f"{place}/printed/{entry['printed']}.csv", printed, f"{examples}: printed: the table")
    return studies


@dataclass(frozen=True)
class Study:
    """A publication that is reproduced.

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
    def is_overview(self) -> bool:
        """Whether its datasets have reports of their own beside it, also those that no system scores."""
        return self.entry.get("shows") == "overview"

    @property
    def datasets(self) -> list[Dataset]:
        """Return its datasets; an overview also has those of the configuration that are rated and in no study."""
        others = self.plan.datasets.values() if self.is_overview else ()
        rated = [dataset for dataset in others if dataset.manifest.ratings and dataset.scored and not dataset.studies]
        return [*(self.plan.datasets[key] for key in self.entry["datasets"]), *rated]

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
