"""Evaluate formulas on the surprisals of regions (pure).

The argument ``bits`` has the surprisals of each condition by region, in order: a number for one item, or an array for
all items of a suite at once. A region without a surprisal is NaN.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, TypeAlias

from acceptability.expectations.grammar import JOINING, Node, Operation, Reference, comparisons

if TYPE_CHECKING:
    import numpy as np

NEAR, RELATIVE = 1e-3, 1e-5  # of equal sums: |left - right| <= NEAR + RELATIVE * |right|, in bits
ROUNDING = 1e-9  # a smaller difference of two sums, relative to the sizes of all their terms, is none
Bits: TypeAlias = "Mapping[str, Sequence[float] | np.ndarray]"


def number(node: Node, bits: Bits) -> "float | np.ndarray":
    """Return the number of bits of an expression."""
    if isinstance(node, float):
        return node
    if isinstance(node, Reference):
        return sum(bits[node.condition]) if node.region is None else bits[node.condition][node.region - 1]
    left, right = (number(part, bits) for part in node.parts)
    return left + right if node.sign == "+" else left - right


def values(node: Node, bits: Bits) -> "np.ndarray":
    """Return how far a comparison is from turning over, in bits; above 0 it is true.

    ``left > right``: left − right. ``left < right``: right − left. ``left = right``: the tolerance minus their
    distance; there, 0 is true as well. ``&``: the least of its parts; ``|``: the greatest.
    """
    import numpy as np  # here, as suites are read without it

    assert isinstance(node, Operation)
    if node.sign in JOINING:
        return reduce(np.minimum if node.sign == "&" else np.maximum, [values(part, bits) for part in node.parts])
    left, right = (number(part, bits) for part in node.parts)
    if node.sign == "=":
        return NEAR + RELATIVE * np.abs(right) - np.abs(np.subtract(left, right))
    return np.where(_are_equal(node, bits), 0.0, np.subtract(left, right) * (1 if node.sign == ">" else -1))


def truths(node: Node, bits: Bits) -> "np.ndarray":
    """Return whether a formula is true; a comparison ``<`` or ``>`` of equal sums is not."""
    import numpy as np  # here, as suites are read without it

    assert isinstance(node, Operation)
    if node.sign in JOINING:
        combine = np.logical_and if node.sign == "&" else np.logical_or
        return reduce(combine, [truths(part, bits) for part in node.parts])
    return values(node, bits) >= 0 if node.sign == "=" else values(node, bits) > 0


def ties(node: Node, bits: Bits) -> "bool | np.ndarray":
    """Return whether the sums of any comparison ``<`` or ``>`` are equal."""
    return reduce(or_, [_are_equal(comparison, bits) for comparison in comparisons(node)], False)


def _are_equal(comparison: Operation, bits: Bits) -> "bool | np.ndarray":
    """Return whether the two sums differ by rounding only, which terms that cancel leave in their own size."""
    left, right = (number(part, bits) for part in comparison.parts)
    return abs(left - right) <= ROUNDING * sum(_size(part, bits) for part in comparison.parts)


def _size(node: Node, bits: Bits) -> Any:
    """Return the sum of the sizes of a number's terms."""
    return sum(_size(part, bits) for part in node.parts) if isinstance(node, Operation) else abs(number(node, bits))
