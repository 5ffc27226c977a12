"""Evaluate formulas on the surprisals of regions, for all items of a suite at once (pure).

The argument ``bits`` has the surprisals by condition: items × regions. A region without a surprisal is NaN.
"""

import math
from collections.abc import Mapping

import numpy as np

from acceptability.expectations.grammar import Comparison, Junction, Node, Number, Reference, Sum, nodes_of

NEAR, RELATIVE = 1e-3, 1e-5  # of equal sums: |left - right| <= NEAR + RELATIVE * |right|, in bits
ROUNDING = 1e-9  # a smaller difference of two sums, relative to the sizes of all their terms, is none


def numbers(node: Node, bits: Mapping[str, np.ndarray]) -> np.ndarray | float:
    """Return the number of bits of an expression for each item."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Reference):
        table = bits[node.condition]
        if node.region is None:
            return np.array([math.fsum(row) if np.isfinite(row).all() else math.nan for row in table])
        return table[:, node.region - 1]
    assert isinstance(node, Sum)
    left, right = numbers(node.left, bits), numbers(node.right, bits)
    return left + right if node.sign == "+" else left - right


def values(node: Node, bits: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return for each item how far a comparison is from turning over, in bits; above 0 it is true.

    ``left > right``: left − right. ``left < right``: right − left. ``left = right``: the tolerance minus their
    distance; there, 0 is true as well. ``&``: the least of its parts; ``|``: the greatest.
    """
    if isinstance(node, Junction):
        combine = np.minimum if node.sign == "&" else np.maximum
        return combine.reduce([values(part, bits) for part in node.parts])
    assert isinstance(node, Comparison)
    left, right = numbers(node.left, bits), numbers(node.right, bits)
    if node.sign == "=":
        of_items = NEAR + RELATIVE * np.abs(right) - np.abs(np.subtract(left, right))
    else:
        difference = np.subtract(left, right) if node.sign == ">" else np.subtract(right, left)
        of_items = np.where(_is_rounding(node, bits), 0.0, difference)
    return np.broadcast_to(of_items, len(next(iter(bits.values()))))


def truths(node: Node, bits: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return for each item whether a formula is true; a comparison ``<`` or ``>`` of equal sums is not."""
    if isinstance(node, Junction):
        combine = np.logical_and if node.sign == "&" else np.logical_or
        return combine.reduce([truths(part, bits) for part in node.parts])
    of_items = values(node, bits)
    return of_items >= 0 if isinstance(node, Comparison) and node.sign == "=" else of_items > 0


def ties(node: Node, bits: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return for each item whether the sums of any comparison ``<`` or ``>`` are equal."""
    items = len(next(iter(bits.values())))
    of_comparisons = [
        np.broadcast_to(_is_rounding(part, bits), items)
        for part in nodes_of(node)
        if isinstance(part, Comparison) and part.sign != "="
    ]
    return np.logical_or.reduce([np.zeros(items, bool), *of_comparisons])


def _is_rounding(node: Comparison, bits: Mapping[str, np.ndarray]) -> np.ndarray:
    difference = np.subtract(numbers(node.left, bits), numbers(node.right, bits))
    return np.abs(difference) <= ROUNDING * (_size(node.left, bits) + _size(node.right, bits))


def _size(node: Node, bits: Mapping[str, np.ndarray]) -> np.ndarray | float:
    """Return the sum of the sizes of a number's terms: terms that cancel leave rounding of their own size."""
    if isinstance(node, Sum):
        return _size(node.left, bits) + _size(node.right, bits)
    return np.abs(numbers(node, bits))
