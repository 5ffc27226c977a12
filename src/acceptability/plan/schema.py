"""Complete the schemas of configuration, studies and registry, check the files, and fill in defaults."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from acceptability.datasets.registry import corpora
from acceptability.datasets.registry import kinds as dataset_kinds
from acceptability.errors import InputError, suggest
from acceptability.kinds import schema as kinds_schema
from acceptability.options import CORRECTED, CORRECTIONS
from acceptability.reading.load import read_yaml
from acceptability.reading.schemas import check

SHOWN = 40  # names, at most
NUMBERS = {"integer": int, "number": float}  # 3.0 is an integer to the schema, and 1 a number
NEVER = {"description": "not allowed for this kind", "not": {}}


def read_schemas(folder: Path) -> dict[str, dict]:
    """Return the schemas of ``config``, ``study`` and ``sources``, with what the registries know written into them.

    A study's definitions are the configuration's, and have keys that are marked ``of_studies`` besides. ``kinds_of``
    becomes the kinds of models of this section with their own keys and measures; ``dataset_kinds``, ``corpus_kinds``
    and ``option_names`` become kinds of datasets with their own keys, kinds of corpora, and options.
    """
    paths = sorted(folder.glob("*.schema.yaml"))
    schemas = {path.name.split(".")[0]: _completed(read_yaml(path, trusted=True)) for path in paths}
    schemas["study"]["$defs"] = schemas["config"]["$defs"]
    schemas["config"] = _of_users(schemas["config"])
    return schemas


def _of_users(node: Any) -> Any:
    """Return a schema without the keys that only studies have."""
    if isinstance(node, list):
        return [_of_users(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    return {
        key: _of_users(value) for key, value in node.items() if not (isinstance(value, dict) and "of_studies" in value)
    }


def _completed(node: Any) -> Any:
    if isinstance(node, list):
        return [_completed(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    node = {key: _completed(value) for key, value in node.items()}
    if section := node.pop("kinds_of", None):
        return kinds_schema.completed(node, section)
    if node.pop("corpus_kinds", None):
        node["enum"] = list(corpora())
    if node.pop("option_names", None):
        node["properties"] = {
            name: {
                "description": option.meaning,
                "enum": list(option.values),
                "default": getattr(CORRECTED, name),
            }
            for name, option in CORRECTIONS.items()
        }
    if node.pop("dataset_kinds", None):
        datasets = dataset_kinds()
        node["properties"]["kind"]["enum"] = list(datasets)
        node["properties"] |= _of_all_kinds([dataset.KEYS for dataset in datasets.values()])
        own = {key for dataset in datasets.values() for key in dataset.KEYS}
        node["allOf"] = [
            {
                "if": {"properties": {"kind": {"const": kind}}},
                "then": {
                    "required": list(dataset.NEEDED),
                    "properties": dict.fromkeys(sorted(own - set(dataset.KEYS)), NEVER) | dataset.KEYS,
                },
            }
            for kind, dataset in datasets.items()
        ]
    return node


def _of_all_kinds(keys: list[Mapping]) -> dict[str, Mapping]:
    """Return the keys of all kinds of datasets; where kinds declare a key differently, any of their ways is allowed."""
    joined = {}
    for key in dict.fromkeys(name for own in keys for name in own):
        ways = [own[key] for own in keys if key in own]
        ways = [way for place, way in enumerate(ways) if way not in ways[:place]]
        several = {"description": " ".join(dict.fromkeys(way["description"] for way in ways)), "anyOf": ways}
        joined[key] = ways[0] if len(ways) == 1 else several
    return joined


def filled(entry: Mapping, schema: Mapping) -> dict:
    """Return an entry with the defaults of its schema, which holds where a key is left out; nothing else says it."""
    defaults = {key: key_schema for key, key_schema in schema["properties"].items() if "default" in key_schema}
    return dict(entry) | {key: _value(entry.get(key, it["default"]), it) for key, it in defaults.items()}


def _value(value, schema: Mapping):
    kind = schema.get("type")
    return NUMBERS[kind](value) if kind in ("integer", "number") else value


def check_sources(sources: Mapping[str, Mapping], schema: Mapping, where: str = "resources/sources.tsv") -> None:
    """Raise InputError for the first row of the registry that the schema forbids."""
    for name, row in sources.items():
        check(dict(row), schema, f"{where}, name {name!r}")


def known(name: str, declared, what: str) -> None:
    """Raise InputError, with a suggestion, unless a name is declared."""
    if name not in declared:
        names = list(declared)
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        listed = ", ".join(names[:SHOWN]) + more
        raise InputError(f"{what} {name!r} is not declared{suggest(name, declared)}; declared: {listed}")
