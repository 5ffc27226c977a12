"""Batches are shared by threads, each of which computes its own batches alone."""

import os
import signal
import threading
import time
from functools import partial

import numpy as np
import pytest
import torch
from transformers import AutoModelForSequenceClassification

from acceptability.errors import InputError
from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.kinds.classifier import training as classifier
from acceptability.kinds.masked import log_probs as masked
from acceptability.scoring import batches, pretrained
from tiny_models import SENTENCES, bert, other_masked, save_gpt2, wordpiece_tokenizer

MANY = [f"{first} {second}" for first in SENTENCES for second in SENTENCES]
NAMES = ["bert", "roberta", "distilbert", "albert", "electra", "deberta", "modernbert"]


@pytest.fixture(autouse=True)
def threads_as_before():
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def on_threads(number: int, work):
    """Return what some work gives with so many of PyTorch's threads, of which as many are left afterwards."""
    torch.set_num_threads(number)
    result = work()
    assert torch.get_num_threads() == number
    return result


def assert_same(one: list[dict], other: list[dict]) -> None:
    for first, second in zip(one, other, strict=True):
        assert first.keys() == second.keys()
        for name in first:
            np.testing.assert_allclose(first[name], second[name], atol=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_masked_models_score_the_same_on_any_number_of_threads(name):
    model, tokenizer = (bert(), wordpiece_tokenizer()) if name == "bert" else other_masked(name)
    some = MANY[:: {"bert": 1, "roberta": 6}.get(name, 2)]  # RoBERTa's tokens are bytes
    encoded = pretrained.encode(tokenizer, some, some)
    score = partial(masked.score, model, tokenizer, encoded, list(masked.MASKINGS), budget=40)
    alone = on_threads(1, score)
    for number in (2, 5) if name == "bert" else (3,):
        assert_same(alone, on_threads(number, score))
    assert not any("forward" in vars(module) or module._forward_hooks for module in model.modules())


@pytest.mark.parametrize("savings", [True, False])
def test_causal_models_score_the_same_on_any_number_of_threads(savings, tmp_path):
    save_gpt2(tmp_path, MANY, 300, 1, n_positions=64, n_embd=16, n_layer=2, n_head=2)
    model, tokenizer = pretrained.load(tmp_path, CAUSAL)
    encoded = causal.prepare(tokenizer, MANY, MANY, beginning=True, ending=False, leading_space=False)

    def score() -> tuple[list[dict], int]:
        with batches.counted(model) as counts:
            return causal.score(model, tokenizer, encoded, budget=60, savings=savings), sum(counts)

    (alone, tokens), (shared, same_tokens) = on_threads(1, score), on_threads(3, score)
    assert_same(alone, shared)
    assert tokens == same_tokens > 0


def test_classifiers_judge_the_same_on_any_number_of_threads(monkeypatch):
    torch.manual_seed(1)
    model = AutoModelForSequenceClassification.from_config(bert().config)
    rows = [list(range(5, 5 + length)) for length in range(3, 20) for _ in range(3)]
    monkeypatch.setattr(batches, "default_budget", lambda _: 30)
    alone, shared = (on_threads(number, lambda: classifier.margins(model, rows)) for number in (1, 4))
    np.testing.assert_allclose(alone, shared, atol=1e-6)


class Recorder:
    """Notes who scores which rows; with ``together``, the first batches wait until so many threads have one."""

    def __init__(self, together: int) -> None:
        self.calls, self.barrier = [], threading.Barrier(together)

    def __call__(self, model, rows: list[int]) -> None:
        first = len(self.calls) < self.barrier.parties
        self.calls.append((model, rows, torch.get_num_threads(), torch.is_inference_mode_enabled()))
        if first:
            self.barrier.wait(timeout=30)


@pytest.mark.parametrize(
    ("threads", "rows", "workers", "each"), [(2, 6, 2, 1), (4, 2, 2, 2), (3, 1, 1, 3), (1, 5, 1, 1)]
)
def test_every_thread_has_batches_and_a_model_of_its_own(threads, rows, workers, each):
    """With fewer batches than threads, several threads share a batch."""
    model, recorder = bert(), Recorder(together=workers)
    on_threads(threads, lambda: batches.run(model, [batches.Part(recorder, [7] * rows, rows)], 7, rows))
    models, scored, torch_threads, inference = zip(*recorder.calls, strict=True)
    assert sorted(number for batch in scored for number in batch) == list(range(rows))
    assert len(set(models)) == workers
    assert model in models
    assert set(torch_threads) == {each}
    assert all(inference)
    weights = {tuple(tensor.data_ptr() for tensor in one.parameters()) for one in models}
    assert len(weights) == 1  # in memory once


def test_an_error_in_one_thread_ends_the_others(capfd):
    calls = []

    def forward(_model, rows: list[int]) -> None:
        calls.append(rows)
        if rows == [3]:
            raise InputError("sentence 3 has no score")

    with pytest.raises(InputError, match="sentence 3 has no score"):
        on_threads(2, lambda: batches.run(bert(), [batches.Part(forward, [7] * 10_000, 10_000)], 7, 10_000))
    assert len(calls) < 10_000


def out_of_device_memory() -> None:
    raise torch.OutOfMemoryError("no memory")


@pytest.mark.parametrize("run_out", [out_of_device_memory, lambda: torch.empty(2**60)], ids=["device", "processor"])
def test_memory_that_runs_out_in_one_thread_halves_the_batches_of_all(run_out):
    scored, lock = [], threading.Lock()

    def forward(_model, rows: list[int]) -> None:
        if len(rows) > 2:
            run_out()
        with lock:
            scored.extend(rows)

    on_threads(3, lambda: batches.run(bert(), [batches.Part(forward, [5] * 40 + [4] * 9, 49)], 40, 49))
    assert sorted(scored) == list(range(49))


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interruption_ends_all_threads_after_the_batch_they_are_in(threads):
    calls = []

    def forward(_model, rows: list[int]) -> None:
        calls.append(rows)
        if len(calls) == 4:
            os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.02)

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job would ignore it
    with pytest.raises(KeyboardInterrupt):
        on_threads(threads, lambda: batches.run(bert(), [batches.Part(forward, [7] * 500, 500)], 7, 500))
    assert len(calls) < 100
