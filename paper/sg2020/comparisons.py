"""Compare mixed models of the accuracies of runs: size and architecture, for all suites and by circuit (pure)."""

import numpy as np
import pandas as pd
from scipy.stats import chi2

from acceptability.papers.sg2020.mixed import Fit, fit
from acceptability.papers.sg2020.release import CORPORA, MODELS, controlled

BASELINE = "gpt-2"  # the architecture that the others are compared with
ARCHITECTURES = tuple(sorted(MODELS.keys() - {BASELINE}))
EFFECTS = ("intercept", "size", *ARCHITECTURES)
DROPPED = {  # which of EFFECTS belong to what is tested
    "size": np.array([name == "size" for name in EFFECTS]),
    "architecture": np.array([name in ARCHITECTURES for name in EFFECTS]),
}


def matrix(runs: pd.DataFrame) -> tuple[pd.DataFrame, np.ndarray]:
    """Return the accuracies of the controlled models (runs × suites) and the design of the runs (× EFFECTS)."""
    table = controlled(runs).pivot(index=["model", "corpus", "seed"], columns="suite", values="accuracy")
    models, corpora = (table.index.get_level_values(name) for name in ("model", "corpus"))
    size = np.log([CORPORA[corpus] for corpus in corpora])
    return table, np.column_stack([np.ones(len(table)), size, *(models == name for name in ARCHITECTURES)])


def _row(fixed: str, fitted: Fit, without: str = "", full: Fit | None = None) -> dict[str, object]:
    """Return a row of FITS; ``full`` is the model with what this one lacks."""
    row = {
        "fixed": fixed,
        "log_likelihood": fitted.log_likelihood,
        "parameters": fitted.parameters,
        "aic": fitted.aic,
        "run_sd": fitted.run_sd,
        "residual_sd": fitted.residual_sd,
        "without": without,
    }
    if full is None:
        return row
    statistic, df = 2 * (full.log_likelihood - fitted.log_likelihood), full.parameters - fitted.parameters
    return row | {"chi2": statistic, "df": df, "p": float(chi2.sf(statistic, df))}


def fits(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the contract FITS, from RUNS: full models, and each without one effect."""
    none = np.zeros(len(EFFECTS), bool)
    full, by_circuit = _fitted(runs, False), _fitted(runs, True)
    rows = [_row("size + architecture", full)]
    for name, left in (("size", "architecture"), ("architecture", "size")):
        rows.append(_row(left, _fitted(runs, False, none, DROPPED[name]), name, full))
    rows.append(_row("(size + architecture) × circuit", by_circuit))
    for name, left in (("size", "architecture"), ("architecture", "size")):
        fitted = _fitted(runs, True, DROPPED[name], none)
        rows.append(_row(f"{left} × circuit + {name}", fitted, f"{name} × circuit", by_circuit))
    return pd.DataFrame(rows)


def effects(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the contract EFFECTS, from RUNS.

    The design is balanced, so the fixed effects are ordinary least squares on the means of runs over suites.
    """
    table, design = matrix(runs)
    circuits = runs.drop_duplicates("suite").set_index("suite")["circuit"].loc[table.columns]
    means = {"all": table.mean(axis=1)}
    means |= {name: table.loc[:, circuits == name].mean(axis=1) for name in sorted(set(circuits))}
    estimates = np.linalg.lstsq(design, pd.DataFrame(means).to_numpy(), rcond=None)[0]
    return pd.DataFrame(
        [
            {"circuit": circuit, "effect": effect, "estimate": estimates[row, column]}
            for column, circuit in enumerate(means)
            for row, effect in enumerate(EFFECTS)
        ]
    )


def _fitted(
    runs: pd.DataFrame, by_circuit: bool, shared: np.ndarray | None = None, dropped: np.ndarray | None = None
) -> Fit:
    """Fit a model of all suites, or one with an effect for each circuit; without ``shared``, each has its own."""
    table, design = matrix(runs)
    circuits = runs.drop_duplicates("suite").set_index("suite")["circuit"].loc[table.columns]
    groups = np.unique(circuits, return_inverse=True)[1] if by_circuit else np.zeros(len(circuits), int)
    none = np.zeros(len(EFFECTS), bool)
    shared, dropped = (none if one is None else one for one in (shared, dropped))
    return fit(table.to_numpy(), design, groups, shared, dropped)
