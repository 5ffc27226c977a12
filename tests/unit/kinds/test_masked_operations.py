"""How many operations a masked model computes, beside PyTorch's own count, and how fast."""

from functools import partial

import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from acceptability.kinds.masked import log_probs as masked
from acceptability.kinds.masked import operations
from acceptability.kinds.masked.scoring import SCORER
from acceptability.scoring import pretrained
from tiny_models import SENTENCES, bert, other_masked, wordpiece_tokenizer

WAYS = ["log_prob", "log_prob_word_l2r"]
LIKE_BERT, OTHERS = ["bert", "roberta", "electra"], ["distilbert", "albert", "deberta", "modernbert"]


def model_of(name: str):
    return (bert(), wordpiece_tokenizer()) if name == "bert" else other_masked(name)


def multiply_adds(compute) -> int:
    """Return half the floating-point operations that PyTorch counts."""
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        compute()
    return counter.get_total_flops() // 2


def heads(states: torch.Tensor, attention) -> torch.Tensor:
    return states.unflatten(-1, (attention.num_attention_heads, -1)).transpose(1, 2)


def least_logits(model, ids: torch.Tensor, place: int) -> torch.Tensor:
    """Return the logits at a place of one row. The last layer is computed for this place alone."""
    *before, last = model.base_model.encoder.layer
    states = model.base_model.embeddings(ids)
    if hasattr(model.base_model, "embeddings_project"):
        states = model.base_model.embeddings_project(states)
    for layer in before:
        states = layer(states)
    attention, one = last.attention.self, states[:, place : place + 1]
    query, key, value = (
        heads(project(x), attention)
        for project, x in ((attention.query, one), (attention.key, states), (attention.value, states))
    )
    weights = (query @ key.transpose(2, 3) * attention.scaling).softmax(dim=-1)
    read = (weights @ value).transpose(1, 2).flatten(2)
    one = last.feed_forward_chunk(last.attention.output(read, one))
    if hasattr(model, "generator_predictions"):
        return model.generator_lm_head(model.generator_predictions(one))[:, 0]
    return (model.cls if hasattr(model, "cls") else model.lm_head)(one)[:, 0]


@pytest.mark.parametrize("name", LIKE_BERT)
@pytest.mark.parametrize("length", [3, 8, 17])
def test_operations_are_those_that_pytorch_counts(name, length):
    model, _ = model_of(name)
    model.set_attn_implementation("eager")  # PyTorch does not count its own attention on a CPU
    ids = np.arange(5, 5 + length)[None]
    least, computed = operations.multiply_adds(model.config, length)
    assert multiply_adds(lambda: masked.logits_at(model, ids, np.array([1]))) == computed
    assert multiply_adds(partial(least_logits, model, torch.from_numpy(ids), 1)) == least < computed


@pytest.mark.parametrize("name", [*LIKE_BERT, *OTHERS])
def test_the_logits_at_a_place_are_those_of_the_whole_model(name):
    model, _ = model_of(name)
    ids, places = np.arange(5, 35).reshape(3, 10), np.array([1, 9, 4])
    with torch.no_grad():
        whole = model(input_ids=torch.from_numpy(ids)).logits[np.arange(3), places]
        torch.testing.assert_close(masked.logits_at(model, ids, places), whole, rtol=0, atol=1e-5)
        if name in LIKE_BERT:
            least = least_logits(model, torch.from_numpy(ids[1:2]), 9)
            torch.testing.assert_close(least, whole[1:2], rtol=0, atol=1e-5)


@pytest.fixture(autouse=True)
def threads_as_before():
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def score(model, tokenizer, sentences, threads: int = 1) -> operations.Meter:
    torch.set_num_threads(threads)
    encoded = pretrained.encode(tokenizer, sentences, sentences)
    with operations.measured(model) as meter:
        masked.score(model, tokenizer, encoded, WAYS)
    return meter


def test_least_operations_count_equal_copies_once(monkeypatch):
    """Chunks share no copies: with one sentence in each, the copies of equal sentences are computed again."""
    model, tokenizer = bert(), wordpiece_tokenizer()
    once, together = (score(model, tokenizer, SENTENCES[:1] * times) for times in (1, 2))
    assert (once.computed, once.least()) == (together.computed, together.least())
    monkeypatch.setattr(masked, "COPIED", 1)
    twice = score(model, tokenizer, SENTENCES[:1] * 2)
    assert (twice.computed, twice.least()) == (2 * once.computed, once.least())


def test_the_meter_adds_up_the_batches_of_all_threads():
    model, tokenizer = bert(), wordpiece_tokenizer()
    alone, shared = (score(model, tokenizer, SENTENCES, threads) for threads in (1, 3))
    assert (alone.computed, alone.least()) == (shared.computed, shared.least())
    assert all(meter.seconds > 0 and meter.rate > 0 for meter in (alone, shared))
    assert alone.share() == pytest.approx(alone.computed / alone.seconds / alone.rate)
    assert not model._forward_hooks
    assert not model._forward_pre_hooks


def test_batches_that_run_out_of_memory_are_not_counted():
    model, tokenizer = bert(), wordpiece_tokenizer()
    expected = score(model, tokenizer, SENTENCES)

    def little_memory(_module, inputs: tuple) -> None:
        if len(inputs[0]) > 2:
            raise torch.OutOfMemoryError("no memory")

    with model.base_model.embeddings.dropout.register_forward_pre_hook(little_memory):
        meter = score(model, tokenizer, SENTENCES)
    assert (meter.computed, meter.least()) == (expected.computed, expected.least())


def test_a_clock_that_is_too_coarse_ends_no_run(monkeypatch):
    monkeypatch.setattr(operations.time, "thread_time", lambda: 1.0)
    meter = score(bert(), wordpiece_tokenizer(), SENTENCES[:1])
    assert str(meter).endswith("times the least operations")


@pytest.mark.parametrize("name", ["bert", "distilbert"])
def test_a_run_reports_its_operations_where_they_are_known(name, capsys):
    model, tokenizer = model_of(name)
    sentences = pretrained.encode(tokenizer, SENTENCES[:2], SENTENCES[:2])
    SCORER.score(model, tokenizer, sentences, {"as_published": False})
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("masked scoring")]
    assert len(lines) == (name == "bert")
    assert all(" times the least operations; " in line and "rate of float32 products" in line for line in lines)
