"""Compute the expected best of k restarts, over all sets of k of those that were trained (pure).

The greatest value of all restarts grows with their number, so that classifiers with different numbers cannot be
compared by it. Dodge et al. (2019, "Show Your Work") report its expectation for each k instead; here without
replacement, as Tang et al. (2020) recommend, and exactly.
"""

from math import comb

import numpy as np
import pandas as pd

from acceptability.statistics import restarts


def expected_best(values, by) -> np.ndarray:
    """Return the expected value of the restart that is best of k, for k = 1, 2, … up to all.

    Equally good restarts are taken equally often, so that their order does not matter. Sets whose best restart has no
    value are left out; NaN where that is all of them.

    Parameters:
        values: one number for each restart.
        by: by what restarts are compared: the best has the greatest; an undefined one (NaN) is lower than any other.
    """
    by = np.nan_to_num(np.asarray(by, dtype=float), nan=-np.inf)
    values = pd.Series(values, dtype=float)
    means, defined_shares = (
        column.groupby(by).transform("mean").to_numpy()[np.argsort(by)]
        for column in (values.fillna(0), values.notna().astype(float))
    )
    weights = [_weights(len(by), k) for k in range(1, len(by) + 1)]
    return np.array(
        [(weight @ means) / (weight @ defined_shares) if weight @ defined_shares > 0 else np.nan for weight in weights]
    )


def _weights(restarts: int, k: int) -> np.ndarray:
    """Return the share of all sets of k restarts in which each restart is the best, from the worst restart to the best
    one.
    """
    return np.array([comb(below, k - 1) / comb(restarts, k) for below in range(restarts)])


def stability_curve(predictions: pd.DataFrame, labels: pd.Series) -> pd.DataFrame:
    """Return ``restarts`` (k), ``flipped`` (see restarts.flipped_after) and ``expected_maximum`` (of the MCC with
    labels).

    Parameters:
        predictions: sentence × restart.
        labels: by sentence_id.
    """
    mcc = restarts.mcc_with_labels(predictions, {"labels": labels})["mcc"]
    return restarts.flipped_after(predictions).assign(expected_maximum=expected_best(mcc, mcc))


def expected_maximum_by_split(predictions: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> pd.DataFrame:
    """Return the expected maximum of the MCC on each split but the training set.

    Columns: ``split, restarts`` (k), ``expected_maximum``, and ``selected``: the expected MCC on test of the restart
    that is best on dev; NaN on other splits. Parameters as in restarts.evaluate_restarts.
    """
    single = restarts.evaluate_restarts(predictions, labels, splits)
    mcc = {split: group["mcc"].to_numpy() for split, group in single.groupby("split", sort=False)}
    parts = []
    for split, values in mcc.items():
        selected = expected_best(values, mcc["dev"]) if split == "test" else np.nan
        columns = {"restarts": range(1, len(values) + 1), "expected_maximum": expected_best(values, values)}
        parts.append(pd.DataFrame({"split": split, **columns, "selected": selected}))
    return pd.concat(parts, ignore_index=True)
