"""Compare shares of right pairs by paradigm with those of people whose answers are known as sums only (pure)."""

import numpy as np
import pandas as pd

from acceptability.analyses.summed_choices.manifest import BESIDE_SUMS
from acceptability.contracts.names import SUMMED
from acceptability.contracts.systems import row_keys
from acceptability.statistics.clusters import jackknife
from acceptability.statistics.correlation import pearson

LEVELS = {"paradigm": "paradigm_r", "phenomenon": "phenomenon_r"}


def compute(*, by_level: pd.DataFrame, dataset: str) -> pd.DataFrame:
    """Return how each row's shares by paradigm, and by phenomenon, go with people's, as BESIDE_SUMS. A tie is half."""
    table = by_level.assign(row=row_keys(by_level))
    people = table[table["row"] == SUMMED].set_index("group")
    errors = _errors(people[people["level"] == "paradigm"])
    rows = []
    for level, statistic in LEVELS.items():
        shares = table[table["level"] == level].pivot(index="group", columns="row", values="share_ties_half")
        shares_of_people = shares.pop(SUMMED).dropna()
        ceiling = _ceiling(shares_of_people, errors[level].reindex(shares_of_people.index))
        for row in (name for name in table["row"].unique() if name != SUMMED):
            common = pd.DataFrame({"people": shares_of_people, "row": shares[row]}).dropna()
            if common.empty:
                continue
            r = jackknife(lambda one, other: pearson(one, other)[0], np.arange(len(common)), *common.to_numpy().T)
            rows.append((dataset, row, statistic, r.value, *r.r_interval(), ceiling, len(common)))
    return pd.DataFrame(rows, columns=list(BESIDE_SUMS.columns))


def _errors(people: pd.DataFrame) -> dict[str, pd.Series]:
    """Return the variance of the error of people's shares at each level, by name.

    It is p · (1 − p) / (n − 1) for n answers to a paradigm. A phenomenon's share is that of the answers to all of its
    paradigms, which are fixed, so its error is Σ n² · error / (Σ n)² over these. NaN where a paradigm has one answer.

    Parameters:
        people: people's rows of BY_LEVEL on paradigms, by name; ``of`` is their phenomenon.
    """
    share, answers = people["share_ties_half"], people["pairs"].astype(float)
    errors = (share * (1 - share) / (answers - 1)).where(answers > 1)
    squares = (answers**2 * errors).groupby(people["of"]).agg(lambda parts: parts.sum(skipna=False))
    return {"paradigm": errors, "phenomenon": squares / answers.groupby(people["of"]).sum() ** 2}


def _ceiling(shares: pd.Series, errors: pd.Series) -> float:
    """Return the square root of the reliability of shares: the part of their variance that is not error.

    NaN where there is no such part, or fewer than three shares with a known error.
    """
    known = errors.notna()
    if known.sum() < 3 or not np.ptp(shares[known]) > 0:
        return np.nan
    reliability = 1 - errors[known].mean() / shares[known].var()
    return float(np.sqrt(reliability)) if reliability > 0 else np.nan
