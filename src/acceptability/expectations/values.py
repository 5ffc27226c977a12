"""Evaluate formulas on the surprisals of regions, for all items of a suite at once (pure); ``bits`` as in sums."""

from functools import reduce

import numpy as np

from acceptability.expectations.grammar import JOINING, Node, Operation
from acceptability.expectations.sums import Bits, are_equal, number

NEAR, RELATIVE = 1e-3, 1e-5  # of equal sums: |left - right| <= NEAR + RELATIVE * |right|, in bits


def values(node: Node, bits: Bits) -> np.ndarray:
    """Return how far a comparison is from turning over, in bits; above 0 it is true.

    ``left > right``: left − right. ``left < right``: right − left. ``left = right``: the tolerance minus their
    distance; there, 0 is true as well. ``&``: the least of its parts; ``|``: the greatest.
    """
    assert isinstance(node, Operation)
    if node.sign in JOINING:
        return reduce(np.minimum if node.sign == "&" else np.maximum, [values(part, bits) for part in node.parts])
    left, right = (number(part, bits) for part in node.parts)
    if node.sign == "=":
        return NEAR + RELATIVE * np.abs(right) - np.abs(np.subtract(left, right))
    return np.where(are_equal(node, bits), 0.0, np.subtract(left, right) * (1 if node.sign == ">" else -1))


def truths(node: Node, bits: Bits) -> np.ndarray:
    """Return whether a formula is true; a comparison ``<`` or ``>`` of equal sums is not."""
    assert isinstance(node, Operation)
    if node.sign in JOINING:
        combine = np.logical_and if node.sign == "&" else np.logical_or
        return reduce(combine, [truths(part, bits) for part in node.parts])
    return values(node, bits) >= 0 if node.sign == "=" else values(node, bits) > 0
