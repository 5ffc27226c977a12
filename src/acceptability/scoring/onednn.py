"""Compute linear layers in float32 with oneDNN on processors where PyTorch's own choice, MKL, is slow.

MKL leaves the AVX-512 instructions of AMD's processors unused. oneDNN, which comes with PyTorch too, is about twice as
fast there. Both round differently: a log-probability changes by about 1e-6.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import prod
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.overrides import TorchFunctionMode

PROCESSOR = Path("/proc/cpuinfo")  # on Linux
LEAST = 2**21  # multiply-adds of a layer: with fewer, calling oneDNN takes longer than the layer


@cache
def is_faster() -> bool:
    """Return whether MKL is slow on this processor and oneDNN is available. Not with ATEN_CPU_CAPABILITY=avx2
    (environment).
    """
    is_available = torch.backends.mkldnn.is_available() and torch.backends.cpu.get_cpu_capability() == "AVX512"
    return is_available and PROCESSOR.exists() and "AuthenticAMD" in PROCESSOR.read_text(encoding="utf-8")


@contextmanager
def linear_layers() -> Iterator[None]:
    """Compute large linear layers with oneDNN in this context, forward and backward, if it is faster here."""
    if not is_faster():
        yield
        return
    with _Mode():
        yield


class _Mode(TorchFunctionMode):
    def __torch_function__(self, function: Callable, types, args: tuple = (), kwargs: dict | None = None):
        layer = None if kwargs else _layer(function, args)
        return _computed(*layer) if layer else function(*args, **(kwargs or {}))


def _layer(function: Callable, args: tuple) -> tuple[Tensor, Tensor, Tensor | None] | None:
    """Return input, weights (outputs × inputs) and bias, if the call is such a layer, and the shapes are as usual."""
    if function is functional.linear and len(args) == 3:
        states, weight, bias = args
    elif function is torch.addmm and len(args) == 3 and args[1].dim() == args[2].dim() == 2:  # GPT-2's Conv1D
        states, weight, bias = args[1], args[2].t(), args[0]
    else:
        return None
    tensors = [states, weight] if bias is None else [states, weight, bias]
    plain = all(type(x) in (Tensor, nn.Parameter) and x.layout == torch.strided for x in tensors)
    if not plain or any(x.dtype != torch.float32 or x.device.type != "cpu" for x in tensors):
        return None
    fits = weight.dim() == 2 and states.dim() > 1 and states.shape[-1] == weight.shape[1]
    fits = fits and (bias is None or (bias.shape == weight.shape[:1] and bias.is_contiguous()))
    return (states, weight, bias) if fits and prod(states.shape) * weight.shape[0] >= LEAST else None


def _computed(states: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    if torch.is_grad_enabled() and any(x is not None and x.requires_grad for x in (states, weight, bias)):
        return functional.linear(states.to_mkldnn(), weight, bias).to_dense()
    # The same without copies to oneDNN's own format and back; what PyTorch's compiler calls.
    return torch.ops.mkldnn._linear_pointwise(states, weight, bias, "none", [], "")
