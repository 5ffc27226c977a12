"""Divisions of labelled sentences that classifiers are also trained on; see scoring/divisions.py."""

from collections.abc import Mapping

from acceptability.config import systems
from acceptability.datasets.registry import manifest
from acceptability.errors import InputError

BY_SOURCE = ("source_splits", "leave_one_source_out")
KEYS = ("learning_curve", *BY_SOURCE)


def of_classifier(config: Mapping, system: str) -> dict[str, dict]:
    """The divisions of a classifier, by the names of their folders.

    A learning curve ends with ``whole``, which ordinary restarts are trained on.
    """
    entry = config["classifiers"][system]
    found = manifest(config["datasets"][entry["labelled"]])
    sources = {"sources": list(found.origins)}
    drawn = {"declared": [list(split) for split in found.source_splits], "more_than": found.out_of_domain}
    sizes = {f"size-{size}": {"kind": "size", "size": size} for size in map(int, entry.get("learning_curve", []))}
    whole = {"whole": {"kind": "whole"}} if sizes else {}
    splits = {
        f"sources-{number}": {"kind": "sources", "number": number} | drawn | sources
        for number in range(1, int(entry.get("source_splits", 0)) + 1)
    }
    without = {
        f"without-{number}": {"kind": "without", "source": source} | sources
        for number, source in enumerate(found.origins, start=1)
        if entry.get("leave_one_source_out")
    }
    return sizes | whole | splits | without


def of_labelled(config: Mapping, labelled: str) -> dict[str, dict[str, dict]]:
    """The same by running classifier, of those that have any."""
    found = {system: of_classifier(config, system) for system in systems.classifiers_of(config, labelled)}
    return {system: divisions for system, divisions in found.items() if divisions}


def margins(config: Mapping, labelled: str) -> list[str]:
    """What every restart says under every division. read_divided of contracts.systems knows which by the path."""
    return [
        f"results/{folder}/{restart}/margins.csv"
        for system, divisions in of_labelled(config, labelled).items()
        for name in divisions
        for folder in [f"restarts/{system}" if name == "whole" else f"divisions/{system}/{name}"]
        for restart in systems.restarts_of(config, system)
    ]


def traits(config: Mapping, labelled: str) -> set[str]:
    """Which of the keys any running classifier has; and ``divisions``, where there are any."""
    asked = {
        key
        for system in systems.classifiers_of(config, labelled)
        for key in KEYS
        if config["classifiers"][system].get(key)
    }
    return asked | ({"divisions"} if asked else set())


def check(config: Mapping, where: str) -> None:
    """Raise InputError for a classifier that is to be trained by source where fewer than two sources are known."""
    for system, entry in config.get("classifiers", {}).items():
        for key in BY_SOURCE:
            known = len(manifest(config["datasets"][entry["labelled"]]).origins)
            if entry.get(key) and known < 2:
                has = "only one source is known" if known else "no sources are known"
                raise InputError(
                    f"{where}: classifiers.{system}.{key}: of the sentences of {entry['labelled']} {has}, and it takes "
                    "two; remove this key"
                )
