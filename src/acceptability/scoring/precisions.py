"""Declare the precisions of a model's weights and products, with their needs, and estimate memory."""

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import psutil
import torch
from transformers import PreTrainedModel

from acceptability.errors import InputError

TYPES = {"float32": torch.float32, "tf32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
ON_CPU = ("float32", "bfloat16")
ACCELERATE = "accelerate==1.15.0"  # an optional package, which spreads a model over several GPUs
GROUPS, OWN_GROUPS = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")  # control groups, on Linux
# By their tree, the files with the limit and the row of memory.stat with what is used, apart from files in memory.
# Version 2 of control groups has one tree without a name.
LIMITS = {"": ("memory.max", "anon"), "memory": ("memory.limit_in_bytes", "total_rss")}


class NoRoom(InputError):
    """Report that the weights take more memory than is free."""


def check(precision: str, device: torch.device, devices: str) -> bool:
    """Return whether the model will be spread over several GPUs: if ``devices`` is all, and there are several.

    Raises InputError if this computer lacks the GPU or the package that is needed.
    """
    if device.type != "cuda" and precision not in ON_CPU:
        raise InputError(f"precision {precision} needs a GPU, and none was found; use {', '.join(ON_CPU)}")
    if devices != "all":
        return False
    if torch.cuda.device_count() < 2:
        print("devices: all: this computer does not have several GPUs, so the model is put on one device")
        return False
    try:
        import_module("accelerate")
    except ImportError as error:
        raise InputError(
            "devices: all needs the package accelerate, which cannot be imported; install it (`make formats` in the "
            f"project's folder, or {sys.executable} -m pip install {ACCELERATE}), or change the key"
        ) from error
    return True


def options(precision: str, spread: bool) -> dict:
    """Return the options of from_pretrained: the type of the weights, and the devices of a model that is spread."""
    if not spread:
        return {"dtype": TYPES[precision]}
    free = {number: int(0.9 * torch.cuda.mem_get_info(number)[0]) for number in range(torch.cuda.device_count())}
    # Without the processor and the disk among them, no part of the model goes there.
    return {"dtype": TYPES[precision], "device_map": "auto", "max_memory": free}


def announce(folder: Path, outline: PreTrainedModel, precision: str, device: torch.device, spread: bool) -> None:
    """Print the memory that the weights of a model will take, and what is free. ``outline`` needs no weights.

    Raises NoRoom if it is not enough.
    """
    weights = sum(parameter.numel() for parameter in outline.parameters())
    needed, free = weights * TYPES[precision].itemsize, free_bytes(device, spread)
    where = "memory" if device.type == "cpu" else f"memory of {torch.cuda.device_count() if spread else 1} GPU"
    message = f"{weights:,} weights take {_size(needed)} to load, and {_size(free)} of {where} are free"
    print(message)
    if needed > free:
        raise NoRoom(f"{folder}: its {message}; use a smaller model, fewer bits (precision), or devices: all on GPUs")


def _size(count: int) -> str:
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.2f} MB"


def free_bytes(device: torch.device, spread: bool) -> int:
    """Return memory of the processor, of a GPU, or of all GPUs, that is free. Of the processor, what a job may take."""
    if device.type == "cpu":
        return max(0, min(psutil.virtual_memory().available, *left_bytes()))
    return sum(torch.cuda.mem_get_info(n)[0] for n in (range(torch.cuda.device_count()) if spread else [device]))


def left_bytes() -> list[int]:
    """Return what is left of each memory limit that holds for this process: of a job on a cluster, or a container."""
    left = [sys.maxsize]
    for line in OWN_GROUPS.read_text(encoding="utf-8").splitlines() if OWN_GROUPS.exists() else ():
        _, controllers, path = line.split(":", 2)
        tree, group_path = "memory" if "memory" in controllers.split(",") else controllers, Path(path.lstrip("/"))
        if tree not in LIMITS:
            continue
        limit, used = LIMITS[tree]
        for group in (GROUPS / tree / folder for folder in (group_path, *group_path.parents)):
            with suppress(OSError, ValueError, KeyError):  # no limit there
                statistics = dict(row.split() for row in (group / "memory.stat").read_text().splitlines())
                left.append(int((group / limit).read_text()) - int(statistics[used]))
    return left


def check_devices(model: PreTrainedModel, folder: Path) -> None:
    """Raise NoRoom if the GPUs hold only a part of a loaded model."""
    if "disk" in getattr(model, "hf_device_map", {}).values():
        raise NoRoom(f"{folder}: does not fit on the GPUs; use fewer bits (precision), or more GPUs")
