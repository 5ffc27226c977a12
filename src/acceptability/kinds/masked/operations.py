"""Count the operations of masked models with BERT's layers, and measure how fast they are computed.

The *least* operations are those of one forward pass for each different masked copy, without padding. The vocabulary
projection is computed at the masked place only. In the last layer, other places have keys and values only. An operation
is a multiply-add of a matrix product.
"""

import time
import timeit
from array import array
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Lock, local

import torch
from torch import nn
from transformers import PreTrainedConfig, PreTrainedModel

TYPES = {"bert", "camembert", "electra", "roberta", "xlm-roberta"}  # types of models with the same layers
ROWS, CALIBRATION = 512, 2**32  # of the product whose rate is compared; multiply-adds of its repetitions


def last_layer(model: PreTrainedModel) -> nn.Module | None:
    """Return the last layer of a model with BERT's layers. Return None for other models."""
    is_usual = model.config.model_type in TYPES and not model.config.is_decoder
    return model.base_model.encoder.layer[-1] if is_usual and not model.config.chunk_size_feed_forward else None


def multiply_adds(config: PreTrainedConfig, length: int) -> tuple[int, int]:
    """Return the multiply-adds for a copy of ``length`` tokens: the least, and those that log_probs.logits_at computes.

    The latter also has the queries of the last layer at all places, and their attention.
    """
    hidden, embedding = config.hidden_size, getattr(config, "embedding_size", config.hidden_size)  # ELECTRA's
    of_place = 2 * hidden**2 + 2 * hidden * config.intermediate_size + 2 * length * hidden
    ends = (length * embedding * hidden if embedding != hidden else 0) + embedding * (hidden + config.vocab_size)
    keys_and_values, places = 2 * length * hidden**2, (config.num_hidden_layers - 1) * length + 1
    least = config.num_hidden_layers * keys_and_values + places * of_place + ends
    return least, least + (length - 1) * (hidden**2 + 2 * length * hidden)


@dataclass
class Meter:
    """Count the operations of batches and the processor seconds of their threads; note hashes of copies by length."""

    config: PreTrainedConfig
    computed: int = 0
    seconds: float = 0.0
    rate: float = 0.0  # of the model's largest product alone, in float32 on a CPU
    copies: dict[int, array] = field(default_factory=lambda: defaultdict(lambda: array("q")))

    def least(self) -> int:
        """Return the least operations for all different copies."""
        different = {length: len(set(hashes)) for length, hashes in self.copies.items()}
        return sum(copies * multiply_adds(self.config, length)[0] for length, copies in different.items())

    def share(self) -> float:
        """Return the rate of the computed operations, as a share of ``rate``."""
        return self.computed / self.seconds / self.rate

    def __str__(self) -> str:
        line = f"masked scoring: {self.computed / self.least():.2f} times the least operations"
        is_known = self.rate and self.seconds  # the clock may be too coarse for a small model
        return f"{line}; {self.share():.0%} of this machine's rate of float32 products" if is_known else line


def product_rate(layer: nn.Linear) -> float:
    """Return the multiply-adds a second of a linear layer, in the fastest of some repetitions.

    Return 0 if the clock is too coarse.
    """
    states, operations = torch.ones(ROWS, layer.in_features), ROWS * layer.weight.numel()
    repetitions = 2 + CALIBRATION // operations
    seconds = min(timeit.repeat(partial(layer, states), timer=time.thread_time, repeat=repetitions, number=1))
    return operations / seconds if seconds else 0.0


@contextmanager
def measured(model: PreTrainedModel) -> Iterator[Meter]:
    """Yield a meter of all batches that go through the model meanwhile. It stays empty for other layers than BERT's."""
    meter, started, lock = Meter(model.config), local(), Lock()
    if not (last := last_layer(model)):
        yield meter
        return

    def start(model: PreTrainedModel, _inputs: tuple) -> None:
        with lock:
            if model.device.type == "cpu" and model.dtype == torch.float32 and not meter.rate:
                meter.rate = product_rate(last.intermediate.dense)
        started.at = time.thread_time()

    def stop(model: PreTrainedModel, _inputs: tuple, arguments: dict, _output: object) -> None:
        seconds, rows = time.thread_time() - started.at, arguments["input_ids"].numpy(force=True)
        with lock:  # a batch that runs out of memory does not get here
            meter.seconds += seconds
            meter.copies[rows.shape[1]].extend(hash(row.tobytes()) for row in rows)
            meter.computed += len(rows) * multiply_adds(model.config, rows.shape[1])[1]

    with model.register_forward_pre_hook(start), model.register_forward_hook(stop, with_kwargs=True):
        yield meter
