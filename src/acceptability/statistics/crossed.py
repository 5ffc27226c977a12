"""Compute correlations at each level, and slopes, of items that two kinds of cluster cross, such as verbs and frames
(pure).

Both kinds of a correlation are taken for samples: its interval is over clusters of either (Cameron, Gelbach & Miller
2011).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
import pandas as pd
from scipy.sparse import coo_array, csr_array, diags_array

from acceptability.statistics.clusters import Estimate, effective_number, sums_by
from acceptability.statistics.correlation import moments, r_of_sums, vary

SINGULAR = 1e-10  # ratio of singular values: what is smaller is not determined
# Clusters of the first kind are called sets, those of the second constructions. Within: the means of which kinds are
# taken off; between: the means of which kind are correlated.
WITHIN = {"all": (), "within_sets": (0,), "within_constructions": (1,), "within_both": (0, 1)}
BETWEEN = {"between_sets": 0, "between_constructions": 1}


@dataclass(frozen=True)
class Crossing:
    """Describe the clusters of either kind that items belong to.

    Attributes:
        sides: the number of each item's cluster of the first kind, and of the second.
        cell: the number of each item's cell: of what is in the same cluster of both kinds.
        of_cell: the number of each cell's cluster of the first kind, and of the second.
    """

    sides: tuple[np.ndarray, np.ndarray]
    cell: np.ndarray
    of_cell: tuple[np.ndarray, np.ndarray]


def crossing(first, second) -> Crossing:
    """Return the crossing of items by the names of their clusters."""
    rows, columns = (pd.factorize(np.asarray(names))[0] for names in (first, second))
    width = int(columns.max(initial=0)) + 1
    cell, cells = pd.factorize(rows * width + columns)
    return Crossing((rows, columns), cell, tuple(np.divmod(cells, width)))


def _sums(values: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Return the sums of the rows of ``values`` (k × n) by number (k × clusters)."""
    return np.stack([np.bincount(numbers, weights=row) for row in values])


