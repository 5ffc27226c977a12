"""Describe systems of suites whose surprisals of regions, or decisions about items, are in tables of the user's."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from acceptability.plan.systems import Decisions, OwnScores, System
from acceptability.reading.sheets import of_entry
from acceptability.reading.table import Table


@dataclass(frozen=True)
class OfRegions(System):
    """Describe finished surprisals of regions; each region counts as a token."""

    section: ClassVar[str] = OwnScores.section

    @property
    def scores_tokens(self) -> bool:
        return True


@dataclass(frozen=True)
class OfItems(System):
    """Describe systems of which it is only known which items of suites they have right; each measure is a run."""

    section: ClassVar[str] = Decisions.section

    @property
    def decides(self) -> bool:
        return True


CLASSES = {kind.section: kind for kind in (OfRegions, OfItems)}


def completed(section: str, entry: Mapping) -> dict:
    """Return an entry of ``scores`` or ``decisions`` that is about a dataset of suites, with its measures."""
    if section == OfRegions.section:
        return dict(entry) | {"measures": {"log_prob": ""}, "labels": {"log_prob": ""}}
    table = Table(entry["path"], "item_decisions", **of_entry(entry))
    table.check()
    runs = list(dict.fromkeys(table.columns.get("system", ["right"])))
    return dict(entry) | {
        "measures": dict.fromkeys(runs, ""),
        "labels": {run: run if runs[1:] else "" for run in runs},
    }
