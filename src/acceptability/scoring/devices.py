"""Choose the processor for a model, and record both."""

from importlib.metadata import version

import torch
from transformers import PreTrainedModel


def device(number: int = 0) -> torch.device:
    """Return the GPU of this number where there are any (counted round again after the last), else the CPU."""
    if not torch.cuda.is_available():
        return torch.device("cpu")
    return torch.device("cuda", number % torch.cuda.device_count())


def describe(model: PreTrainedModel) -> dict:
    """Return what produced the scores, besides the weights: device, versions, size."""
    used = {parameter.device for parameter in model.parameters()}
    return {
        "device": " + ".join(
            sorted(torch.cuda.get_device_name(one) if one.type == "cuda" else one.type for one in used)
        ),
        "torch": version("torch"),
        "transformers": version("transformers"),
        "architecture": type(model).__name__,
        "parameters": model.num_parameters(),
        "vocabulary": model.get_input_embeddings().num_embeddings,
    }
