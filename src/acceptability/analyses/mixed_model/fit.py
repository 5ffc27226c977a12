"""Fit a linear mixed model with nested random intercepts and crossed random slopes, by maximum likelihood (pure).

The deviance is profiled over the fixed effects and the residual variance, as in lme4 (Bates et al. 2015, section 3).
What is nested is taken out level by level, each unit by one division (the inverse of I + t·11ᵀ); only the slopes leave
a dense matrix. So an evaluation takes milliseconds, where libraries take all effects for crossed. The gradient goes the
same way back, from the outermost level to the innermost.

What is left after the nested levels is a sum over units of the outermost one. So the fixed effects without one of these
units are known from a difference of two matrices, if the variances are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import linalg, optimize, sparse
from threadpoolctl import threadpool_limits

from acceptability.statistics.clusters import cluster_numbers

START = 0.5  # of each random effect's SD, in residual SDs
BLOCK = 64  # units of the innermost level that are multiplied together: they have similar columns


@dataclass(frozen=True)
class Fit:
    """Describe fixed effects with standard errors; variances of the nested levels, then of slopes; of the residuals.

    ``by_groups``: the part of each fixed effect's variance that is due to the groups' slopes. ``left_out`` (cluster ×
    effect): the fixed effects without each unit of the outermost level, with the variances of all rows; NaN where what
    is left cannot tell the effects apart.
    """

    coefficients: np.ndarray
    errors: np.ndarray
    variances: np.ndarray
    residual: float
    log_likelihood: float
    by_groups: np.ndarray
    left_out: np.ndarray

    @property
    def aic(self) -> float:
        """Return Akaike's criterion; every coefficient and every variance is a parameter."""
        return 2 * (len(self.coefficients) + len(self.variances) + 1) - 2 * self.log_likelihood


@dataclass(frozen=True)
class _Sums:
    """Contain sums of the columns (slopes by group, fixed effects, outcome) over the units of the innermost level, as
    ``of_units`` (sparse), ``counts`` of rows, ``gram`` of all columns, and ``parents`` (parent × child) of each level
    but the last. ``blocks``: units with similar columns, the columns that are not 0 in them, and their sums there.
    """

    of_units: sparse.csr_array
    counts: np.ndarray
    gram: np.ndarray
    parents: list[sparse.csr_array]
    blocks: list[tuple[np.ndarray, np.ndarray, sparse.csr_array]]


def fit(
    outcome: np.ndarray,
    fixed: np.ndarray,
    nested: Sequence[np.ndarray],
    slopes: Sequence[np.ndarray] = (),
    group: np.ndarray | None = None,
    jackknife: bool = False,
) -> Fit:
    """Return the fit of outcome ~ fixed + (1 | each level of ``nested``) + (0 + slope | group) for each of ``slopes``.

    ``fixed`` is rows × effects, with a column of ones if there is an intercept. ``nested`` holds the unit of each row
    at each level, inner ones first: no unit may lie in two of the next level. Slopes of groups are independent of all
    else, and of each other. Effects are normal, and independent. Units are left out only with ``jackknife``.
    """
    codes = [np.unique(level, return_inverse=True)[1] for level in nested]
    columns, groups = sparse.csr_array(np.column_stack([fixed, outcome])), 0
    if group is not None and len(slopes):
        of_group = _membership(np.unique(group, return_inverse=True)[1])
        groups = of_group.shape[0]
        columns = sparse.hstack([*(of_group.T * slope[:, None] for slope in slopes), columns], format="csr")
    sums, levels, rows = _sums(columns, codes), len(codes), len(outcome)

    def deviance(roots: np.ndarray) -> tuple[float, np.ndarray]:
        """Return the deviance and its derivatives by roots of ratios, whose signs mean nothing: no bound is needed."""
        ratios = roots**2
        without = _without_nested(sums, ratios[:levels])
        profile = _profile(without.gram, without.log_determinant, np.repeat(ratios[levels:], groups), rows)
        by_gram, by_slopes = _derivatives(profile, without.gram, ratios[levels:], groups)
        by_nested = _gradient(without, sums, ratios[:levels], by_gram)
        return profile.deviance, 2 * roots * np.concatenate([by_nested, by_slopes])

    with threadpool_limits(1):  # small matrices: more threads take longer
        start = np.full(levels + len(slopes), START)
        options = {"ftol": 1e-13, "gtol": 1e-5}
        ratios = optimize.minimize(deviance, start, method="L-BFGS-B", jac=True, options=options).x ** 2
        without, of_slopes = _without_nested(sums, ratios[:levels]), np.repeat(ratios[levels:], groups)
        best = _profile(without.gram, without.log_determinant, of_slopes, rows)
        clusters = cluster_numbers(codes[-1])
        left_out = np.full((clusters.max() + 1 if jackknife else 0, fixed.shape[1]), np.nan)
        parts = [(columns, clusters)]  # whose squares make the gram matrix, and the cluster of each of their rows
        for units, inflated, ratio, level in zip(without.units, without.inflated, ratios, codes, strict=False):
            parts.append((_scaled(units, np.sqrt(ratio / inflated)), np.zeros(len(inflated), dtype=int)))
            parts[-1][1][level] = clusters
        for cluster in range(len(left_out)):
            others = clusters != cluster
            if np.linalg.matrix_rank(fixed[others]) == fixed.shape[1]:
                of_cluster, *of_levels = (_square(part[numbers == cluster]) for part, numbers in parts)
                for of_level in of_levels:
                    of_cluster -= of_level
                left_out[cluster] = _profile(without.gram - of_cluster, 0.0, of_slopes, others.sum()).coefficients
    variances = best.residual * ratios
    errors = np.sqrt(np.diag(best.covariance))
    return Fit(best.coefficients, errors, variances, best.residual, -best.deviance / 2, best.by_slopes, left_out)


