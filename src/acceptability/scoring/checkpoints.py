"""Save the state of a long training in one safetensors file, so that a killed one continues."""

import json
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from transformers import PreTrainedModel

MOMENTS = ("exp_avg", "exp_avg_sq")


def save(
    path: Path,
    model: PreTrainedModel,
    optimizer: torch.optim.AdamW,
    state: dict,
    identity: str,
    others: Mapping[str, torch.Tensor] | None = None,
) -> None:
    """Save trained weights, the optimiser's moments and ``state`` (JSON) in one file that appears whole or not at all.

    ``state`` has ``step``, the number of steps done. ``identity`` says in words what is trained on what. ``others`` are
    tensors that are kept, too.
    """
    tensors = {f"other/{name}": tensor.contiguous() for name, tensor in (others or {}).items()}
    for name, parameter in trained(model):
        tensors[f"weight/{name}"] = parameter.detach().contiguous()
        for key in MOMENTS:
            tensors[f"{key}/{name}"] = optimizer.state[parameter][key].contiguous()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = _part(path)
    try:
        save_file(tensors, part, metadata={"identity": identity, "state": json.dumps(state)})
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Take a checkpoint away, and what a kill may have left of a half-written one."""
    path.unlink(missing_ok=True)
    _part(path).unlink(missing_ok=True)


def _part(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def load(
    path: Path,
    model: PreTrainedModel,
    optimizer: torch.optim.AdamW,
    identity: str,
    others: dict[str, torch.Tensor] | None = None,
) -> dict | None:
    """Put a checkpoint's weights and moments in place and return its state; None where none of ``identity`` is.

    ``others`` is given the tensors that were kept, too, on the model's device.
    """
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata()
            if metadata["identity"] != identity:
                return None
            state = json.loads(metadata["state"])
            for name, parameter in trained(model):
                parameter.data.copy_(file.get_tensor(f"weight/{name}"))
                place = parameter.device if optimizer.defaults["fused"] else "cpu"  # where the optimiser keeps it
                optimizer.state[parameter] = {"step": torch.tensor(float(state["step"]), device=place)} | {
                    key: file.get_tensor(f"{key}/{name}").to(parameter.device) for key in MOMENTS
                }
            names = [name for name in file.keys() if name.startswith("other/")]  # noqa: SIM118, it is no dict
            if others is not None:
                others |= {name.removeprefix("other/"): file.get_tensor(name).to(model.device) for name in names}
    except (OSError, SafetensorError):
        return None
    return state


def trained(model: PreTrainedModel) -> list[tuple[str, torch.nn.Parameter]]:
    """Return the parameters that are not frozen, by name."""
    return [(name, parameter) for name, parameter in model.named_parameters() if parameter.requires_grad]
