"""Turn logits of a language model into what is recorded of the tokens that are in the text."""

import numpy as np
import torch
from torch import Tensor


def log_probs(logits: Tensor, row: Tensor, token: Tensor) -> Tensor:
    """Return the natural log-probability of each token in its row of logits (rows × vocabulary, float32).

    The largest logit of a row is subtracted first: large numbers, whose logarithms are added, would cost digits.
    PyTorch's ``log_softmax`` adds up to 0.00001 to each token of a large vocabulary.
    """
    largest = logits.amax(dim=1)
    total = (logits - largest[:, None]).exp_().sum(dim=1).log()
    return (logits[row, token] - largest[row]) - total[row]


def ranks(logits: Tensor, row: Tensor, token: Tensor) -> np.ndarray:
    """Return 1 + the number of tokens more probable than each token in its row of logits (rows × vocabulary)."""
    more_probable = logits[row] > logits[row, token][:, None]
    return 1 + more_probable.sum(dim=1, dtype=torch.int32).cpu().numpy()


def values(numbers: Tensor) -> np.ndarray:
    """Return the values as float64."""
    return numbers.double().cpu().numpy()
