"""Read from a model's own files, in a folder or on the hub, its kind and whether its tokenizer has a beginning.

An ``entry`` has ``path``, or ``hub`` and ``revision``. Standard library only.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from acceptability.errors import InputError
from acceptability.sources import commits


def kind(entry: Mapping, architectures: Mapping[str, tuple[str, ...]]) -> str:
    """Return the kind of a model, by the architecture that its config.json names.

    Parameters:
        entry: has ``path``, or ``hub`` and ``revision``.
        architectures: how the names of a kind's architectures end, by kind.

    Raises InputError if config.json is missing, or names no architecture of these kinds.
    """
    place = entry.get("hub") or entry["path"]
    names = _json(entry, "config.json").get("architectures") or []
    for name in names:
        for known, ends in architectures.items():
            if name.endswith(ends):
                return known
    said = f"says {', '.join(names)}" if names else "does not say which kind it is"
    raise InputError(
        f"MODEL={place}: its config.json {said}; if it is masked (like BERT) or causal (like GPT-2), add KIND=masked "
        "or KIND=causal"
    )


def has_beginning(entry: Mapping) -> bool:
    """Return whether the model has a beginning-of-sequence token, by its tokenizer's files or else its config.json."""
    for file in ("tokenizer_config.json", "special_tokens_map.json"):
        settings = _json(entry, file, needed=False)
        if "bos_token" in settings:
            return settings["bos_token"] is not None
    return _json(entry, "config.json").get("bos_token_id") is not None


def _json(entry: Mapping, file: str, needed: bool = True) -> dict:
    if "hub" in entry:
        return commits.read_file(entry["hub"], entry["revision"], file, needed)
    path = Path(os.path.expanduser(entry["path"])) / file
    if not path.is_file():
        if not needed:
            return {}
        raise InputError(
            f"MODEL={entry['path']}: the folder has no {file}; name the folder that holds the model's files"
        )
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"{path}: is not JSON ({error}); put the model's own file there") from error
