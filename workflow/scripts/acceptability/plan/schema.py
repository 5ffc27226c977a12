"""The schemas of configuration, studies and registry: completed from the code's registries, checked, and filled in."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from acceptability.datasets.registry import corpora
from acceptability.datasets.registry import kinds as dataset_kinds
from acceptability.errors import InputError, suggest
from acceptability.kinds import schema as kinds_schema
from acceptability.options import CORRECTED, CORRECTIONS
from acceptability.reading.load import read_yaml

SHOWN = 40  # names, at most
NUMBERS = {"integer": int, "number": float}  # 3.0 is an integer to the schema, and 1 a number
NEVER = {"description": "not allowed for this kind", "not": {}}


def read_schemas(folder: Path) -> dict[str, dict]:
    """Return the schemas of ``config``, ``study`` and ``sources``, with what the registries know written into them.

    A study's definitions are the configuration's, and have keys that are marked ``of_studies`` besides. ``kinds_of``
    becomes the kinds of models of this section with their own keys and measures; ``dataset_kinds``, ``corpus_kinds``
    and ``option_names`` become kinds of datasets with their own keys, kinds of corpora, and options.
    """
    schemas = {path.name.split(".")[0]: _completed(read_yaml(path)) for path in sorted(folder.glob("*.schema.yaml"))}
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
        several = {"description": " ".join(way["description"] for way in ways), "anyOf": ways}
        joined[key] = ways[0] if len(ways) == 1 else several
    return joined


def filled(entry: Mapping, schema: Mapping) -> dict:
    """Return an entry with the defaults of its schema, which holds where a key is left out; nothing else says it."""
    defaults = {key: key_schema for key, key_schema in schema["properties"].items() if "default" in key_schema}
    return dict(entry) | {key: _value(entry.get(key, it["default"]), it) for key, it in defaults.items()}


def _value(value, schema: Mapping):
    kind = schema.get("type")
    return NUMBERS[kind](value) if kind in ("integer", "number") else value


def check(content: Any, schema: Mapping, where: str) -> None:
    """Raise InputError for the first thing that the schema forbids."""
    errors = sorted(Draft202012Validator(schema).iter_errors(content), key=_order)
    if errors:
        raise InputError(f"{where}: {_describe(errors[0])}")


def _order(error) -> tuple[list[str], int]:
    """Return where an error stands: by its place; a forbidden key goes first, that no kind fits goes last."""
    return list(map(str, error.path)), {"not": 0, "anyOf": 2}.get(error.validator, 1)


def check_sources(sources: Mapping[str, Mapping], schema: Mapping, where: str = "resources/sources.tsv") -> None:
    """Raise InputError for the first row of the registry that the schema forbids."""
    for name, row in sources.items():
        check(dict(row), schema, f"{where}, name {name!r}")


def known(name: str, declared, what: str) -> None:
    """Raise InputError, with a suggestion, unless a name is declared."""
    if name not in declared:
        there = list(declared)
        more = f" and {len(there) - SHOWN} more" if len(there) > SHOWN else ""
        said = ", ".join(there[:SHOWN]) + more
        raise InputError(f"{what} {name!r} is not declared{suggest(name, declared)}; declared: {said}")


def _describe(error) -> str:
    """Return one line for one error of jsonschema: the key's path, what is wrong, what is allowed."""
    path = ".".join(str(part) for part in error.absolute_path) or "top level"
    allowed = sorted(error.schema.get("properties", {}))
    if error.validator == "additionalProperties":
        extra = sorted(set(error.instance) - set(allowed))[0]
        return f"{path}: unknown key {extra!r}{suggest(extra, allowed)}; allowed: {', '.join(allowed)}"
    if error.validator == "required":
        missing = sorted(set(error.validator_value) - set(error.instance))[0]
        about = error.schema.get("properties", {}).get(missing, {}).get("description", "it is needed for this kind")
        return f"{path}: the key {missing!r} is missing: {about}"
    if error.validator == "dependentRequired":
        given, missing = next(
            (key, name)
            for key, names in error.validator_value.items()
            for name in names
            if key in error.instance and name not in error.instance
        )
        about = error.schema["properties"][missing]["description"]
        return f"{path}: the key {missing!r} is missing, which {given!r} needs: {about}"
    if error.validator == "enum":
        allowed = [str(value) for value in error.validator_value]
        suggestion = suggest(error.instance, allowed)
        return f"{path}: {error.instance!r} is not allowed{suggestion}; allowed: {', '.join(allowed)}"
    if error.validator == "oneOf" and all(set(option) == {"required"} for option in error.validator_value):
        keys = [option["required"][0] for option in error.validator_value]
        has = " and ".join(key for key in keys if key in error.instance) or "none of them"
        return f"{path}: needs one of {', '.join(keys)}; it has {has}"
    if error.validator == "not":
        return f"{path}: {error.schema['description']}; remove this key"
    if error.validator == "uniqueItems":
        twice = next(item for place, item in enumerate(error.instance) if item in error.instance[:place])
        return f"{path}: {twice!r} occurs more than once; write it once"
    description = error.schema.get("description", "")
    if "propertyNames" in error.absolute_schema_path:
        return f"{path}: the name {error.instance!r} does not fit: {description}"
    limits = {"minimum": "at least", "maximum": "at most"}
    if error.validator in limits:
        known_limits = [f"{words} {error.schema[limit]}" for limit, words in limits.items() if limit in error.schema]
        description = f"{description.removesuffix('.')}; {', '.join(known_limits)}"
    return f"{path}: {error.instance!r} does not fit: {description}"
