"""Read what the folder of an adapter, such as LoRA, contains, and find its base. Standard library only."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from acceptability.errors import InputError
from acceptability.messages import setting
from acceptability.sources import model_folder
from acceptability.sources.git_blobs import is_pointer
from acceptability.sources.model_files import ADAPTER, adapter_files, missing
from acceptability.sources.model_files import ADAPTER_WEIGHTS as WEIGHTS

PACKAGE = "peft"  # merges adapters
PICKLE = "adapter_model.bin"
MERGED = ("LORA", "ADALORA", "LOHA", "LOKR", "IA3", "OFT", "VERA", "HRA")  # ways that become part of the weights
TASKS = ("", "CAUSAL_LM")
HUB_NAME = r"\w[\w.-]*(/[\w.-]+)?"


def is_adapter(place: Path) -> bool:
    """Return whether a folder contains an adapter, and no whole model beside it."""
    return (place / ADAPTER).is_file() and bool(missing(path.name for path in place.iterdir()))


def check(folder: Path) -> Mapping[str, Any]:
    """Return what an adapter's adapter_config.json says. Raise InputError where it cannot be merged into its base."""
    if not (folder / ADAPTER).is_file():
        raise InputError(f"{folder}: has no {ADAPTER}, so it is not the folder of an adapter; correct the path")
    for path in adapter_files(folder):
        if path.is_file() and is_pointer(path):
            raise InputError(f"{folder}: {model_folder.pointer(path.name)}")
    config = model_folder.read(folder, ADAPTER)
    if fault := _of_config(config) or _of_weights(folder):
        raise InputError(f"{folder}: {fault}")
    return config


def _of_config(config: Mapping[str, Any]) -> str:
    """Return the fault of an adapter that its adapter_config.json reveals."""
    way, task = (str(config.get(key) or "") for key in ("peft_type", "task_type"))
    if way.upper() not in MERGED:
        return (
            f"contains an adapter ({way or 'of an unnamed type'}), which cannot be merged, or was not tried here "
            f"(tried were {', '.join(MERGED)}); {model_folder.OWN_SCORES}"
        )
    if task not in TASKS:
        return (
            f"contains an adapter for the task {task}, which makes no causal language model, so it cannot be scored; "
            "name another adapter"
        )
    if config.get("megatron_config"):
        return "contains an adapter for Megatron, whose own program code is never run here; name another adapter"
    return ""


def _of_weights(folder: Path) -> str:
    """Return the fault of an adapter's weights: missing, damaged, or in a format that could run programs."""
    if (folder / WEIGHTS).is_file():
        return (
            "" if model_folder.tensors(folder / WEIGHTS) else f"{WEIGHTS} is damaged, or has no weights; copy it again"
        )
    if (folder / PICKLE).is_file():
        return (
            f"has no {WEIGHTS}: its weights, {PICKLE}, are in a format that is never loaded here, as it can run "
            "programs. Convert them, if you trust their authors, in Python: import torch; from safetensors.torch "
            f"import save_file; save_file(torch.load(FOLDER + '/{PICKLE}', weights_only=True), FOLDER + '/{WEIGHTS}')"
        )
    return f"has no {WEIGHTS}; put the adapter's weights there"


def entry_of(folder: Path, base: str | Path | None) -> dict[str, str]:
    """Return the keys of an entry for an adapter: where its base is, by default where the adapter says, and its folder.

    Of a base on the hub that the adapter names, also its revision, if the adapter says with which it was trained.
    Raises what check does, and InputError where the base is neither here nor can be on the hub.
    """
    config = check(folder)
    base_name = str(base or config.get("base_model_name_or_path") or "")
    if base_name and Path(base_name).expanduser().exists():
        return {"path": base_name, "adapter": str(folder)}
    if re.fullmatch(HUB_NAME, base_name) and not base_name.startswith("."):
        revision = {} if base or not config.get("revision") else {"revision": str(config["revision"])}
        return {"hub": base_name, "adapter": str(folder)} | revision
    what = f"its base, {base_name}, is not here" if base_name else "it does not say what its base is"
    raise InputError(
        f"{folder}: contains an adapter, and {what}; name the base's folder, or its name on the hub: ", setting("base")
    )
