"""Thresholds on scores, a bag of words and the majority class on labelled sentences."""

import pandas as pd

from acceptability.statistics.simple_classifiers import evaluate_simple_classifiers


def compute(*, sentences: pd.DataFrame, scores: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return how well the simplest classifiers do, as SIMPLE_CLASSIFIERS. ``scores`` are tables SCORES by system."""
    return evaluate_simple_classifiers(sentences, scores)
