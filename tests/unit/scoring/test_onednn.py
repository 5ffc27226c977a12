"""Linear layers by oneDNN, against PyTorch's own: the values and gradients, and which calls they are for."""

from contextlib import nullcontext

import numpy as np
import pytest
import torch
from torch.nn import functional
from transformers.pytorch_utils import Conv1D

from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.masked import log_probs as masked
from acceptability.scoring import loop, onednn, pretrained
from tiny_models import bert, byte_tokenizer, gpt2, wordpiece_tokenizer

pytestmark = pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="PyTorch was built without oneDNN")


@pytest.fixture
def computed(monkeypatch):
    """The layers that oneDNN computes, small ones too, on any processor."""
    seen, by_onednn = [], onednn._computed
    monkeypatch.setattr(onednn, "is_faster", lambda: True)
    monkeypatch.setattr(onednn, "LEAST", 1)
    monkeypatch.setattr(onednn, "_computed", lambda *layer: seen.append(layer) or by_onednn(*layer))
    return seen


def drawn(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(1))


LAYERS = {
    "Linear": lambda: torch.nn.Linear(24, 40),
    "no bias": lambda: torch.nn.Linear(24, 40, bias=False),
    "Conv1D": lambda: Conv1D(40, 24),
}


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize("shape", [(7, 24), (1, 24), (3, 5, 24)])
def test_a_layer_gives_the_same(name, shape, computed):
    layer, states = LAYERS[name](), drawn(*shape)
    with torch.inference_mode():
        expected = layer(states)
        with onednn.linear_layers():
            found = layer(states)
    assert len(computed) == 1
    assert found.layout == torch.strided
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-6)


