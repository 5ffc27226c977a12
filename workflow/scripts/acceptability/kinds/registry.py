"""The kinds of models of this room: every folder with a module ``manifest``, whose ``KIND`` says what it is.

Rules import manifests, so they take no package that Snakemake does not bring. The modules that a manifest names train
and score models.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from acceptability.kinds.kind import Kind
from acceptability.scoring.measures import MEASURES, Measure


@cache
def kinds() -> dict[str, Kind]:
    """Return all kinds by name; of a section, those without a mark come first."""
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/manifest.py"))
    declared = [import_module(f"acceptability.kinds.{folder}.manifest").KIND for folder in folders]
    return {kind.name: kind for kind in sorted(declared, key=lambda kind: kind.mark is not None)}


def of_section(section: str) -> list[Kind]:
    """Return the kinds whose entries a section of the configuration has."""
    return [kind for kind in kinds().values() if kind.section == section]


def kind_of(section: str, entry: Mapping) -> Kind | None:
    """Return the kind of an entry of a section; None of scores that are computed elsewhere."""
    if "kind" in entry:
        return kinds()[entry["kind"]]
    declared = of_section(section)
    marked = [kind for kind in declared if kind.mark in entry]
    return next(iter([*marked, *declared]), None)


def measures_of(kind: Kind) -> list[str]:
    """Names of the measures that a kind of model has, in the order of their registry."""
    return [name for name, measure in MEASURES.items() if _has(kind, measure)]


def _has(kind: Kind, measure: Measure) -> bool:
    return set(measure.needs) <= set(kind.columns) and measure.pseudo in (None, kind.pseudo)


def label_of(measure: str, kind: Kind | None) -> str:
    """A measure's label for a kind of model; it says where log-probabilities are those of a pseudo-log-likelihood."""
    row = MEASURES[measure]
    says_pll = kind is not None and kind.pseudo and row.pseudo is None and "log_prob" in row.needs
    return f"PLL {row.label}" if says_pll else row.label
