"""Read from a model's own files, in a folder or on the hub, if it can be scored, its kind, and if it has a beginning.

An ``entry`` has ``path``, or ``hub`` and ``revision``. Standard library only.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from acceptability.errors import InputError
from acceptability.sources import commits, model_folder


def check(entry: Mapping) -> None:
    """Raise InputError where a model cannot be scored here: what model_folder says of its files and config.json."""
    if "hub" not in entry:
        model_folder.check_scored(_folder(entry))
        return
    read = partial(commits.read_file, entry["hub"], entry["revision"])
    names = commits.list_files(entry["hub"], entry["revision"])
    fault = model_folder.fault_of_files(names, read, "choose a revision that has it, or another model")
    if fault := fault or model_folder.fault_of_config(read("config.json"), names):
        raise InputError(f"{entry['hub']}: {fault}")


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
        f"{place}: its config.json {said}; if it is masked (like BERT) or causal (like GPT-2), say which: KIND=masked "
        "or KIND=causal for make score, kind='masked' or kind='causal' from Python"
    )


def has_beginning(entry: Mapping) -> bool:
    """Return whether the model has a beginning-of-sequence token, by its tokenizer's files or else its config.json."""
    for file in ("tokenizer_config.json", "special_tokens_map.json"):
        settings = _json(entry, file, needed=False)
        if "bos_token" in settings:
            return settings["bos_token"] is not None
    return _json(entry, "config.json").get("bos_token_id") is not None


def _folder(entry: Mapping) -> Path:
    return Path(entry["path"]).expanduser()


def _json(entry: Mapping, file: str, needed: bool = True) -> Mapping:
    if "hub" in entry:
        return commits.read_file(entry["hub"], entry["revision"], file, needed)
    return model_folder.read(_folder(entry), file) if needed or (_folder(entry) / file).is_file() else {}
