"""Describe series of systems that differ in one number, such as parameters or training steps."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from acceptability.errors import InputError
from acceptability.plan.schema import known
from acceptability.plan.systems import LanguageModel, System

SIZES = {"": 1.0, "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12}
NUMBER = re.compile(r"(\d+(?:\.\d+)?(?:e\+?\d+)?)([kmbt]?)(?![a-z0-9])", re.IGNORECASE)
COUNTED = "parameters"  # a number that scoring counts
SAME = f"revisions of one model have the same {COUNTED}"


@dataclass(frozen=True)
class Series:
    """Describe systems in the order of declaration, each with its number; None where scoring says it."""

    key: str
    label: str
    number: str  # what the number is of: parameters, tokens, step, …
    systems: Mapping[str, float | None] = field(compare=False)
    sampled: bool = False  # several systems may have one number: they are trained on samples of one size

    def check(self, declared: Mapping[str, System], place: str) -> None:
        """Raise InputError for systems that nobody declares, and for numbers that are missing or those of two."""
        by_number: dict[float, str] = {}
        for key, number in self.systems.items():
            known(key, declared, f"{place}.systems: the system")
            if number is None:
                system = declared[key]
                if self.number != COUNTED or not isinstance(system, LanguageModel) or system.elsewhere:
                    raise InputError(
                        f"{place}.systems.{key}: its number ({self.number}) is not known; write it, such as 70M (for "
                        "make score, all numbers in NUMBERS=)"
                    )
            elif not self.sampled and (other := by_number.setdefault(number, key)) != key:
                raise InputError(f"{place}.systems: {other} and {key} have the same {self.number}, {number:g}")


def expanded(series: Mapping[str, Mapping], models: Mapping[str, Mapping], where: str) -> tuple[dict, dict]:
    """Return the entries of ``series``, all of them with ``systems``, and of ``models``, with revisions among them.

    A series of revisions of a model of the hub becomes one of models, each like that model except for its revision.
    Raises InputError for such a model that is not there or not of the hub, for a number in which revisions
    do not differ, and for one that is none.
    """
    models, expanded_series = dict(models), {}
    for key, entry in series.items():
        place, systems = f"{where}: series.{key}", dict(entry.get("systems", {}))
        if "model" in entry:
            known(entry["model"], models, f"{place}.model: the model")
            model = models[entry["model"]]
            if "hub" not in model:
                raise InputError(f"{place}.model: {entry['model']} is no model of the hub, so it has no revisions")
            if entry["number"] == COUNTED:
                raise InputError(f"{place}.number: {SAME}; name another number, such as step")
            commits = entry.get("commits", {})
            for revision in commits:
                known(revision, entry["revisions"], f"{place}.commits: the revision")
            for revision, number in entry["revisions"].items():
                name = f"{entry['model']}-{re.sub(r'[^a-z0-9]+', '-', revision.lower()).strip('-')}"
                if name in models:
                    raise InputError(
                        f"{place}.revisions: {revision!r} becomes the model {name}, which there is already"
                    )
                of_revision = {"label": f"{model['label']} {revision}", "revision": commits.get(revision, revision)}
                models[name] = {word: value for word, value in model.items() if word != "colour"} | of_revision
                systems[name] = number_in(revision, entry["number"]) if number is None else number
        expanded_series[key] = {
            "label": entry["label"],
            "number": entry["number"],
            "systems": {name: positive(number, f"{place}: {name}") for name, number in systems.items()},
        }
    return expanded_series, models


def positive(number: float | str | None, place: str) -> float | None:
    """Return a number, which may be written as 70M, 6.9B or 1e9. Raise InputError where it is not positive."""
    if isinstance(number, str):
        written = NUMBER.fullmatch(number.strip())
        number = float(written[1]) * SIZES[written[2].lower()] if written else math.nan
    if number is not None and not 0 < number < math.inf:
        raise InputError(f"{place}: the number must be positive, such as 1000, 70M or 6.9B")
    return None if number is None else float(number)


def number_in(name: str, word: str) -> str | None:
    """Return the number in the name of a revision: 1000 in ``step1000``, and, of tokens, 4B in ``step1000-tokens4B``.

    It is the one beside the word, or else the only one; None if there is no such number.
    """
    beside = re.search(rf"{re.escape(word.rstrip('s'))}s?[-_ =]?({NUMBER.pattern})", name, re.IGNORECASE)
    if beside:
        return beside[1]
    alone = [match[0] for match in NUMBER.finditer(name)]
    return alone[0] if len(alone) == 1 and word == "step" and re.fullmatch(r"\D*\d+\D*", name) else None
