"""Check that a model's weights are complete and fit its configuration."""

import re
from collections.abc import Sequence
from pathlib import Path

import torch
from transformers import PreTrainedModel

from acceptability.errors import InputError

BUFFERS = (".inv_freq", ".masked_bias", ".attn.bias", ".attention.bias", ".position_ids")  # computed, not learnt


def check_unused(unused: Sequence[str], model: PreTrainedModel, folder: Path) -> None:
    """Raise InputError where the model does not use weights of its layers, so that it may be another model.

    Others, such as heads for other tasks, are printed.
    """
    unused = [name for name in unused if not name.endswith(BUFFERS)]
    layers = {_stack(name) for name in model.state_dict()} - {""}
    wrong = [name for name in unused if _stack(name) and any(layer.endswith(_stack(name)) for layer in layers)]
    if wrong:
        raise InputError(
            f"{folder}: the model that its config.json describes leaves {len(wrong)} weights of layers unused, the "
            f"first {wrong[0]}, so that its scores would be wrong; put the config.json there with which the model was "
            "saved, and which has its number of layers and its architecture"
        )
    if unused:
        print(f"note: {folder}: {len(unused)} weights play no part in the scores, the first {unused[0]}")


def _stack(name: str) -> str:
    """Return what stands before the number of a layer in the name of a weight, such as ``model.layers.``."""
    numbered = re.match(r"(.*?\.)\d+\.", name)
    return numbered[1] if numbered else ""


def check_finite(model: PreTrainedModel, folder: str | Path) -> None:
    """Raise InputError where weights are not finite numbers."""
    for name, weight in model.named_parameters():
        if weight.numel() and not all(map(torch.isfinite, weight.detach().aminmax())):
            which = "NaN" if weight.isnan().any() else "infinite"
            large = ", or too large for float16 (use float32)" if weight.dtype == torch.float16 else ""
            raise InputError(
                f"{folder}: the weight {name} contains values that are not finite numbers ({which}), so it is damaged"
                f"{large}; copy or fetch the model's files again, or take an earlier checkpoint"
            )
