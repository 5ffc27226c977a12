"""A linear mixed model with nested random intercepts and crossed random slopes, by maximum likelihood (pure).

The deviance is profiled over the fixed effects and the residual variance, as in lme4 (Bates et al. 2015, section 3).
What is nested is taken out level by level, each unit by one division (the inverse of I + t·11ᵀ); only the slopes leave
a dense matrix. So an evaluation takes milliseconds, where libraries take all effects for crossed.

What is left after the nested levels is a sum over units of the outermost one. So the fixed effects without one of these
units are known from a difference of two matrices, if the variances are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from scipy import linalg, optimize, sparse
from threadpoolctl import threadpool_limits

from acceptability.statistics.clusters import cluster_numbers

START = 0.5  # of each random effect's SD, in residual SDs


@dataclass(frozen=True)
class Fit:
    """Fixed effects with standard errors; variances of the nested levels, then of slopes; of the residuals.

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
    """Sums of the columns (slopes by group, fixed effects, outcome) over the units of the innermost level, as
    ``of_units`` (sparse), ``counts`` of rows, ``gram`` of all columns, and ``parents`` (parent × child) of each level
    but the last."""

    of_units: sparse.csr_array
    counts: np.ndarray
    gram: np.ndarray
    parents: list[sparse.csr_array]


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
    if len(slopes):
        of_group = _membership(np.unique(group, return_inverse=True)[1])
        groups = of_group.shape[0]
        columns = sparse.hstack([*(of_group.T * slope[:, None] for slope in slopes), columns], format="csr")
    sums, levels, rows = _sums(columns, codes), len(codes), len(outcome)

    @lru_cache(maxsize=levels + 2)  # a derivative by a slope's variance needs no other matrix
    def of_nested(*ratios: float) -> tuple[np.ndarray, float]:
        return _without_nested(sums, np.array(ratios))

    def profile(ratios: np.ndarray) -> tuple:
        return _profile(*of_nested(*ratios[:levels]), np.repeat(ratios[levels:], groups), rows)

    with threadpool_limits(1):  # small matrices: more threads take longer
        # Roots of ratios, whose signs mean nothing, so that no bound is needed.
        options = {"ftol": 1e-13, "gtol": 1e-5}
        start = np.full(levels + len(slopes), START)
        best = optimize.minimize(
            lambda roots: profile(roots**2)[0], start, method="L-BFGS-B", jac="2-point", options=options
        )
        ratios = best.x**2
        deviance, coefficients, covariance, residual, by_groups = profile(ratios)
        gram, of_slopes = of_nested(*ratios[:levels])[0], np.repeat(ratios[levels:], groups)
        clusters = cluster_numbers(codes[-1])
        left_out = np.full((clusters.max() + 1 if jackknife else 0, fixed.shape[1]), np.nan)
        for cluster in range(len(left_out)):
            others = clusters != cluster
            if np.linalg.matrix_rank(fixed[others]) == fixed.shape[1]:
                own = _without_nested(_sums(columns[~others], [level[~others] for level in codes]), ratios[:levels])[0]
                left_out[cluster] = _profile(gram - own, 0.0, of_slopes, others.sum())[1]
    errors = np.sqrt(np.diag(covariance))
    return Fit(coefficients, errors, residual * ratios, residual, -deviance / 2, by_groups, left_out)


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
    return _Sums(of_units, counts, (columns.T @ columns).toarray(), parents)


def _membership(codes: np.ndarray) -> sparse.csr_array:
    """Return unit × row: 1 where the row is of the unit."""
    return sparse.csr_array((np.ones(len(codes)), (codes, np.arange(len(codes)))))


def _without_nested(sums: _Sums, ratios: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the gram matrix of the columns without nested effects, and the logarithm of a determinant.

    The matrix is weighted by the inverse covariance of nested levels and residuals, the determinant is that
    covariance's. ``ratios`` are those of the levels' variances to the residual one.
    """
    gram, units, counts, log_determinant = sums.gram.copy(), sums.of_units, sums.counts, 0.0
    for level in range(len(sums.parents) + 1):
        inflated = 1 + ratios[level] * counts
        weighted = _scaled(units, np.sqrt(ratios[level] / inflated))
        square = weighted.T @ weighted
        gram -= square.toarray() if sparse.issparse(square) else square
        log_determinant += np.log(inflated).sum()
        if level < len(sums.parents):
            parents = sums.parents[level]
            units, counts = parents @ _scaled(units, 1 / inflated), parents @ (counts / inflated)
            units = units.toarray() if sparse.issparse(units) else units  # few, and rated by most
    return gram, log_determinant


def _profile(gram: np.ndarray, log_determinant: float, ratios: np.ndarray, rows: int) -> tuple:
    """Return deviance, coefficients, their covariance, residual variance, and the variance that is due to slopes.

    The deviance is −2 log-likelihood; the last is a part of each coefficient's variance. ``ratios`` are those of the
    slopes' variances to the residual one.
    """
    size = len(ratios)
    of_slopes, across, gram = gram[:size, :size], gram[:size, size:], gram[size:, size:]
    if size:
        roots = np.sqrt(ratios)
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
    return deviance, coefficients, residual * inverse, residual, by_slopes


def _scaled(units: sparse.csr_array | np.ndarray, weights: np.ndarray) -> sparse.csr_array | np.ndarray:
    """Return every row, times its weight."""
    if not sparse.issparse(units):
        return units * weights[:, None]
    data = units.data * np.repeat(weights, np.diff(units.indptr))
    return sparse.csr_array((data, units.indices, units.indptr), shape=units.shape)
