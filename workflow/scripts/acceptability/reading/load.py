"""YAML files as they are written: one key, one value."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from acceptability.errors import InputError


class _UniqueKeys:
    """Refuse a key that stands twice in one place, of which YAML lets the last one win."""

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if key.value in seen and key.tag != "tag:yaml.org,2002:merge":
                raise InputError(f"row {key.start_mark.line + 1}: the key {key.value!r} occurs twice; keep one")
            seen.add(key.value)
        return super().construct_mapping(node, deep)


class _Loader(_UniqueKeys, yaml.SafeLoader):
    """Load a user's YAML with Python's parser, which also survives endless brackets."""


class _Fast(_UniqueKeys, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Load the project's own YAML with libyaml, where it is installed, which is ten times as fast."""


def read_yaml(path: str | Path, trusted: bool = False) -> Any:
    """Return what a YAML file holds. Raises InputError where there is no file, it is not YAML, or has a key twice.

    ``trusted``: the file is the project's own or a publication's.
    """
    try:
        with open(path, encoding="utf-8") as file:
            return yaml.load(file, Loader=_Fast if trusted else _Loader)
    except InputError as error:
        raise InputError(f"{path}, {error}") from error
    except FileNotFoundError as error:
        raise InputError(f"there is no {path} here; go to the project's folder, or name another --directory") from error
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{path}: is not YAML: {' '.join(str(error).split())}") from error


PATHS = (
    "mirror",
    "pairs",
    "ratings",
    "sentences",
    "test",
    "path",
    "fillers",
    "prompts",
    "questions",
    "gold",
    "adapter",
    "file",
)
OF_DECLARATION = ("steps", "join")  # where a declaration has further paths; its other keys name columns


def expanded(content: Any) -> Any:
    """Return the content of a configuration with ``~`` in paths replaced by the user's own folder."""
    return with_paths(content, os.path.expanduser)


def with_paths(content: Any, change: Callable[[str], str]) -> Any:
    """Return the content of a configuration with each path in it changed by a function."""
    if not isinstance(content, Mapping):
        return content
    if content.get("kind") == "declared":
        return _of_declaration(content, change)
    return {
        key: _changed(value, change) if key in PATHS else with_paths(value, change) for key, value in content.items()
    }


def _of_declaration(content: Any, change: Callable[[str], str]) -> Any:
    """Return a declared dataset, or a part of it, with its files changed by a function."""
    if isinstance(content, list):
        return [_of_declaration(one, change) for one in content]
    if not isinstance(content, Mapping):
        return content
    changed = {key: _of_declaration(content[key], change) for key in OF_DECLARATION if key in content}
    return content | changed | ({"file": _changed(content["file"], change)} if "file" in content else {})


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    """Return a path, or each path of several, changed by a function; of anything else, the paths in it."""
    if isinstance(value, list):
        return [change(one) if isinstance(one, str) else one for one in value]
    return change(value) if isinstance(value, str) else with_paths(value, change)
