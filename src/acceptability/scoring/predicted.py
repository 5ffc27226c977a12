"""Turn logits of a language model into what is recorded of the tokens that are in the text."""

import numpy as np
import torch
from torch import Tensor


def ranks(logits: Tensor, row: Tensor, token: Tensor) -> np.ndarray:
    """Return 1 + the number of tokens more probable than each token in its row of logits (rows × vocabulary)."""
    more_probable = logits[row] > logits[row, token][:, None]
    return 1 + more_probable.sum(dim=1, dtype=torch.int32).cpu().numpy()


def values(numbers: Tensor) -> np.ndarray:
    """Return the values as float64."""
    return numbers.double().cpu().numpy()
