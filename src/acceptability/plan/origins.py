"""Record where the numbers of systems without weights here come from, as fields of their signatures."""

from collections.abc import Iterable
from pathlib import Path

from acceptability import installation, papers
from acceptability.plan.derived import Fitted, Prompted
from acceptability.plan.regions import OfItems, OfRegions
from acceptability.plan.systems import Decisions, NGram, OwnScores, Published, System
from acceptability.sources import digests, fetching
from acceptability.tables import signature


def of_systems(systems: Iterable[System]) -> dict[str, dict[str, str]]:
    """Return the fields of each system that has some: the checksum of files of scores, decisions or answers, the row
    that a linking function is fitted on, the scoring of n-gram models.
    """
    fields = {system.key: _of_system(system) for system in systems}
    return {key: of_system for key, of_system in fields.items() if of_system}


def _of_system(system: System) -> dict[str, str]:
    if isinstance(system, OfRegions | OfItems):
        return {system.section: _named(system, _digests([str(system.path)]))}
    if isinstance(system, OwnScores):
        fields = {"scores": _named(system, _digests(system.tables))} | signature.of_negated(system.negate)
        return fields | {"convention": system.entry.get("convention", signature.UNKNOWN)}
    if isinstance(system, Published):
        return {"scores": _named(system, [_checksums()[name] for name in system.files])}
    if isinstance(system, Decisions):
        return {"decisions": _named(system, [_checksums()[name] for name in system.files] or _digests(system.tables))}
    if isinstance(system, Prompted) and system.path:
        sent = {"system_prompt": signature.checksum(system.sent)} if system.sent else {}
        return {"answers": _named(system, _digests([system.path]))} | sent
    if isinstance(system, Fitted):
        return {"fitted": system.entry["row"]}
    if isinstance(system, NGram) and not system.entry["end_of_sentence"]:
        return {"end_of_sentence": "no"}
    return {}


def _named(system: System, sums: list[str]) -> str:
    return signature.named(system.label, signature.of_files(sums))


def _digests(paths: Iterable[str]) -> list[str]:
    return [digests.of_given(Path(path)) for path in paths]


@papers.cached
def _checksums() -> dict[str, str]:
    """Return the checksum of every registered file, by its name."""
    rows = [
        fetching.read_registry(path) for path in (installation.FOLDER / "resources/sources.tsv", *papers.registries())
    ]
    return {name: fetching.checksum_of(row) for registry in rows for name, row in registry.items()}
