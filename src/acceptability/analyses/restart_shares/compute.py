"""Measure how much the share of pairs that meet each criterion varies between restarts of a classifier."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics.restarts import scores_of_restarts, shares_of_restarts


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    predictions: dict[str, pd.DataFrame],
    margins: dict[str, pd.DataFrame],
    thresholds: list[float],
) -> pd.DataFrame:
    """Return the spread of the shares over restarts, as RESTART_SHARES.

    Parameters:
        predictions, margins: decisions, and margins where they are known, by classifier: sentence × restart.
    """
    scores = {system: scores_of_restarts(table, margins.get(system)) for system, table in predictions.items()}
    return systems.stack_each(scores, shares_of_restarts, sentences, pairs, thresholds)
