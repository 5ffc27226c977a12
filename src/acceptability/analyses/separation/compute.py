"""Measure how well scores separate acceptable sentences from others, by expert labels."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics.separation import separations_of_system


def compute(
    *, sentences: pd.DataFrame, pairs: pd.DataFrame, scores: dict[str, pd.DataFrame], dataset: str
) -> pd.DataFrame:
    """Return how well the scores of each row separate, as SEPARATION. ``scores`` are tables SCORES by system."""
    return systems.stack_each(scores, separations_of_system, sentences, pairs, dataset=dataset)