def _sums(columns: sparse.csr_array, codes: Sequence[np.ndarray]) -> _Sums:
    """Return the sums over units; ``codes`` hold the unit of each row at each level, inner ones first."""
    codes = [np.unique(level, return_inverse=True)[1] for level in codes]
    parents = []
    for child, parent in pairwise(codes):
        links = np.unique(np.column_stack([child, parent]), axis=0)
        if len(links) > child.max() + 1:
            raise ValueError("a unit lies in two units of the next level")
        parents.append(_membership(links[:, 1]))
    members = _membership(codes[0])
    of_units, counts = sparse.csr_array(members @ columns), np.bincount(codes[0]).astype(float)
    blocks = []
    in_order = np.argsort(np.minimum.reduceat(of_units.indices, of_units.indptr[:-1]), kind="stable")  # by first group
    for start in range(0, len(in_order), BLOCK):
        places = in_order[start : start + BLOCK]
        of_columns = np.unique(of_units[places].indices)
        blocks.append((places, of_columns, of_units[places][:, of_columns]))
    return _Sums(of_units, counts, _square(columns), parents, blocks)


def _membership(codes: np.ndarray) -> sparse.csr_array:
    """Return unit × row: 1 where the row is of the unit."""
    return sparse.csr_array((np.ones(len(codes)), (codes, np.arange(len(codes)))))


@dataclass(frozen=True)
class _Nested:
    """Contain the columns without nested effects.

    ``gram`` is their gram matrix, weighted by the inverse covariance of nested levels and residuals, and
    ``log_determinant`` the logarithm of that covariance's determinant. Of each level: ``units``, the sums of columns
    that inner levels leave to each unit, ``counts``, what they leave of its rows, and ``inflated``, 1 + ratio · count.
    """

    gram: np.ndarray
    log_determinant: float
    units: list[sparse.csr_array | np.ndarray]
    counts: list[np.ndarray]
    inflated: list[np.ndarray]


def _without_nested(sums: _Sums, ratios: np.ndarray) -> _Nested:
    """Take nested effects out of the columns; ``ratios`` are those of the levels' variances to the residual one."""
    gram, units, counts, log_determinant = sums.gram.copy(), sums.of_units, sums.counts, 0.0
    levels: tuple[list, list, list] = ([], [], [])
    for level in range(len(sums.parents) + 1):
        inflated = 1 + ratios[level] * counts
        for parts, value in zip(levels, (units, counts, inflated), strict=True):
            parts.append(value)
        weighted = _scaled(units, np.sqrt(ratios[level] / inflated))
        gram -= _square(weighted)
        log_determinant += np.log(inflated).sum()
        if level < len(sums.parents):
            parents = sums.parents[level]
            units, counts = parents @ _scaled(units, 1 / inflated), parents @ (counts / inflated)
            units = units.toarray() if sparse.issparse(units) else units  # few, and rated by most
    return _Nested(gram, log_determinant, *levels)


def _gradient(nested: _Nested, sums: _Sums, ratios: np.ndarray, of_gram: np.ndarray) -> np.ndarray:
    """Return the derivatives of the deviance by the ratios of the nested levels, from the outermost to the innermost.

    ``of_gram`` is its derivative by the gram matrix (symmetric). What a level leaves to the next one is a function of
    its units u and counts n: a unit takes w·uᵀu off the gram matrix, w = ratio / inflated, adds log(inflated) to the
    log-determinant, and leaves u / inflated and n / inflated.
    """
    gradient = np.zeros(len(ratios))
    # The derivatives by what is left to the next level, for each unit of that level.
    by_units, by_counts = np.zeros((1, len(of_gram))), np.zeros(1)
    for level in reversed(range(len(ratios))):
        units, counts, inflated = nested.units[level], nested.counts[level], nested.inflated[level]
        is_last = level == len(ratios) - 1
        parent = np.zeros(len(counts), dtype=int) if is_last else sums.parents[level].tocsc().indices
        if level:
            moved = units @ of_gram
            squares = (units * moved).sum(axis=1)
        else:
            squares = np.empty(len(counts))
            for places, of_columns, block in sums.blocks:
                moved = block @ of_gram[np.ix_(of_columns, of_columns)]
                squares[places] = _products(block, moved, np.arange(len(places)))
        of_units = _products(units, by_units, parent)
        of_counts = by_counts[parent]
        by_ratio = counts / inflated - (squares + counts * of_units + counts**2 * of_counts) / inflated**2
        gradient[level] = by_ratio.sum()
        if level:
            weights = ratios[level] / inflated
            by_units = by_units[parent] / inflated[:, None] - 2 * weights[:, None] * moved
            by_counts = weights + weights**2 * squares + (of_counts - ratios[level] * of_units) / inflated**2
    return gradient


