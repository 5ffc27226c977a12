"""Shares of right pairs by paradigm beside people's, of whose answers only sums by paradigm are known (pure)."""

import numpy as np
import pandas as pd

from acceptability.analyses.summed_choices.manifest import BESIDE_SUMS
from acceptability.statistics.clusters import jackknife
from acceptability.statistics.correlation import pearson
from acceptability.statistics.levels import SUMMED

LEVELS = {"paradigm": "paradigm_r", "phenomenon": "phenomenon_r"}


def compute(*, by_level: pd.DataFrame, dataset: str) -> pd.DataFrame:
    """Return how each row's shares by paradigm, and by phenomenon, go with people's, as BESIDE_SUMS. A tie is half."""
    table = by_level.assign(row=by_level["system"] + "/" + by_level["measure"])
    rows = []
    for level, statistic in LEVELS.items():
        shares = table[table["level"] == level].pivot(index="group", columns="row", values="share_ties_half")
        counts = table[(table["level"] == level) & (table["row"] == SUMMED)].set_index("group")["pairs"]
        people = shares.pop(SUMMED).dropna()
        ceiling = _ceiling(people.to_numpy(), counts[people.index].to_numpy(dtype=float))
        for row in (name for name in table["row"].unique() if name != SUMMED):
            both = pd.DataFrame({"people": people, "row": shares[row].reindex(people.index)}).dropna()
            if both.empty:
                continue
            r = jackknife(lambda one, other: pearson(one, other)[0], np.arange(len(both)), *both.to_numpy().T)
            rows.append((dataset, row, statistic, r.value, *r.r_interval(), ceiling, len(both)))
    return pd.DataFrame(rows, columns=list(BESIDE_SUMS.columns))


def _ceiling(shares: np.ndarray, answers: np.ndarray) -> float:
    """Return the square root of the reliability of shares of so many answers: the part of their variance that is not
    the error of answers, p · (1 − p) / (n − 1) for each. NaN where there is no such part.
    """
    known = answers > 1
    if known.sum() < 3 or not np.ptp(shares[known]) > 0:
        return np.nan
    shares, answers = shares[known], answers[known]
    reliability = 1 - (shares * (1 - shares) / (answers - 1)).mean() / shares.var(ddof=1)
    return float(np.sqrt(reliability)) if reliability > 0 else np.nan
