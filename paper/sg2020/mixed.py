"""Fit the mixed-effects models of Hu et al. (2020) by maximum likelihood, without lme4 (pure).

The data are balanced: each run has each suite. Let Y be runs × suites, and W the design of runs (intercept, size,
architectures). Suites have random coefficients of W with covariance G, runs a random intercept, and the residual is σ.
An orthonormal change of the suites, whose first vector is their mean, makes its columns independent: the first has the
covariance A + n·σ_run²·I, the others have A = W G Wᵀ + σ²·I. All but 6 dimensions of A are σ²·I, so that each step of
the fit inverts two 6 × 6 matrices.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize


@dataclass(frozen=True)
class Fit:
    """Describe a fitted model.

    Attributes:
        log_likelihood: natural log, of the maximum likelihood.
        parameters: fixed effects, covariances and SDs.
        effects: fixed effects, coefficients of W × groups of suites.
        covariance: of the random coefficients of suites.
        run_sd, residual_sd: standard deviations.
    """

    log_likelihood: float
    parameters: int
    effects: np.ndarray
    covariance: np.ndarray
    run_sd: float
    residual_sd: float

    @property
    def aic(self) -> float:
        """Return Akaike's information criterion."""
        return 2 * (self.parameters - self.log_likelihood)


def fit(accuracies: np.ndarray, design: np.ndarray, groups: np.ndarray, shared: np.ndarray, dropped: np.ndarray) -> Fit:
    """Fit accuracy ~ design + (design | suite) + (1 | run).

    Parameters:
        accuracies: runs × suites.
        design: runs × coefficients, the first of which is the intercept.
        groups: the group (circuit) of each suite, as a number from 0; all 0 for a model without groups.
        shared: of each coefficient, whether all groups of suites share its fixed effect.
        dropped: of each coefficient, whether it has no fixed effect. Random effects stay.
    """
    runs, suites = accuracies.shape
    basis, triangle = np.linalg.qr(design)
    size = design.shape[1]
    rotation = np.linalg.qr(np.column_stack([np.ones(suites), np.eye(suites)[:, 1:]]))[0]
    rotation[:, 0] = 1 / np.sqrt(suites)
    indicators = np.eye(int(groups.max()) + 1)[groups]  # suites × groups
    columns = [
        (coefficient, of_suites)
        for coefficient in range(size)
        if not dropped[coefficient]
        for of_suites in (np.ones((suites, 1)) if shared[coefficient] else indicators).T
    ]
    within = basis.T @ accuracies @ rotation  # coefficients × changed suites
    outside = np.sum(accuracies**2) - np.sum(within**2)
    on_mean = np.sum((accuracies @ rotation[:, 0]) ** 2) - np.sum(within[:, 0] ** 2)
    # fixed[k] is coefficients × parameters: what each fixed effect adds to the changed suite k
    fixed = np.stack([np.outer(triangle[:, at], rotation.T @ suite) for at, suite in columns], axis=-1)
    fixed = fixed.transpose(1, 0, 2)
    lower = np.tril_indices(size)

    def at(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        """Return minus the log-likelihood, and the fixed effects that are best with these parameters."""
        residual, run = np.exp(2 * parameters[-2:])
        root = np.zeros((size, size))
        root[lower] = parameters[:-2]
        covariance = triangle @ root @ root.T @ triangle.T + residual * np.eye(size)
        covariances = [covariance + suites * run * np.eye(size), covariance]
        inverses = np.stack([np.linalg.inv(matrix) for matrix in covariances])[[0] + [1] * (suites - 1)]
        weighted = np.einsum("kij,kjp->kip", inverses, fixed)
        normal = np.einsum("kip,kiq->pq", fixed, weighted)
        effects = np.linalg.solve(normal, np.einsum("kip,ik->p", weighted, within))
        residuals = within.T - fixed @ effects  # changed suites × coefficients
        squares = np.einsum("ki,kij,kj->", residuals, inverses, residuals)
        squares += on_mean / (residual + suites * run) + (outside - on_mean) / residual
        logs = [np.linalg.slogdet(matrix)[1] for matrix in covariances]
        determinants = logs[0] + (suites - 1) * logs[1]
        determinants += (runs - size) * (np.log(residual + suites * run) + (suites - 1) * np.log(residual))
        return 0.5 * (runs * suites * np.log(2 * np.pi) + determinants + squares), effects

    start = np.concatenate([0.1 * np.eye(size)[lower], np.log([0.15, 0.08])])
    optimum = minimize(lambda x: at(x)[0], start, method="L-BFGS-B", options={"maxiter": 2000, "maxfun": 200_000})
    optimum = minimize(lambda x: at(x)[0], optimum.x, method="BFGS", options={"gtol": 1e-4, "maxiter": 500})
    value, effects = at(optimum.x)
    table = np.zeros((size, indicators.shape[1]))
    for (coefficient, of_suites), effect in zip(columns, effects, strict=True):
        table[coefficient, indicators.T @ of_suites > 0] += effect
    root = np.zeros((size, size))
    root[lower] = optimum.x[:-2]
    residual_sd, run_sd = map(float, np.exp(optimum.x[-2:]))
    return Fit(-float(value), len(columns) + len(optimum.x), table, root @ root.T, run_sd, residual_sd)
