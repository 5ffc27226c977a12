"""Complete the schema of a section of the configuration from the manifests of its kinds of models."""

from collections.abc import Mapping, Sequence

from acceptability.kinds.kind import Kind
from acceptability.kinds.registry import measures_of, of_section
from acceptability.messages import conjunction
from acceptability.scoring.measures import MEASURES


def completed(entry: Mapping, section: str) -> dict:
    """Return the JSON Schema of a section's entries, with the keys and the measures of all kinds that the section has.

    An entry may have any kind's keys at first; then each kind refuses those of the others.
    """
    kinds = of_section(section)
    properties = dict(entry["properties"]) | _joined({_words(kind): kind.keys for kind in kinds}, len(kinds))
    properties |= {kind.mark: kind.keys[kind.mark] for kind in kinds if kind.mark}
    if "kind" in properties:
        properties["kind"] = properties["kind"] | {
            "description": " ".join(f"`{kind.name}`: {kind.description}." for kind in kinds),
            "enum": [kind.name for kind in kinds],
        }
    theirs = {measure for kind in kinds for measure in measures_of(kind)}
    properties["measures"] = _measures(entry, [measure for measure in MEASURES if measure in theirs])
    whole = dict(entry) | {"properties": properties}
    if len(kinds) == 1:
        return {**whole, "required": [*entry["required"], *kinds[0].needed], **kinds[0].conditions}
    return whole | {"allOf": [{"if": _condition(kind), "then": _then(entry, kind, kinds)} for kind in kinds]}


def _measures(entry: Mapping, names: list[str]) -> dict:
    measures = entry["properties"]["measures"]
    return measures | {"items": measures["items"] | {"enum": names}}


def _condition(kind: Kind) -> dict:
    """Return what entries of a kind have in common, where a section has several kinds."""
    if kind.mark:
        return {"required": [kind.mark]}
    marks = [other.mark for other in of_section(kind.section) if other.mark]
    if marks:
        return {"not": {"anyOf": [{"required": [mark]} for mark in marks]}}
    return {"properties": {"kind": {"const": kind.name}}, "required": ["kind"]}


def _then(entry: Mapping, kind: Kind, kinds: Sequence[Kind]) -> dict:
    """Return what holds of entries of a kind."""
    others = {
        key: [owner for owner in kinds if key in owner.keys]
        for other in kinds
        for key in other.keys
        if key not in kind.keys
    }
    refused = {
        key: {"description": f"is {_words(*owners).lower()} only", "not": {}} for key, owners in sorted(others.items())
    }
    kind_keys = dict(kind.keys) | {"measures": _measures(entry, measures_of(kind))}
    return {"required": list(kind.needed), "properties": refused | kind_keys} | dict(kind.conditions)


def _words(*kinds: Kind) -> str:
    """Return whom a key is for, in words: ``For `masked` and `lstm```, or with which key."""
    marks = [other.mark for other in of_section(kinds[0].section) if other.mark]
    if not marks:
        return f"For {conjunction([f'`{kind.name}`' for kind in kinds])}"
    return " or ".join(f"With `{kind.mark}`" if kind.mark else f"Without `{'` or `'.join(marks)}`" for kind in kinds)


def _joined(keys: Mapping[str, Mapping[str, dict]], kinds: int, needed: Mapping[str, Sequence[str]] = {}) -> dict:
    """Return the keys of kinds, by what the kinds are called: what any of them allows, with the words for whom it is.

    ``kinds`` is the number of all of them; ``needed`` are the keys that each cannot do without.
    """
    joined = {}
    for key in dict.fromkeys(key for schemas in keys.values() for key in schemas):
        ways = {name: schemas[key] for name, schemas in keys.items() if key in schemas}
        joined[key] = _of_kinds(ways, kinds, all(key in needed.get(name, ()) for name in ways))
    return joined


def _of_kinds(ways: Mapping[str, dict], kinds: int, needed: bool) -> dict:
    """Return one key of several kinds: the words that their schemas share, and what each says of it."""
    first, *others = ways.values()
    if (not others and kinds == 1) or (len(ways) == kinds and all(way == first for way in others)):
        return first
    by_description: dict[str, list[str]] = {}
    for name, way in ways.items():
        by_description.setdefault(way["description"], []).append(name)
    description = " ".join(
        f"{_call(names, needed and len(ways) < kinds)}: {text}" for text, names in by_description.items()
    )
    shared = {word: value for word, value in first.items() if all(way.get(word) == value for way in others)}
    types = list(map(_types, ways.values()))
    if all(types) and "type" not in shared and "enum" not in shared:
        shared["type"] = list(
            dict.fromkeys(one for types_of_way in types for one in types_of_way)
        )  # what any of the kinds takes
    if "properties" in first and "properties" not in shared:
        shared["properties"] = _joined(
            {name: way["properties"] for name, way in ways.items()},
            len(ways),
            {name: way.get("required", ()) for name, way in ways.items()},
        )
        shared["required"] = [word for word in first["required"] if all(word in way["required"] for way in others)]
    return shared | {
        "description": description if len(by_description) > 1 or len(ways) < kinds else first["description"]
    }


def _types(way: Mapping) -> list[str]:
    """Return the types that a schema names; that of texts, if it lists some; none where it says something else."""
    types = way.get("type", [])
    texts = "enum" in way and all(isinstance(value, str) for value in way["enum"])
    return [types] if isinstance(types, str) else types or ["string"] * texts


def _call(names: list[str], needed: bool) -> str:
    """Return ``For `masked` and `lstm```, of names as _words gives them for one kind."""
    first, *others = names
    words = conjunction([first, *(name.removeprefix("For ") for name in others)])
    return f"Needed {words[0].lower()}{words[1:]}" if needed else words
