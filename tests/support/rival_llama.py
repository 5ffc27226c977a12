"""Score with llama.cpp itself, in the environment of llama-cpp-python; its context is longer than it was asked for."""

from functools import cache

import numpy as np
from llama_cpp import Llama

FLOAT32, CONTEXT = 0, 64  # llama.cpp's number of the type; tokens


@cache
def loaded(file: str) -> Llama:
    """Return a model that keeps what it read in float32."""
    return Llama(file, logits_all=True, n_ctx=CONTEXT, n_threads=1, type_k=FLOAT32, type_v=FLOAT32, verbose=False)


def evaluated(file: str, text: str) -> float:
    """Return the sum of the log-probabilities of all tokens but the first one; NaN for more than the model has seen."""
    model = loaded(file)
    ids = model.tokenize(text.encode(), special=True)
    if len(ids) > CONTEXT:
        return float("nan")
    model.reset()
    model.eval(ids)
    logits = np.array(model.scores[: len(ids)], dtype=float)
    logits -= np.logaddexp.reduce(logits, axis=1, keepdims=True)
    return float(sum(logits[place - 1, ids[place]] for place in range(1, len(ids))))