def _products(units: sparse.csr_array | np.ndarray, others: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return the product of each row with the row of ``others`` at its place."""
    if isinstance(units, np.ndarray):
        return (units * others[places]).sum(axis=1)
    rows = np.repeat(np.arange(units.shape[0]), np.diff(units.indptr))
    return np.bincount(rows, units.data * others[places[rows], units.indices], units.shape[0])


def _square(units: sparse.csr_array | np.ndarray) -> np.ndarray:
    """Return the gram matrix of the columns."""
    square = units.T @ units
    return square.toarray() if sparse.issparse(square) else square


@dataclass(frozen=True)
class _Profile:
    """Describe the model at some ratios of variances: its Fit, and the Cholesky factor of the slopes' covariance."""

    deviance: float
    coefficients: np.ndarray
    covariance: np.ndarray
    residual: float
    by_slopes: np.ndarray
    factor: np.ndarray


def _profile(gram: np.ndarray, log_determinant: float, ratios: np.ndarray, rows: int) -> _Profile:
    """Return the model without slopes' effects: deviance, coefficients, residual variance, what is due to slopes.

    The deviance is −2 log-likelihood; the last is a part of each coefficient's variance. ``ratios`` are those of the
    slopes' variances to the residual one.
    """
    size = len(ratios)
    of_slopes, across, gram = gram[:size, :size], gram[:size, size:], gram[size:, size:]
    factor, roots = np.zeros((size, size)), np.sqrt(ratios)
    if size:
        factor = linalg.cholesky(
            np.eye(size) + roots[:, None] * of_slopes * roots, lower=True, overwrite_a=True, check_finite=False
        )
        explained = linalg.solve_triangular(factor, roots[:, None] * across, lower=True, check_finite=False)
        gram = gram - explained.T @ explained
        log_determinant += 2 * np.log(np.diag(factor)).sum()
    inverse = np.linalg.inv(gram[:-1, :-1])
    coefficients = inverse @ gram[:-1, -1]
    residual = (gram[-1, -1] - gram[:-1, -1] @ coefficients) / rows
    deviance = log_determinant + rows * (1 + np.log(2 * np.pi * residual))
    by_slopes = np.zeros(len(coefficients))
    if size:  # what each slope adds to a coefficient is its column of inverse · XᵀV⁻¹Z
        weights = linalg.solve_triangular(factor.T, explained[:, :-1] @ inverse, lower=False, check_finite=False)
        by_slopes = residual * (weights**2).sum(axis=0)
    return _Profile(deviance, coefficients, residual * inverse, residual, by_slopes, factor)


def _derivatives(profile: _Profile, gram: np.ndarray, ratios: np.ndarray, groups: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the deviance's derivatives by the gram matrix, and by the ratio of each slope, which ``groups`` have.

    The residual sum of squares is a minimum over fixed effects and slopes, so its derivatives are those at the minimum.
    """
    size, roots = len(ratios) * groups, np.sqrt(np.repeat(ratios, groups))
    contrast = np.append(-profile.coefficients, 1.0)  # of the columns: what is left of the outcome
    inverse, shrunk, by_slopes = np.zeros((0, 0)), np.zeros(0), np.zeros(0)
    if size:
        half = linalg.lapack.dpotri(profile.factor, lower=True)[0]  # 0 above the diagonal, as the factor is
        inverse = half + half.T
        np.fill_diagonal(inverse, half.diagonal())
        unexplained = gram[:size, size:] @ contrast
        shrunk = roots * (inverse @ (roots * unexplained))
        pulled = (unexplained - gram[:size, :size] @ shrunk) ** 2 / profile.residual
        traces, pulls = ((1 - np.diag(inverse)).reshape(-1, groups).sum(axis=1), pulled.reshape(-1, groups).sum(axis=1))
        by_slopes = np.divide(traces, ratios, out=np.zeros(len(ratios)), where=ratios > 0) - pulls
    vector = np.concatenate([-shrunk, contrast])
    by_gram = np.outer(vector, vector / profile.residual)
    inverse *= roots[:, None]
    inverse *= roots
    by_gram[:size, :size] += inverse
    return by_gram, by_slopes


def _scaled(units: sparse.csr_array | np.ndarray, weights: np.ndarray) -> sparse.csr_array | np.ndarray:
    """Return every row, times its weight."""
    if isinstance(units, np.ndarray):
        return units * weights[:, None]
    data = units.data * np.repeat(weights, np.diff(units.indptr))
    return sparse.csr_array((data, units.indices, units.indptr), shape=units.shape)
