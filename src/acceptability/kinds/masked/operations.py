"""Count the operations of masked models with BERT's layers, and measure how fast they are computed.

The *least* operations are those of one forward pass for each different masked copy, without padding. The vocabulary
projection is computed at the masked place only. In the last layer, other places have keys and values only. An operation
is a multiply-add of a matrix product.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, local

import numpy as np
import torch
from torch import nn
from transformers import PreTrainedConfig, PreTrainedModel

TYPES = {"bert", "camembert", "electra", "roberta", "xlm-roberta"}  # types of models with the same layers
ROWS, ROUNDS, SECONDS = 512, 3, 0.03  # of the product whose rate is compared; a round takes so many seconds


def last_layer(model: PreTrainedModel) -> nn.Module | None:
    """Return the last layer of a model with BERT's layers. Return None for other models."""
    config = model.config
    is_usual = config.model_type in TYPES and not config.is_decoder and not config.chunk_size_feed_forward
    return model.base_model.encoder.layer[-1] if is_usual else None


def multiply_adds(config: PreTrainedConfig, length: int) -> tuple[int, int]:
    """Return the multiply-adds for a copy of ``length`` tokens: the least, and those that log_probs.logits_at computes.

    The latter also has the queries of the last layer at all places, and their attention.
    """
    hidden, embedding = config.hidden_size, getattr(config, "embedding_size", config.hidden_size)  # ELECTRA's
    of_place = 2 * hidden**2 + 2 * hidden * config.intermediate_size + 2 * length * hidden
    keys_and_values = 2 * length * hidden**2
    ends = (length * embedding * hidden if embedding != hidden else 0) + embedding * (hidden + config.vocab_size)
    before_last = (config.num_hidden_layers - 1) * (keys_and_values + length * of_place)
    least = before_last + keys_and_values + of_place + ends
    return least, least + (length - 1) * (hidden**2 + 2 * length * hidden)


class Meter:
    """Count the operations of batches, and the processor seconds of the threads that compute them."""

    def __init__(self, model: PreTrainedModel) -> None:
        self.config, self.is_on_cpu, self.dtype = model.config, model.device.type == "cpu", str(model.dtype)
        self.computed, self.seconds, self.rate = 0, 0.0, 0.0
        self.copies: dict[int, list[np.ndarray]] = defaultdict(list)  # hashes by length
        self.started, self.lock = local(), Lock()

    def start(self, model: PreTrainedModel, _inputs: tuple, arguments: dict) -> None:
        """Count a batch that a model is about to compute."""
        rows = arguments["input_ids"].numpy(force=True)
        with self.lock:
            if self.is_on_cpu and not self.rate:
                self.rate = product_rate(last_layer(model).intermediate.dense)
            self.copies[rows.shape[1]].append(np.array([hash(row.tobytes()) for row in rows]))
            self.computed += len(rows) * multiply_adds(self.config, rows.shape[1])[1]
        self.started.at = time.thread_time()

    def stop(self) -> None:
        """Add the time of the batch that this thread has computed."""
        seconds = time.thread_time() - self.started.at
        with self.lock:
            self.seconds += seconds

    def least(self) -> int:
        """Return the least operations for all different copies."""
        different = {length: len(np.unique(np.concatenate(hashes))) for length, hashes in self.copies.items()}
        return sum(number * multiply_adds(self.config, length)[0] for length, number in different.items())

    def share(self) -> float:
        """Return the rate of the computed operations, divided by that of the model's largest product alone."""
        return self.computed / self.seconds / self.rate

    def __str__(self) -> str:
        line = f"masked scoring: {self.computed / self.least():.2f} times the least operations"
        products = f"{self.dtype.removeprefix('torch.')} products"
        return f"{line}; {self.share():.0%} of this machine's rate of {products}" if self.is_on_cpu else line


def product_rate(layer: nn.Linear) -> float:
    """Return the multiply-adds a second of a linear layer, in the fastest of a few rounds."""
    states, rates = torch.ones(ROWS, layer.in_features, dtype=layer.weight.dtype), []
    for _ in range(ROUNDS):
        start, repetitions = time.thread_time(), 0
        while (seconds := time.thread_time() - start) < SECONDS:
            layer(states)
            repetitions += 1
        rates.append(repetitions * ROWS * layer.weight.numel() / seconds)
    return max(rates)


@contextmanager
def measured(model: PreTrainedModel) -> Iterator[Meter]:
    """Yield a meter of all batches that go through the model meanwhile. It stays empty for other layers than BERT's."""
    meter = Meter(model)
    if last_layer(model) is None:
        yield meter
        return
    # Functions, because a copy of the model for another thread would copy the meter with its methods.
    start, stop = (lambda *batch: meter.start(*batch)), (lambda *_batch: meter.stop())
    with model.register_forward_pre_hook(start, with_kwargs=True), model.register_forward_hook(stop):
        yield meter
