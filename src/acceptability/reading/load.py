"""Read YAML files strictly: each key occurs once."""

from pathlib import Path
from typing import Any

import yaml

from acceptability.errors import InputError

FASTEST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


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


class _Fast(_UniqueKeys, FASTEST):
    """Load the project's own YAML with libyaml, where it is installed, which is ten times as fast."""


def read_yaml(path: str | Path, trusted: bool = False) -> Any:
    """Return the content of a YAML file. Raises InputError where there is no file, it is not YAML, or has a key twice.

    ``trusted``: the file is the project's own or a publication's.
    """
    try:
        with open(path, encoding="utf-8") as file:
            return yaml.load(file, Loader=_Fast if trusted else _Loader)
    except InputError as error:
        raise InputError(f"{path}, ", error.message) from error
    except FileNotFoundError as error:
        raise InputError(f"there is no {path} here; go to the project's folder, or name another --directory") from error
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{path}: is not YAML: {' '.join(str(error).split())}") from error
