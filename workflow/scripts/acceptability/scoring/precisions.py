"""Precisions of a model's weights and matrix products: what each needs, the memory it takes, and integer weights.

``int8`` and ``int4`` are for the Linear layers, except the vocabulary projection. On a GPU, bitsandbytes computes them:
LLM.int8() (Dettmers et al. 2022), with float16 for all else, and NF4 (Dettmers et al. 2023), with bfloat16. On a
processor, ``int8`` is computed here (see Int8Linear), with float32 for all else.
"""

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import psutil
import torch
from torch import nn
from transformers import BitsAndBytesConfig, PreTrainedModel
from transformers.pytorch_utils import Conv1D

from acceptability.errors import InputError

TYPES = {"float32": torch.float32, "tf32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
ON_CPU = ("float32", "bfloat16", "int8")
BYTES = {"int8": 1, "int4": 1 / 2 + 4 / 64}  # of one weight on a GPU; int4 has a float32 scale for each 64 weights
VERSIONS = {"accelerate": "1.15.0", "bitsandbytes": "0.50.2"}  # optional packages, which only GPUs need
STEPS = 127  # of 8 bits, on each side of 0
GROUPS, OWN_GROUPS = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")  # control groups, on Linux
# By their tree, the files with the limit and the row of memory.stat with what is used, apart from files in memory.
# Version 2 of control groups has one tree without a name.
LIMITS = {"": ("memory.max", "anon"), "memory": ("memory.limit_in_bytes", "total_rss")}


class NoRoom(InputError):
    """The weights take more memory than is free."""


def check(precision: str, device: torch.device, devices: str) -> bool:
    """Will the model be spread over several GPUs: if ``devices`` is all, and there are several?

    Raises InputError if this computer lacks a GPU or a package that is needed.
    """
    if device.type != "cuda" and precision not in ON_CPU:
        raise InputError(f"precision {precision} needs a GPU, and none was found; use {', '.join(ON_CPU)}")
    if device.type == "cuda" and precision in BYTES:
        _need(f"precision {precision} on a GPU", "accelerate", "bitsandbytes")
    spread = devices == "all" and torch.cuda.device_count() > 1
    if spread:
        _need("devices: all", "accelerate")
    elif devices == "all":
        print("devices: all: this computer does not have several GPUs, so the model is put on one device")
    return spread


def _need(what: str, *packages: str) -> None:
    for package in packages:
        try:
            import_module(package)
        except Exception as error:  # bitsandbytes fails in many ways where its library does not fit the GPU's driver
            raise InputError(
                f"{what} needs the package {package}, which cannot be imported ({type(error).__name__}); install it "
                f"({sys.executable} -m pip install {package}=={VERSIONS[package]}), or change the key"
            ) from error


def options(precision: str, device: torch.device, spread: bool) -> dict:
    """What from_pretrained is told: the type of the weights; and the device, where the library puts them there."""
    free = {number: int(0.9 * torch.cuda.mem_get_info(number)[0]) for number in range(torch.cuda.device_count())}
    placed = {"device_map": "auto", "max_memory": free} if spread else {}  # no part of it goes to processor or disk
    if precision in TYPES:
        return {"dtype": TYPES[precision]} | placed
    if device.type == "cpu":
        return {"dtype": torch.float32}
    how = (
        {"load_in_8bit": True}
        if precision == "int8"
        else {"load_in_4bit": True, "bnb_4bit_quant_type": "nf4", "bnb_4bit_compute_dtype": torch.bfloat16}
    )
    return {
        "dtype": torch.float16 if precision == "int8" else torch.bfloat16,
        "device_map": {"": device},
        "quantization_config": BitsAndBytesConfig(**how),
    } | placed


def linear_layers(model: PreTrainedModel) -> dict[str, nn.Module]:
    """The Linear layers of a model by name, except the vocabulary projection; GPT-2's Conv1D is one, too."""
    head = model.get_output_embeddings()
    return {
        name: layer for name, layer in model.named_modules() if type(layer) in (nn.Linear, Conv1D) and layer is not head
    }


def announce(folder: Path, outline: PreTrainedModel, precision: str, device: torch.device, spread: bool) -> None:
    """Print the memory that the weights of a model will take, and what is free. ``outline`` needs no weights.

    Raises NoRoom if it is not enough, and InputError if int8 or int4 would change no layer.
    """
    weights = sum(parameter.numel() for parameter in outline.parameters())
    in_layers = sum(layer.weight.numel() for layer in linear_layers(outline).values())
    if precision in BYTES:
        if not in_layers:
            raise InputError(f"{folder}: has no Linear layers, so precision {precision} has no effect; use float32")
        print(f"{precision} is for the Linear layers, which have {in_layers / weights:.0%} of the weights")
    needed, free = weight_bytes(weights, in_layers, precision, device), free_bytes(device, spread)
    where = "memory" if device.type == "cpu" else f"memory of {torch.cuda.device_count() if spread else 1} GPU"
    said = f"{weights:,} weights take {_size(needed)} to load, and {_size(free)} of {where} are free"
    print(said)
    if needed > free:
        raise NoRoom(f"{folder}: its {said}; use a smaller model, fewer bits (precision), or devices: all on GPUs")


def _size(count: int) -> str:
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.2f} MB"