def test_states_that_are_not_contiguous(computed):
    layer, states = torch.nn.Linear(24, 40), drawn(24, 9).t()
    with torch.inference_mode(), onednn.linear_layers():
        found = layer(states)
        every_other = layer(drawn(8, 5, 24)[:, 1::2])
    assert len(computed) == 2
    torch.testing.assert_close(found, layer(states.contiguous()), rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(every_other, layer(drawn(8, 5, 24)[:, 1::2].contiguous()), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", LAYERS)
def test_gradients_are_the_same(name, computed):
    layer, states = LAYERS[name](), drawn(3, 5, 24).requires_grad_()
    variables = [states, *layer.parameters()]
    expected = torch.autograd.grad(layer(states).square().sum(), variables)
    with onednn.linear_layers():
        found = torch.autograd.grad(layer(states).square().sum(), variables)
    assert len(computed) == 1
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-5)


def test_a_frozen_layer_hands_gradients_on(computed):
    layer, states = torch.nn.Linear(24, 40).requires_grad_(False), drawn(5, 24).requires_grad_()
    with onednn.linear_layers():
        layer(states).sum().backward()
    torch.testing.assert_close(states.grad, layer.weight.sum(0).expand(5, -1), rtol=1e-5, atol=1e-6)
    assert len(computed) == 1


OTHER_CALLS = {
    "bfloat16": lambda: functional.linear(drawn(3, 4).bfloat16(), drawn(2, 4).bfloat16(), drawn(2).bfloat16()),
    "float64": lambda: functional.linear(drawn(3, 4).double(), drawn(2, 4).double(), None),
    "no rows": lambda: functional.linear(drawn(0, 4), drawn(2, 4), None),
    "no outputs": lambda: functional.linear(drawn(3, 4), drawn(0, 4), drawn(0)),
    "one output": lambda: functional.linear(drawn(3, 4), drawn(4), None),
    "a bias with gaps": lambda: functional.linear(drawn(3, 4), drawn(2, 4), drawn(2, 2)[:, 0]),
    "one bias for all": lambda: functional.linear(drawn(3, 4), drawn(2, 4), drawn(1).expand(2)),
    "a bias of size 1": lambda: torch.addmm(drawn(1), drawn(3, 4), drawn(4, 2)),
    "a vector": lambda: functional.linear(drawn(4), drawn(2, 4), None),
    "a sum with a matrix": lambda: torch.addmm(drawn(3, 2), drawn(3, 4), drawn(4, 2)),
    "a scaled sum": lambda: torch.addmm(drawn(2), drawn(3, 4), drawn(4, 2), alpha=2.0),
    "a product": lambda: drawn(3, 4) @ drawn(4, 2),
    "oneDNN's own format": lambda: functional.linear(drawn(3, 4).to_mkldnn(), drawn(2, 4), drawn(2)).to_dense(),
}


@pytest.mark.parametrize("name", OTHER_CALLS)
def test_other_calls_are_left_alone(name, computed):
    expected = OTHER_CALLS[name]()
    with onednn.linear_layers():
        found = OTHER_CALLS[name]()
    assert torch.equal(found, expected)
    assert not computed


@pytest.mark.parametrize("shapes", [((2,), (3, 4), (5, 2)), ((2,), (1, 3, 4), (4, 2)), ((2,), (3, 4), (1, 4, 2))])
def test_wrong_shapes_are_refused_in_pytorch_s_words(shapes, computed):
    refused = []
    for context in (nullcontext, onednn.linear_layers):
        with pytest.raises((RuntimeError, IndexError)) as error, context():
            torch.addmm(*(drawn(*shape) for shape in shapes))
        refused.append(str(error.value))
    assert refused[0] == refused[1]


def test_small_layers_are_left_alone(computed, monkeypatch):
    monkeypatch.setattr(onednn, "LEAST", 3 * 4 * 2 + 1)
    with onednn.linear_layers():
        functional.linear(drawn(3, 4), drawn(2, 4), None)
        assert not computed
        functional.linear(drawn(1, 4, 4), drawn(2, 4), None)
        assert len(computed) == 1


SENTENCES = ["the boy sees the girl .", "the boys see the girl .", "the girl sleeps ."]


def test_scores_are_the_same_where_it_is_faster_and_where_it_is_not_used(computed, monkeypatch):
    def scored() -> list[np.ndarray]:
        tokenizer = wordpiece_tokenizer()
        found = masked.score(bert(), tokenizer, pretrained.encode(tokenizer, SENTENCES, SENTENCES), ["log_prob"])
        tokenizer = byte_tokenizer(mask=False)
        prepared = causal.prepare(tokenizer, SENTENCES, SENTENCES, True, False, False)
        return [columns["log_prob"] for columns in [*found, *causal.score(gpt2(), tokenizer, prepared)]]

    by_onednn, layers = scored(), len(computed)
    monkeypatch.setattr(onednn, "is_faster", lambda: False)
    for one, other in zip(by_onednn, scored(), strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-5)
    assert len(computed) == layers > 0


def test_trainings(computed, tmp_path):
    ids = torch.tensor([[2, 5, 6, 3], [2, 7, 8, 3]])
    model = bert()
    plan = loop.Plan(
        model=model,
        epochs=1,
        batches=lambda epoch: [ids],
        loss=lambda batch, step: (model(input_ids=batch).logits.square().sum(), 1, batch.numel()),
        evaluate=lambda: (),
        learning_rate=0.01,
        clip=1.0,
    )
    loop.run(plan, tmp_path / "checkpoint", "identity", lambda done, of: None, seconds=1000)
    assert computed


@pytest.mark.parametrize(
    ("vendor", "instructions", "expected"),
    [("AuthenticAMD", "AVX512", True), ("AuthenticAMD", "AVX2", False), ("GenuineIntel", "AVX512", False)],
)
def test_processors(vendor, instructions, expected, monkeypatch, tmp_path):
    (tmp_path / "cpuinfo").write_text(f"processor\t: 0\nvendor_id\t: {vendor}\n")
    monkeypatch.setattr(onednn, "PROCESSOR", tmp_path / "cpuinfo")
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: instructions)
    assert onednn.is_faster.__wrapped__() is expected
    (tmp_path / "cpuinfo").unlink()
    assert onednn.is_faster.__wrapped__() is False
