"""Compute the share of right pairs as BabyLM's evaluation pipeline counts."""

import pandas as pd

from acceptability.analyses.as_babylm.manifest import AS_BABYLM
from acceptability.contracts.names import split_row
from acceptability.statistics.criteria import subtract


def compute(
    *,
    scores: dict[str, pd.DataFrame],
    pairs: pd.DataFrame,
    babylm_rows: dict[str, str],
    tie: float,
    dataset: str,
) -> pd.DataFrame:
    """Return the table AS_BABYLM.

    Parameters:
        scores: tables SCORES by system.
        babylm_rows: rows (system/measure) that are sums of log-probabilities as the pipeline makes them, each with the
            name of its backend there.
        tie: sums that are so many nats or less apart are equal.
    """
    rows = []
    for row, backend in babylm_rows.items():
        system, measure = split_row(row)
        table = scores[system].query("measure == @measure")
        sums = table.set_index("sentence_id")["score"]
        good, bad = (sums.reindex(pairs[side]).to_numpy() for side in ("good_id", "bad_id"))
        differences = pd.Series(subtract(good, bad, tie), index=pairs["paradigm"]).dropna()
        if differences.empty:
            continue
        right = (differences >= 0).groupby(level=0).mean()
        rows.append(
            {
                "dataset": dataset,
                "system": system,
                "measure": measure,
                "backend": backend,
                "paradigms": len(right),
                "pairs": len(differences),
                "ties": int((differences == 0).sum()),
                "mean": right.mean(),
            }
        )
    return pd.DataFrame(rows, columns=list(AS_BABYLM.columns))
