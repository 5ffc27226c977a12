"""Rows of token ids through a model: batches of equal length, within what memory holds."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import torch
from tqdm import tqdm
from transformers import PreTrainedModel

from acceptability.errors import InputError
from acceptability.scoring import onednn


def default_budget(model: PreTrainedModel) -> int:
    """Tokens at once that a device is fast with: they fit a processor's cache, or keep a GPU busy."""
    return 32_768 if model.device.type == "cuda" else 4_096


class Part(NamedTuple):
    """Some sentences: how long the rows of token ids are that belong to them, and what scores rows by their numbers."""

    forward: Callable[[list[int]], None]
    lengths: Sequence[int]
    sentences: int


@contextmanager
def counted(model: PreTrainedModel) -> Iterator[list[int]]:
    """The numbers of tokens of all batches that go through the model meanwhile."""
    counts: list[int] = []
    hook = model.register_forward_pre_hook(
        lambda _module, _positional, named: counts.append(named["input_ids"].numel()), with_kwargs=True
    )
    try:
        yield counts
    finally:
        hook.remove()


@onednn.linear_layers()
def run(parts: Iterable[Part], budget: int, sentences: int) -> None:
    """Score the rows of one part after the other, in batches of rows of one length and ``budget`` tokens at most.

    No row is ever padded. The longest rows of a part come first, because they need the most memory. Where memory runs
    out, ``forward`` is called again with half as many, and the budget stays halved. Progress is shown as a share of
    ``sentences`` (of none, it is not shown). Raises InputError where memory does not hold a single row.
    """
    with torch.inference_mode(), tqdm(total=sentences, unit=" sentences", mininterval=1, disable=not sentences) as bar:
        for part in parts:
            by_length = defaultdict(list)
            for number, length in enumerate(part.lengths):
                by_length[length].append(number)
            before, done = bar.n, 0
            for length in sorted(by_length, reverse=True):
                left = by_length[length]
                while left:
                    rows = left[: max(1, budget // length)]
                    try:
                        part.forward(rows)
                    except torch.OutOfMemoryError as error:
                        if len(rows) == 1:
                            raise InputError(
                                f"the device's memory does not hold {length} tokens at once; use a smaller "
                                "model, or a device with more memory"
                            ) from error
                        budget = length * (len(rows) // 2)
                        print(f"out of memory; continuing with {budget:,} tokens at once")
                        continue
                    left = left[len(rows) :]
                    done += len(rows)
                    bar.update(before + done * part.sentences // len(part.lengths) - bar.n)
