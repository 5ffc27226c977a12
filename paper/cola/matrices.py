"""Confusion matrices behind printed numbers (pure).

An accuracy and a Matthews correlation coefficient (MCC), printed with three decimals, often fit one matrix only, if it
is known how many sentences of each class were judged. A matrix is ``tp, fn, fp, tn``: acceptable sentences called
acceptable and not, then unacceptable ones called acceptable and not. An undefined MCC counts as 0, as the authors'
program counts it.
"""

import numpy as np
import pandas as pd

from acceptability.scoring.decisions import mcc_of_counts, zero_where_undefined
from acceptability.studies.verdicts import decimals

CELLS = ["tp", "fn", "fp", "tn"]
DRAWS = 10_000
SEED = 1


def shows(values: np.ndarray, printed: str, cut: bool = False) -> np.ndarray:
    """Say which values come out as printed: rounded (a half in either direction) or, if ``cut``, cut off."""
    units = values * 10 ** decimals(printed)
    printed_units = round(float(printed) * 10 ** decimals(printed))
    if cut:
        return np.trunc(units * (1 + 1e-12)) == printed_units
    return np.abs(units - printed_units) <= 0.5 * (1 + 1e-9)


def mcc(matrices: np.ndarray) -> np.ndarray:
    """Return the MCC of matrices, whose last axis is ``tp, fn, fp, tn``; 0 where it is undefined."""
    tp, fn, fp, tn = np.moveaxis(matrices, -1, 0)
    return zero_where_undefined(mcc_of_counts(tp, fp, fn, tn))


def fitting(acceptable: int, unacceptable: int, mcc_: str, accuracy: str = "", cut: bool = False) -> np.ndarray:
    """Find all matrices of so many sentences that have the printed MCC and, if it is printed, accuracy: rows × 4.

    ``cut`` says that printed digits were cut off, not rounded.
    """
    tp, tn = (side.ravel() for side in np.mgrid[: acceptable + 1, : unacceptable + 1])
    if accuracy:
        right = shows((tp + tn) / (acceptable + unacceptable), accuracy, cut)
        tp, tn = tp[right], tn[right]
    matrices = np.stack([tp, acceptable - tp, unacceptable - tn, tn], axis=1)
    return matrices[shows(mcc(matrices), mcc_, cut)]


def described(matrix: np.ndarray) -> dict[str, float]:
    """Describe a classifier by its matrix.

    Returns: ``precision`` and ``recall`` of the acceptable sentences; ``found``, the share of the unacceptable ones
    that are recognised; ``called_acceptable``, the share of all that are called so; ``mcc_low`` and ``mcc_high``, the
    95 % interval of the MCC by bootstrap over sentences.
    """
    tp, fn, fp, tn = map(int, matrix)
    number = tp + fn + fp + tn
    drawn = np.random.default_rng(SEED).multinomial(number, np.array([tp, fn, fp, tn]) / number, size=DRAWS)
    low, high = np.quantile(mcc(drawn), [0.025, 0.975])
    return {
        "precision": tp / (tp + fp) if tp + fp else np.nan,
        "recall": tp / (tp + fn),
        "found": tn / (fp + tn),
        "called_acceptable": (tp + fp) / number,
        "mcc_low": float(low),
        "mcc_high": float(high),
    }


def fitting_print(mcc_: str, accuracy: str, acceptable: int, unacceptable: int) -> pd.DataFrame:
    """List the matrices that fit a print; ``digits``: is it rounded or, if none fits a rounded one, cut off?"""
    rounded = fitting(acceptable, unacceptable, mcc_, accuracy)
    if len(rounded):
        return pd.DataFrame(rounded, columns=CELLS).assign(digits="rounded")
    cut = fitting(acceptable, unacceptable, mcc_, accuracy, cut=True)
    return pd.DataFrame(cut, columns=CELLS).assign(digits="cut off")
