"""A linear mixed model with nested random intercepts and crossed random slopes, by maximum likelihood (pure).

The deviance is profiled over the fixed effects and the residual variance, as in lme4 (Bates et al. 2015, section 3).
What is nested is taken out level by level, each unit by one division (the inverse of I + t·11ᵀ); only the slopes leave
a dense matrix. So an evaluation takes milliseconds, where libraries take all effects for crossed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import linalg, optimize, sparse
from threadpoolctl import threadpool_limits

START = 0.5  # of each random effect's SD, in residual SDs


@dataclass(frozen=True)
class Fit:
    """Fixed effects with standard errors; variances of the nested levels, then of slopes; of the residuals."""

    coefficients: np.ndarray
    errors: np.ndarray
    variances: np.ndarray
    residual: float
    log_likelihood: float

    @property
    def aic(self) -> float:
        """Akaike's criterion; every coefficient and every variance is a parameter."""
        return 2 * (len(self.coefficients) + len(self.variances) + 1) - 2 * self.log_likelihood


@dataclass(frozen=True)
class _Sums:
    """Sums of the columns (slopes by group, fixed effects, outcome) over the units of the innermost level, as
    ``of_units`` (sparse), ``counts`` of rows, ``gram`` of all columns, and ``parents`` (parent × child) of each level
    but the last."""

    rows: int
    slopes: int
    of_units: sparse.csr_array
    counts: np.ndarray
    gram: np.ndarray
    parents: list[sparse.csr_array]


def fit(
    outcome: np.ndarray,
    fixed: np.ndarray,
    nested: Sequence[np.ndarray],
    slope: np.ndarray | None = None,
    group: np.ndarray | None = None,
) -> Fit:
    """outcome ~ fixed + (1 | each level of ``nested``) + (0 + slope | group).

    ``fixed`` is rows × effects, with a column of ones if there is an intercept. ``nested`` holds the unit of each row
    at each level, inner ones first: no unit may lie in two of the next level. Slopes of groups are independent of all
    else. Effects are normal, and independent.
    """
    sums = _sums(outcome, fixed, nested, slope, group)
    start = np.full(len(nested) + (slope is not None), START)
    with threadpool_limits(1):  # small matrices: more threads take longer
        # Roots of ratios, whose signs mean nothing, so that no bound is needed.
        options = {"ftol": 1e-13, "gtol": 1e-5}
        best = optimize.minimize(
            lambda roots: _profile(sums, roots**2)[0], start, method="L-BFGS-B", jac="2-point", options=options
        )
        deviance, coefficients, covariance, residual = _profile(sums, best.x**2)
    return Fit(coefficients, np.sqrt(np.diag(covariance)), residual * best.x**2, residual, -deviance / 2)


def _sums(outcome, fixed, nested, slope, group) -> _Sums:
    codes = [np.unique(level, return_inverse=True)[1] for level in nested]
    columns, slopes = sparse.csr_array(np.column_stack([fixed, outcome])), 0
    if slope is not None:
        of_group = _membership(np.unique(group, return_inverse=True)[1])
        columns, slopes = sparse.hstack([of_group.T * slope[:, None], columns], format="csr"), of_group.shape[0]
    parents = []
    for child, parent in pairwise(codes):
        links = np.unique(np.column_stack([child, parent]), axis=0)
        if len(links) > child.max() + 1:
            raise ValueError("a unit lies in two units of the next level")
        parents.append(_membership(links[:, 1]))
    members = _membership(codes[0])
    of_units, counts = sparse.csr_array(members @ columns), np.bincount(codes[0]).astype(float)
    return _Sums(len(outcome), slopes, of_units, counts, (columns.T @ columns).toarray(), parents)


def _membership(codes: np.ndarray) -> sparse.csr_array:
    """Unit × row: 1 where the row is of the unit."""
    return sparse.csr_array((np.ones(len(codes)), (codes, np.arange(len(codes)))))


def _profile(sums: _Sums, ratios: np.ndarray) -> tuple[float, np.ndarray, np.ndarray, float]:
    """Deviance (−2 log-likelihood), coefficients, their covariance and the residual variance that belong to the ratios
    of variances to the residual one."""
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
    if size := sums.slopes:
        factor = linalg.cholesky(np.eye(size) + ratios[-1] * gram[:size, :size], lower=True, check_finite=False)
        across = linalg.solve_triangular(factor, gram[:size, size:], lower=True, check_finite=False)
        gram = gram[size:, size:] - ratios[-1] * across.T @ across
        log_determinant += 2 * np.log(np.diag(factor)).sum()
    inverse = np.linalg.inv(gram[:-1, :-1])
    coefficients = inverse @ gram[:-1, -1]
    residual = (gram[-1, -1] - gram[:-1, -1] @ coefficients) / sums.rows
    deviance = log_determinant + sums.rows * (1 + np.log(2 * np.pi * residual))
    return deviance, coefficients, residual * inverse, residual


def _scaled(units: sparse.csr_array | np.ndarray, weights: np.ndarray) -> sparse.csr_array | np.ndarray:
    """Every row, times its weight."""
    if not sparse.issparse(units):
        return units * weights[:, None]
    data = units.data * np.repeat(weights, np.diff(units.indptr))
    return sparse.csr_array((data, units.indices, units.indptr), shape=units.shape)
