"""Linear layers in float32 on a processor: by oneDNN, where it is faster than the library that PyTorch takes.

PyTorch multiplies such matrices by MKL, which leaves the AVX-512 instructions of AMD's processors unused. oneDNN, which
comes with PyTorch too, is about twice as fast there. Both round differently: a log-probability moves by some 1e-6.
"""

from collections.abc import Callable
from contextlib import ContextDecorator
from functools import cache
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.overrides import TorchFunctionMode

PROCESSOR = Path("/proc/cpuinfo")  # on Linux


@cache
def by_onednn() -> bool:
    """Is this a processor that MKL is slow on, and oneDNN there?"""
    there = torch.backends.mkldnn.is_available() and torch.backends.cpu.get_cpu_capability() == "AVX512"
    return there and PROCESSOR.exists() and "AuthenticAMD" in PROCESSOR.read_text(encoding="utf-8")


class Fastest(TorchFunctionMode, ContextDecorator):
    """Meanwhile, linear layers in float32 on a processor are computed by the faster library, forward and backward."""

    def __torch_function__(self, function: Callable, types, args: tuple = (), kwargs: dict | None = None):
        layer = _layer(function, args, kwargs or {}) if by_onednn() else ()
        return _computed(*layer) if layer else function(*args, **(kwargs or {}))


def _layer(function: Callable, args: tuple, named: dict) -> tuple[Tensor, Tensor, Tensor | None] | tuple[()]:
    """Input, weights (outputs × inputs) and bias, if the call computes such a layer."""
    if function is functional.linear and len(args) == 3 and not named:
        found = args
    elif function is torch.addmm and len(args) == 3 and not named and args[0].dim() == 1:  # GPT-2's Conv1D
        found = args[1], args[2].t(), args[0]
    else:
        return ()
    tensors = [x for x in found if x is not None]
    plain = all(type(x) in (Tensor, nn.Parameter) and x.layout == torch.strided for x in tensors)
    fits = plain and all(x.dtype == torch.float32 and x.device.type == "cpu" for x in tensors)
    return found if fits and found[0].dim() > 1 and found[0].numel() else ()


def _computed(states: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    if torch.is_grad_enabled() and any(x is not None and x.requires_grad for x in (states, weight, bias)):
        return functional.linear(states.to_mkldnn(), weight, bias).to_dense()
    # The same without copies to oneDNN's own format and back; what PyTorch's compiler calls.
    return torch.ops.mkldnn._linear_pointwise(states, weight, bias, "none", [], "")
