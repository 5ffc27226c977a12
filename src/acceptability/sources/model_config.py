"""Read from a model's own files, in a folder or on the hub, if it can be scored, and its kind.

An ``entry`` has ``path``, or ``hub`` and ``revision``. Standard library only.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from acceptability.errors import InputError
from acceptability.messages import LISTED, Setting, setting
from acceptability.sources import adapters, commits, model_folder
from acceptability.sources.model_files import gguf_of


def check(entry: Mapping) -> None:
    """Raise InputError where a model cannot be scored here: what model_folder says of its files and config.json.

    ``entry`` may also have the folder of an ``adapter``.
    """
    if "adapter" in entry:
        adapters.check(Path(entry["adapter"]).expanduser())
    if "hub" not in entry:
        model_folder.check_scored(_folder(entry))
        return
    read = partial(_json, entry)
    names = commits.list_files(entry["hub"], entry["revision"])
    fault = model_folder.fault_of_files(names, read, "choose a revision that has it, or another model", here=False)
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
    if "hub" not in entry and gguf_of(_folder(entry)):  # of these, check takes causal models alone
        return "causal"
    config = _json(entry, "config.json")
    if config.get("is_encoder_decoder"):
        return "encoder_decoder"
    names = config.get("architectures") or []
    if config.get("model_type") in model_folder.TEXT_ALONE:  # these read images, too, and are named after that
        return "causal"
    for name in names:
        for known, ends in architectures.items():
            if name.endswith(ends):
                return known
    fault = f"names {', '.join(names)}" if names else "names no kind of model"
    raise InputError(
        f"{place}: its config.json {fault}; if it is masked (like BERT) or causal (like GPT-2), set ",
        setting("kind", "masked"),
        " or ",
        setting("kind", "causal", "{make} for make score, kind='masked' or kind='causal' from Python"),
    )


def architectures_of(entry: Mapping) -> list[str]:
    """Return the architectures that the config.json of a folder names; ``entry`` has ``path``. A GGUF file has none."""
    return [] if gguf_of(_folder(entry)) else _json(entry, "config.json").get("architectures") or []


def kind_is(name: str) -> Setting:
    """Return how a user says which kind a model is."""
    return setting("kind", name, LISTED)


def _folder(entry: Mapping) -> Path:
    return Path(entry["path"]).expanduser()


def _json(entry: Mapping, file: str) -> Mapping:
    if "hub" in entry:
        content = commits.read_file(entry["hub"], entry["revision"], file)
        model_folder.check_types(content, f"{entry['hub']}: {file}", "name another model")
        return content
    return model_folder.read(_folder(entry), file)
