"""Linear layers by oneDNN, against PyTorch's own: the values and gradients, and which calls they are for."""

import pytest
import torch
from torch.nn import functional
from transformers.pytorch_utils import Conv1D

from acceptability.scoring import linear_layers
from acceptability.scoring.linear_layers import Fastest

pytestmark = pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="PyTorch was built without oneDNN")


@pytest.fixture
def computed(monkeypatch):
    """The layers that oneDNN computes, on any processor."""
    seen, by_onednn = [], linear_layers._computed
    monkeypatch.setattr(linear_layers, "by_onednn", lambda: True)
    monkeypatch.setattr(linear_layers, "_computed", lambda *layer: seen.append(layer) or by_onednn(*layer))
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
        with Fastest():
            found = layer(states)
    assert len(computed) == 1
    assert found.layout == torch.strided
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-6)


def test_states_that_are_not_contiguous(computed):
    layer, states = torch.nn.Linear(24, 40), drawn(24, 9).t()
    with torch.inference_mode(), Fastest():
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
    with Fastest():
        found = torch.autograd.grad(layer(states).square().sum(), variables)
    assert len(computed) == 1
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-5)


def test_a_frozen_layer_hands_gradients_on(computed):
    layer, states = torch.nn.Linear(24, 40).requires_grad_(False), drawn(5, 24).requires_grad_()
    with Fastest():
        layer(states).sum().backward()
    torch.testing.assert_close(states.grad, layer.weight.sum(0).expand(5, -1), rtol=1e-5, atol=1e-6)
    assert len(computed) == 1


OTHER_CALLS = {
    "bfloat16": lambda: functional.linear(drawn(3, 4).bfloat16(), drawn(2, 4).bfloat16(), drawn(2).bfloat16()),
    "float64": lambda: functional.linear(drawn(3, 4).double(), drawn(2, 4).double(), None),
    "no rows": lambda: functional.linear(drawn(0, 4), drawn(2, 4), None),
    "a vector": lambda: functional.linear(drawn(4), drawn(2, 4), None),
    "a sum with a matrix": lambda: torch.addmm(drawn(3, 2), drawn(3, 4), drawn(4, 2)),
    "a scaled sum": lambda: torch.addmm(drawn(2), drawn(3, 4), drawn(4, 2), alpha=2.0),
    "a product": lambda: drawn(3, 4) @ drawn(4, 2),
    "oneDNN's own format": lambda: functional.linear(drawn(3, 4).to_mkldnn(), drawn(2, 4), drawn(2)).to_dense(),
}


@pytest.mark.parametrize("name", OTHER_CALLS)
def test_other_calls_are_left_alone(name, computed):
    expected = OTHER_CALLS[name]()
    with Fastest():
        found = OTHER_CALLS[name]()
    assert torch.equal(found, expected)
    assert not computed


@pytest.mark.parametrize(
    ("vendor", "instructions", "expected"),
    [("AuthenticAMD", "AVX512", True), ("AuthenticAMD", "AVX2", False), ("GenuineIntel", "AVX512", False)],
)
def test_processors(vendor, instructions, expected, monkeypatch, tmp_path):
    (tmp_path / "cpuinfo").write_text(f"processor\t: 0\nvendor_id\t: {vendor}\n")
    monkeypatch.setattr(linear_layers, "PROCESSOR", tmp_path / "cpuinfo")
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: instructions)
    assert linear_layers.by_onednn.__wrapped__() is expected
    (tmp_path / "cpuinfo").unlink()
    assert linear_layers.by_onednn.__wrapped__() is False


def test_where_it_is_not_faster_nothing_changes(computed, monkeypatch):
    monkeypatch.setattr(linear_layers, "by_onednn", lambda: False)
    layer, states = torch.nn.Linear(24, 40), drawn(7, 24)
    with Fastest():
        assert torch.equal(layer(states), functional.linear(states, layer.weight, layer.bias))
    assert not computed
