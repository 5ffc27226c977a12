"""Read studies: publications with a study.yaml and, if they have them, examples, claims and printed numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from acceptability.plan.datasets import Dataset
from acceptability.plan.declarations import Declarations
from acceptability.plan.declared import DeclaredStudy
from acceptability.plan.schema import check, known
from acceptability.reading.load import read_yaml

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
class Study(DeclaredStudy):
    """Describe a publication that is reproduced, with its datasets.

    Parameters:
        datasets: those that it declares; an overview also has those of the configuration that are rated and in no
            study.
        declared: all that the configuration and the studies declare.
    """

    datasets: tuple[Dataset, ...] = field(repr=False, compare=False)
    declared: Declarations = field(repr=False, compare=False)

    @property
    def main(self) -> Dataset | None:
        """Return the dataset that its claims are about, and most of its printed numbers."""
        return next((dataset for dataset in self.datasets if dataset.key == self.entry.get("main")), None)

    @property
    def scores_of_rows(self) -> list[str]:
        """Return the paths of the scores of the systems of its rows on its main dataset; none if it has none."""
        systems = [self.declared.systems[key] for key in self.systems_of_rows]
        return self.main.files("scores", systems) if self.main else []

    @property
    def has_quantities(self) -> bool:
        """Return whether it has quantities of its own for its printed numbers."""
        return (Path(self.folder) / "quantities.py").is_file()

    @property
    def quantities(self) -> str:
        """Return the module, below the package, that recomputes its printed numbers."""
        return f"papers.{self.key}.quantities" if self.has_quantities else "studies.ready.quantities"

    @cached_property
    def has(self) -> frozenset[str]:
        """Return what it has, in the words of ``when``.

        It has claims, printed numbers, registered files, by their names, and all that its main dataset has.
        """
        own = {name for name, paths in (("claims", self.claims), ("printed", self.printed)) if paths}
        return (
            frozenset(own)
            | {*self.sources, *self.optional_sources}
            | (self.main.has if self.main and self.main.reported else frozenset())
        )

    @property
    def simulated(self) -> bool:
        return any(dataset.simulated for dataset in self.datasets)
