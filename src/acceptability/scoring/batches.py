"""Run rows of token ids through a model in batches of equal length that fit into memory."""

import copy
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain
from threading import Lock
from typing import NamedTuple

import torch
from tqdm import tqdm
from transformers import PreTrainedModel

from acceptability.errors import InputError
from acceptability.scoring import onednn


def default_budget(model: PreTrainedModel, width: int = 1_024) -> int:
    """Return tokens at once, of ``width`` numbers each, that fit a processor's cache (16 MB), or keep a GPU busy."""
    return 32_768 if model.device.type == "cuda" else min(4_096, 2**22 // width)


class Part(NamedTuple):
    """Describe some sentences: how long the rows of token ids are that belong to them, and a function that scores rows.

    ``forward`` takes the model and the numbers of the rows. Several threads call it at once, each with a model of its
    own, so it must use no other model, and may write only what belongs to its rows.
    """

    forward: Callable[[PreTrainedModel, list[int]], None]
    lengths: Sequence[int]
    sentences: int


@contextmanager
def counted(model: PreTrainedModel) -> Iterator[list[int]]:
    """Yield the numbers of tokens of all batches that go through the model meanwhile."""
    counts: list[int] = []
    hook = model.register_forward_pre_hook(
        lambda _module, _positional, arguments: counts.append(arguments["input_ids"].numel()), with_kwargs=True
    )
    try:
        yield counts
    finally:
        hook.remove()


_hides_bar = ContextVar("_hides_bar", default=False)


@contextmanager
def without_bar() -> Iterator[None]:
    """Show no progress of runs in this context."""
    token = _hides_bar.set(True)
    try:
        yield
    finally:
        _hides_bar.reset(token)


def run(model: PreTrainedModel, parts: Iterable[Part], budget: int, sentences: int) -> None:
    """Score the rows of one part after the other, in batches of rows of one length and ``budget`` tokens at most.

    No row is ever padded. The longest rows of a part come first, because they need the most memory. Where memory runs
    out, ``forward`` is called again with half as many, and the budget stays halved. Progress is shown as a share of
    ``sentences`` (if 0, it is not shown). Raises InputError where memory does not hold a single row.

    On a processor, each of PyTorch's threads computes batches of its own. Threads that share one batch wait for each
    other at every layer: with a small model, most of the time, and much longer where other programs use the same cores.
    """
    threads = torch.get_num_threads() if model.device.type == "cpu" else 1
    models = [model]
    with tqdm(total=sentences, unit=" sentences", mininterval=1, disable=not sentences or _hides_bar.get()) as bar:
        for part in parts:
            work = _Work(part, budget, bar)
            workers = min(threads, work.batches())
            models += [_twin(model) for _ in range(workers - len(models))]
            if workers < 2:
                work.do(model)
            else:
                _share(work, models[:workers], threads)
            budget = work.budget


def _share(work: "_Work", models: Sequence[PreTrainedModel], threads: int) -> None:
    """Let each of several models work in a thread of its own; PyTorch's ``threads`` are divided among them."""

    def do(model: PreTrainedModel) -> None:
        torch.set_num_threads(threads // len(models))
        work.do(model)

    try:
        with ThreadPoolExecutor(len(models)) as pool:
            try:
                for done in [pool.submit(do, model) for model in models]:
                    done.result()
            except BaseException:  # an interruption reaches this thread only, and the pool waits for the others
                work.stop()
                raise
    finally:
        torch.set_num_threads(threads)


def _twin(model: PreTrainedModel) -> PreTrainedModel:
    """Return a copy of a model for another thread, with the same weights in memory."""
    return copy.deepcopy(model, {id(tensor): tensor for tensor in chain(model.parameters(), model.buffers())})


def _is_out_of_memory(error: BaseException) -> bool:
    """Return whether memory ran out. For a processor, only the name of an allocator in the message shows this."""
    return isinstance(error, torch.OutOfMemoryError) or "DefaultCPUAllocator" in str(error)


class _Work:
    """Describe the rows of a part that are still to be scored, for one thread or several."""

    def __init__(self, part: Part, budget: int, bar: tqdm) -> None:
        self.part, self.budget, self.bar = part, budget, bar
        self.shown, self.done, self.lock = bar.n, 0, Lock()
        by_length: dict[int, list[int]] = defaultdict(list)
        for number, length in enumerate(part.lengths):
            by_length[length].append(number)
        self.left = dict(sorted(by_length.items()))  # its last entry has the longest rows

    def batches(self) -> int:
        """Return how many batches are left."""
        return sum(-(-len(rows) // self._size(length)) for length, rows in self.left.items())

    def _size(self, length: int) -> int:
        return max(1, self.budget // length)

    def do(self, model: PreTrainedModel) -> None:
        """Score batches until none is left, or another thread has failed."""
        with torch.inference_mode(), onednn.linear_layers():
            while batch := self._take():
                try:
                    self.part.forward(model, batch[1])
                except BaseException as error:
                    if not _is_out_of_memory(error):
                        self.stop()
                        raise
                    self._halve(*batch, error)
                else:
                    self._finish(len(batch[1]))

    def stop(self) -> None:
        """Let no thread begin another batch."""
        with self.lock:
            self.left = {}

    def _take(self) -> tuple[int, list[int]] | None:
        with self.lock:
            if not self.left:
                return None
            length, rows = self.left.popitem()
            size = self._size(length)
            if rows[size:]:
                self.left[length] = rows[size:]
            return length, rows[:size]

    def _halve(self, length: int, rows: list[int], error: BaseException) -> None:
        """Put rows back, for which memory was not enough, and take half as many at once from now on."""
        with self.lock:
            if len(rows) == 1:
                self.left = {}
                raise InputError(
                    f"the device's memory is too small for {length} tokens at once; use a smaller model, or a device "
                    "with more memory"
                ) from error
            self.budget = min(self.budget, length * (len(rows) // 2))
            self.left[length] = rows + self.left.pop(length, [])
            print(f"out of memory; continuing with {self.budget:,} tokens at once")

    def _finish(self, rows: int) -> None:
        with self.lock:
            self.done += rows
            part = self.part
            self.bar.update(self.shown + self.done * part.sentences // len(part.lengths) - self.bar.n)
