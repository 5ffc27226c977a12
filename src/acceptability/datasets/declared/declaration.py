"""Check a declaration before any file is read: its keys, and what they need of each other."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from acceptability import segmentation
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.datasets.declared.table import fields
from acceptability.datasets.manifest import SIMULATED
from acceptability.datasets.user_pairs.manifest import STANDARDISE
from acceptability.reading import schemas
from acceptability.reading.load import read_yaml
from acceptability.reading.report import fail

KIND_OF_DATASET: dict[str, Any] = read_yaml(Path(__file__).with_name("schema.yaml"), trusted=True)["declaration"]
NEEDED = ("unit", "file", "row")
KEYS: dict[str, dict] = KIND_OF_DATASET["properties"]
KEYS["standardise"] |= STANDARDISE["standardise"]
KEYS |= SIMULATED | segmentation.KEYS
ROLES: dict[str, dict] = KEYS["row"]["properties"]
OF_NO_TABLE = ("panels", "clusters", "chosen", "description", "simulated")  # keys that change no table
NEEDED_ROLES = {"answer": ["participant", "sentence", "rating"], "sentence": ["sentence"], "pair": ["good", "bad"]}
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
    used_keys = {name: key for name, key in KEYS.items() if name in entry}
    used_keys |= {f"row.{role}": ROLES[role] for role in row if role in ROLES}
    needed = [] if "preference" in entry else NEEDED_ROLES[unit]
    yield from (f"row: {role} is missing, which goes with unit: {unit}; add it" for role in needed if role not in row)
    for name, key in used_keys.items():
        short = name.removeprefix("row.")
        if unit not in key.get("units", [unit]):
            fix = f"write pairs: {{{short}: …}}" if short in KEYS["pairs"]["properties"] else "remove it"
            yield f"{name}: is only for unit: {' or '.join(key['units'])}; {fix}, or correct unit"
        for other in [other for other in key.get("needs", ()) if other not in used_keys]:
            yield f"{other.replace('.', ': ')} is missing, which goes with {short}; add it, or remove {short}"
        if (other := key.get("not_with")) in entry:
            yield f"{name}: does not go with {other}; remove one of them"
        if (roles := key.get("needs_one_of")) and not row.keys() & set(roles):
            yield f"{name}: goes with one of {', '.join(roles)} in row; add one, or remove {name}"
    if "scale" in entry and entry["scale"][0] > entry["scale"][1]:
        yield "scale: its first number is greater than its second; write the lowest answer first"
    who = set(fields(row.get("participant", ""))) if unit == "answer" else set()
    texts = {f"row.{role}": text for role, text in row.items() if role != "participant"}
    texts |= {f"pairs.{role}": text for role, text in entry.get("pairs", {}).items() if isinstance(text, str)}
    for name in [name for name, text in texts.items() if who & set(fields(text))]:
        yield f"{name}: names the column of row.participant, and who people are is not kept; remove it"
    for name in [name for name in row if name in TAKEN]:
        yield f"row.{name}: is the name of a column with another meaning; give the note another name"
    for name in [name for name in row if name not in ROLES and name not in TAKEN]:
        if like := get_close_matches(name, [role for role in ROLES if role not in row], 1, ALIKE):
            yield f"row: {name} is a note; write {like[0]}, or give the note another name"
