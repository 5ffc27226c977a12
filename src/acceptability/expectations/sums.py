"""Add up the terms of formulas, and find comparisons of equal sums (pure, without numpy).

The argument ``bits`` has the surprisals of each condition by region, in order: a number for one item, or an array for
all items of a suite at once. A region without a surprisal is NaN.
"""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any, TypeAlias

from acceptability.expectations.grammar import Node, Operation, Reference, comparisons

ROUNDING = 1e-9  # a smaller difference of two sums, relative to the sizes of all their terms, is none
Bits: TypeAlias = Mapping[str, Any]


def number(node: Node, bits: Bits) -> Any:
    """Return the number of bits of an expression."""
    if isinstance(node, float):
        return node
    if isinstance(node, Reference):
        return sum(bits[node.condition]) if node.region is None else bits[node.condition][node.region - 1]
    left, right = (number(part, bits) for part in node.parts)
    return left + right if node.sign == "+" else left - right


def ties(node: Node, bits: Bits) -> Any:
    """Return whether the sums of any comparison ``<`` or ``>`` are equal."""
    return reduce(or_, [are_equal(comparison, bits) for comparison in comparisons(node)], False)


def are_equal(comparison: Operation, bits: Bits) -> Any:
    """Return whether the two sums differ by rounding only, which terms that cancel leave in their own size."""
    left, right = (number(part, bits) for part in comparison.parts)
    return abs(left - right) <= ROUNDING * sum(_size(part, bits) for part in comparison.parts)


def _size(node: Node, bits: Bits) -> Any:
    """Return the sum of the sizes of a number's terms."""
    return sum(_size(part, bits) for part in node.parts) if isinstance(node, Operation) else abs(number(node, bits))
