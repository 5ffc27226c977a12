"""The best of k restarts, as expected over all sets of k of those that were trained (pure).

The greatest value of all restarts grows with their number, so that classifiers with different numbers cannot be
compared by it. Dodge et al. (2019, "Show Your Work") report its expectation for each k instead; here without
replacement, as Tang et al. (2020) recommend, and exactly.
"""

from math import comb

import numpy as np
import pandas as pd

from acceptability.analysis import restarts


def of_best(values, by) -> np.ndarray:
    """The expected value of the restart that is best of k, for k = 1, 2, … up to all.

    ``values`` and ``by`` have one number a restart; the best has the greatest ``by``, an undefined one (NaN) being
    lower than any other. Equally good ones are taken equally often, so that the order of restarts does not matter. Sets
    whose best restart has no value are left out; NaN where that is all of them.
    """
    by = np.nan_to_num(np.asarray(by, dtype=float), nan=-np.inf)
    values = pd.Series(values, dtype=float)
    shared, defined = (
        column.groupby(by).transform("mean").to_numpy()[np.argsort(by)]
        for column in (values.fillna(0), values.notna().astype(float))
    )
    weights = [_weights(len(by), k) for k in range(1, len(by) + 1)]
    return np.array([(weight @ shared) / (weight @ defined) if weight @ defined > 0 else np.nan for weight in weights])


def _weights(restarts: int, k: int) -> np.ndarray:
    """Of how many sets of k restarts each is the best, as a share of all sets; from the worst restart to the best."""
    return np.array([comb(below, k - 1) / comb(restarts, k) for below in range(restarts)])


def curve(predictions: pd.DataFrame, labels: pd.Series) -> pd.DataFrame:
    """``restarts`` (k) and ``flipped``, see restarts.flipped_after; ``expected_maximum`` of the MCC with labels."""
    mcc = restarts.against_labels(predictions, {"labels": labels})["mcc"]
    return restarts.flipped_after(predictions).assign(expected_maximum=of_best(mcc, mcc))


def by_split(predictions: pd.DataFrame, labels: pd.Series, splits: pd.Series) -> pd.DataFrame:
    """``split, restarts`` (k), ``expected_maximum`` (MCC) and ``selected``, on each split but the training set.

    ``selected``: the expected MCC on test of the restart that is best on dev; NaN on other splits. Arguments as in
    restarts.of_each.
    """
    single = restarts.of_each(predictions, labels, splits)
    mcc = {split: group["mcc"].to_numpy() for split, group in single.groupby("split", sort=False)}
    parts = []
    for split, values in mcc.items():
        selected = of_best(values, mcc["dev"]) if split == "test" else np.nan
        columns = {"restarts": range(1, len(values) + 1), "expected_maximum": of_best(values, values)}
        parts.append(pd.DataFrame({"split": split, **columns, "selected": selected}))
    return pd.concat(parts, ignore_index=True)