def weight_bytes(weights: int, in_layers: int, precision: str, device: torch.device) -> int:
    """What a model takes while it is loaded: on a processor, int8 is made from float32 weights there."""
    if precision in TYPES:
        return weights * TYPES[precision].itemsize
    if device.type == "cpu":
        return weights * torch.float32.itemsize
    return int(in_layers * BYTES[precision]) + (weights - in_layers) * torch.float16.itemsize


def free_bytes(device: torch.device, spread: bool) -> int:
    """Memory of the processor, of a GPU, or of all GPUs, that is free. Of the processor, what a job may take."""
    if device.type == "cpu":
        return max(0, min(psutil.virtual_memory().available, *left_bytes()))
    return sum(torch.cuda.mem_get_info(n)[0] for n in (range(torch.cuda.device_count()) if spread else [device]))


def left_bytes() -> list[int]:
    """What is left of each memory limit that holds for this process: of a job on a cluster, or a container."""
    left = [sys.maxsize]
    for line in OWN_GROUPS.read_text(encoding="utf-8").splitlines() if OWN_GROUPS.exists() else ():
        _, controllers, path = line.split(":", 2)
        tree, own = "memory" if "memory" in controllers.split(",") else controllers, Path(path.lstrip("/"))
        if tree not in LIMITS:
            continue
        limit, used = LIMITS[tree]
        for group in (GROUPS / tree / folder for folder in (own, *own.parents)):
            with suppress(OSError, ValueError, KeyError):  # no limit there
                statistics = dict(row.split() for row in (group / "memory.stat").read_text().splitlines())
                left.append(int((group / limit).read_text()) - int(statistics[used]))
    return left


def complete(model: PreTrainedModel, folder: Path, precision: str, device: torch.device) -> None:
    """Make integers of a loaded model's weights, where the library has not.

    Raises NoRoom if the GPUs hold a part of the model only.
    """
    if "disk" in getattr(model, "hf_device_map", {}).values():
        raise NoRoom(f"{folder}: does not fit on the GPUs; use fewer bits (precision), or more GPUs")
    if precision == "int8" and device.type == "cpu":
        quantise(model)


def quantise(model: PreTrainedModel) -> None:
    """Replace the Linear layers of a model by Int8Linear."""
    for name, layer in linear_layers(model).items():
        weight = layer.weight.T if isinstance(layer, Conv1D) else layer.weight
        model.set_submodule(name, Int8Linear(weight.detach(), layer.bias))


class Int8Linear(nn.Module):
    """A Linear layer whose matrix product is one of integers of 8 bits, added up in 32.

    Each row of the weights (outputs × inputs), and of the input, has a scale: its greatest absolute value is 127. So
    what comes out of a token does not depend on what else is in a batch.
    """

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor | None) -> None:
        super().__init__()
        self.out_features, self.in_features = weight.shape
        integers, scale = _to_integers(weight)
        self.integers = nn.Parameter(integers.T.contiguous(), requires_grad=False)
        self.register_buffer("scale", scale.T)
        self.bias = bias

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        integers, scale = _to_integers(states.flatten(0, -2))
        product = torch._int_mm(integers, self.integers) * scale * self.scale
        return (product if self.bias is None else product + self.bias).unflatten(0, states.shape[:-1])


def _to_integers(rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    scale = (rows.abs().amax(dim=1, keepdim=True) / STEPS).clamp_min(torch.finfo(rows.dtype).tiny)
    return (rows / scale).round().to(torch.int8), scale
