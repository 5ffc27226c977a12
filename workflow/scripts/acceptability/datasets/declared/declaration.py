"""Check a declaration before any file is read: its keys, and what they need of each other."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.datasets.declared.pairing import SUMS
from acceptability.datasets.declared.table import fields
from acceptability.datasets.manifest import SIMULATED
from acceptability.datasets.user_pairs.manifest import STANDARDISE
from acceptability.reading import schemas
from acceptability.reading.load import read_yaml
from acceptability.reading.report import fail

KIND_OF_DATASET: dict[str, Any] = read_yaml(Path(__file__).with_name("schema.yaml"), trusted=True)["declaration"]
NEEDED = ("unit", "file", "row")
LABEL = "label"  # a key of publications alone: users' entries have one by themselves
KIND_OF_DATASET["properties"] |= STANDARDISE | SIMULATED
KEYS: dict[str, dict] = {name: key for name, key in KIND_OF_DATASET["properties"].items() if name != LABEL}
ROLES: dict[str, dict] = KEYS["row"]["properties"]
OF_NO_TABLE = ("panels", "clusters", "chosen", "description", "simulated")  # keys that change no table
NEEDED_ROLES = {"answer": ["participant", "sentence", "rating"], "sentence": ["sentence"], "pair": ["good", "bad"]}
TOGETHER = (("design", "factor_1", "factor_2"), ("good_rating", "bad_rating"), SUMS)
TAKEN = {*SENTENCES.columns, *PAIRS.columns, "mean_rating", "equal_sentences"} - ROLES.keys()  # as names of notes
ALIKE = 0.84  # as phenomena and phenomenon, sets and set


def used(entry: Mapping) -> dict:
    """Return the keys of an entry that say how its tables are made."""
    return {key: entry[key] for key in KEYS if key in entry and key not in OF_NO_TABLE}


def check(entry: Mapping, place: str, schema: Mapping = KIND_OF_DATASET) -> None:
    """Raise InputError for keys that do not fit a schema, or do not go together; ``place`` names the declaration."""
    schemas.check(entry, schema, place)
    fail(place, list(_wrong(entry, entry["unit"], entry["row"])))


def _wrong(entry: Mapping, unit: str, row: Mapping) -> Iterator[str]:
    """Yield what does not go with what a row is about, or with another key."""
    needed = ["first", "second", "preference"] if "preference" in entry else NEEDED_ROLES[unit]
    needed = dict.fromkeys([*needed, *(role for roles in TOGETHER if row.keys() & set(roles) for role in roles)])
    missing = [role for role in needed if role not in row]
    yield from (f"row: {role} is missing, which goes with unit: {unit} and the other keys; add it" for role in missing)
    keys = {name: key for name, key in KEYS.items() if name in entry}
    for name, key in [*keys.items(), *((f"row.{role}", ROLES[role]) for role in row if role in ROLES)]:
        if unit not in key.get("units", [unit]):
            role = name.removeprefix("row.")
            mend = f"write pairs: {{{role}: …}}" if role in KEYS["pairs"]["properties"] else "remove it"
            yield f"{name}: is for rows about {' or '.join(key['units'])}, not {unit}; {mend}, or correct unit"
    who = set(fields(row.get("participant", ""))) if unit == "answer" else set()
    texts = {f"row.{role}": text for role, text in row.items() if role != "participant"}
    texts |= {f"pairs.{role}": text for role, text in entry.get("pairs", {}).items() if isinstance(text, str)}
    for name in [name for name, text in texts.items() if who & set(fields(text))]:
        yield f"{name}: names the column of row.participant, and who people are is not kept; remove it"
    for name in [name for name in row if name in TAKEN]:
        yield f"row.{name}: is the name of a column with another meaning; give the note another name"
    if "design" in row and "set" not in row:
        yield "row: set is missing, which goes with design: the item that a sentence belongs to; add it"
    for name in [name for name in row if name not in ROLES and name not in TAKEN]:
        if like := get_close_matches(name, [role for role in ROLES if role not in row], 1, ALIKE):
            yield f"row: {name} is a note; write {like[0]}, or give the note another name"
    if unit == "answer" and entry.get("standardise", "none") != "none":
        yield "standardise: is for means, and answers are z-scores within people by themselves; remove it"
    if "designs" in entry and "design" not in row:
        yield "designs: goes with design, factor_1 and factor_2 in row; add them, or remove it"
    if ("panels" in entry) != ("other_label" in row) or ("other_label" in row and "label" not in row):
        yield "panels: names of two panels go with label and other_label in row; write all three, or only label"