def without_means(values: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Return values (k × n) less the mean of their cluster, by its number."""
    return values - (_sums(values, numbers) / np.bincount(numbers))[:, numbers]


def mean_elsewhere(values: np.ndarray, design: Crossing, side: int) -> np.ndarray:
    """Return for each item the mean of its cluster of one kind, without its own cell; NaN where that is all of it."""
    numbers = design.sides[side]
    columns = np.stack([values, np.ones(len(values))])
    total, count = _sums(columns, numbers)[:, numbers] - _sums(columns, design.cell)[:, design.cell]
    return np.divide(total, count, out=np.full(len(values), np.nan), where=count > 0)


@dataclass(frozen=True)
class TwoWay:
    """Fit least squares with an effect of each cluster of two crossed kinds; tables need not be complete.

    The effects of the kind with more clusters are eliminated from the normal equations of the other kind.

    Attributes:
        many, few: the number of each item's cluster, of the kind with more clusters and of the other kind.
        sizes: how many items each of the ``many`` has.
        shares: the share of each of the ``few`` in the items of each of the ``many`` (many × few).
        root: a matrix R such that R Rᵀ is the pseudo-inverse of the normal equations (few × rank).
    """

    many: np.ndarray
    few: np.ndarray
    sizes: np.ndarray
    shares: csr_array
    root: np.ndarray

    @property
    def parameters(self) -> int:
        """Return how many effects the data determine."""
        return len(self.sizes) + self.root.shape[1]

    @cached_property
    def _mean_roots(self) -> np.ndarray:
        return self.shares @ self.root

    def residuals(self, values: np.ndarray) -> np.ndarray:
        """Return what the effects of both kinds leave of values (k × n)."""
        left = without_means(values, self.many)
        effects = _sums(left, self.few) @ self.root @ self.root.T
        return left - without_means(effects[:, self.few], self.many)

    def leverage(self, items: np.ndarray) -> np.ndarray:
        """Return the block of the hat matrix for some items: what each one's value adds to the fit of each."""
        many = self.many[items]
        rows = self.root[self.few[items]] - self._mean_roots[many]
        return (many[:, None] == many) / self.sizes[many] + rows @ rows.T


def two_way(design: Crossing) -> TwoWay:
    """Return the model with an effect of each cluster of both kinds."""
    few, many = sorted(design.sides, key=lambda side: side.max())
    sizes = np.bincount(many)
    counts = coo_array((np.ones(len(few)), (many, few))).tocsr()
    shares = diags_array(1 / sizes) @ counts
    values, vectors = np.linalg.eigh(np.diag(np.bincount(few)) - (counts.T @ shares).toarray())
    known = values > SINGULAR * values.max(initial=0)
    return TwoWay(many, few, sizes, csr_array(shares), vectors[:, known] / np.sqrt(values[known]))


def slope_within_both(values, causes, design: Crossing) -> Estimate:
    """Return the slope of least squares of values on causes, with an effect of each cluster of both kinds.

    Each cluster of the first kind is left out in turn. The slope without it is b − xᵀ(I − H)⁻¹e / Σx², for the
    residuals x of the cluster's causes, the residuals e of its values in the whole model and its block H of the hat
    matrix. NaN where the effects explain the causes.
    ``values`` and ``causes`` have one number for each item.
    """
    model, cluster = two_way(design), design.sides[0]
    z, x = model.residuals(np.stack([np.asarray(values, dtype=float), np.asarray(causes, dtype=float)]))
    squares = sums_by(cluster, x**2)
    total = squares.sum()
    if not total > SINGULAR * len(x) * np.var(causes):
        return Estimate(np.nan, np.full(len(squares), np.nan))
    slope = float(x @ z / total)
    errors = z - slope * x
    left_out = np.full(len(squares), slope)
    for number, items in enumerate(np.split(np.argsort(cluster, kind="stable"), np.bincount(cluster).cumsum()[:-1])):
        hat = model.leverage(items) + np.outer(x[items], x[items]) / total
        left, vectors = np.linalg.eigh(np.eye(len(items)) - hat)
        known = left > SINGULAR
        causes_of, errors_of = (side[items] @ vectors[:, known] for side in (x, errors))
        left_out[number] -= (causes_of * errors_of / left[known]).sum() / total
    return Estimate(slope, left_out, effective_number(squares))


def correlations(x: np.ndarray, y: np.ndarray, design: Crossing) -> dict[str, tuple[Estimate, Estimate, Estimate]]:
    """Return Pearson's r of two columns (x, y: finite numbers) at each level, a key of WITHIN or BETWEEN.

    The three estimates of a level have the same value. In the first, each cluster of the first kind is left out, in the
    second, each of the second kind, in the third, each cell, as clusters.crossed_r_interval takes them. Means that are
    taken off are those of the items that remain. That is exact but ``within_both`` a table that is not complete, where
    it is close. NaN where a side does not vary, or where less than two degrees of freedom are left.
    """
    if not vary(x, y):
        return dict.fromkeys([*WITHIN, *BETWEEN], (Estimate(np.nan, np.array([])),) * 3)
    values = np.stack([(side - side.mean()) / side.std() for side in (x, y)])
    within = {level: _within(values, design, kinds) for level, kinds in WITHIN.items()}
    return within | {level: _between(values, design, kind) for level, kind in BETWEEN.items()}


def _within(values: np.ndarray, design: Crossing, kinds: tuple[int, ...]) -> tuple[Estimate, Estimate, Estimate]:
    """Return the estimates of r of what the means of these kinds of cluster leave."""
    parameters = 1
    if len(kinds) == 2:
        model = two_way(design)
        values, parameters = model.residuals(values), model.parameters
    elif kinds:
        values, parameters = without_means(values, design.sides[kinds[0]]), int(design.sides[kinds[0]].max()) + 1
    products, sizes = moments(values), np.bincount(design.cell)
    by_cell, of_means = _sums(products, design.cell), moments(_sums(values, design.cell)) / sizes
    of_means[:3] = 0
    if kinds:
        products[1:3] = by_cell[1:3] = 0  # what the means of clusters leave, in the clusters that remain as well
    more = {}
    for kind in kinds:
        whole = np.bincount(design.sides[kind])[design.of_cell[kind]]
        more[kind] = np.divide(whole, whole - sizes, out=np.ones(len(sizes)), where=whole > sizes)

    def taken(demeaned: Iterable[int]) -> np.ndarray:
        """Return what each cell takes off the sums, where what remains of clusters of these kinds is demeaned anew."""
        return by_cell + of_means * (prod(more[kind] for kind in demeaned) - 1)

    gone = [_sums(taken({*kinds} - {side}), design.of_cell[side]) for side in (0, 1)] + [taken(kinds)]
    return _estimates(products.sum(axis=1), gone, [*design.sides, design.cell], len(design.cell) - parameters)


def _between(values: np.ndarray, design: Crossing, kind: int) -> tuple[Estimate, Estimate, Estimate]:
    """Return the estimates of r of the means of clusters of one kind, each of which counts the same."""
    numbers, of_cell = design.sides[kind], design.of_cell[kind]
    sizes = np.bincount(numbers)
    sums = _sums(values, numbers)
    points = moments(sums / sizes)
    left = sizes[of_cell] - np.bincount(design.cell)
    means = (sums[:, of_cell] - _sums(values, design.cell)) / np.maximum(left, 1)
    by_cell = points[:, of_cell] - np.where(left > 0, moments(means), 0)
    gone, clusters = [points, _sums(by_cell, design.of_cell[1 - kind])], [np.arange(len(sizes)), design.sides[1 - kind]]
    if kind:  # first what the first kind takes off
        gone, clusters = gone[::-1], clusters[::-1]
    return _estimates(points.sum(axis=1), [*gone, by_cell], [*clusters, design.cell], len(sizes) - 1)


def _estimates(
    total: np.ndarray, gone: list[np.ndarray], clusters: list[np.ndarray], free: int
) -> tuple[Estimate, Estimate, Estimate]:
    """Return estimates of r from the sums of moments, and what each cluster (of each list) takes off them.

    ``free``: the degrees of freedom; with less than two, r says nothing.
    """
    value = float(r_of_sums(total[:, None])[0]) if free >= 2 else np.nan
    first, second, cells = (
        Estimate(value, r_of_sums(total[:, None] - without), effective_number(np.bincount(numbers)))
        for without, numbers in zip(gone, clusters, strict=True)
    )
    return first, second, cells
