"""Resolve the paths in a configuration before it is checked."""

import os
from collections.abc import Callable, Mapping
from typing import Any

from acceptability.datasets import registry

PATHS = (
    "mirror",
    "pairs",
    "ratings",
    "sentences",
    "suites",
    "predictions",
    "test",
    "path",
    "fillers",
    "prompts",
    "questions",
    "gold",
    "people",
    "adapter",
)


def expanded(content: Any) -> Any:
    """Return the content of a configuration with ``~`` in paths replaced by the user's own folder."""
    return with_paths(content, os.path.expanduser)


def with_paths(content: Any, change: Callable[[str], str]) -> Any:
    """Return the content of a configuration with each path in it changed by a function.

    A kind of dataset whose manifest has a function ``with_paths`` says itself where its entries have paths.
    """
    if not isinstance(content, Mapping):
        return content
    kind = content.get("kind")
    own = getattr(registry.kinds().get(kind) if isinstance(kind, str) else None, "with_paths", None)
    if own:
        return own(content, change)
    return {
        key: _changed(value, change) if key in PATHS else with_paths(value, change) for key, value in content.items()
    }


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    """Return a path, or each path of several, changed by a function; of anything else, the paths in it."""
    if isinstance(value, list):
        return [change(one) if isinstance(one, str) else one for one in value]
    return change(value) if isinstance(value, str) else with_paths(value, change)
