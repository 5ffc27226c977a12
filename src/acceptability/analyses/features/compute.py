"""Evaluate classifiers on the sentences that have a linguistic feature."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics.restarts import mcc_by_feature_on_development


def compute(
    *, sentences: pd.DataFrame, features: pd.DataFrame, predictions: dict[str, pd.DataFrame], left_out: list[str]
) -> pd.DataFrame:
    """Return the MCC on the development sentences with each feature, as FEATURE_MCC.

    Parameters:
        predictions: decisions by classifier, sentence × restart.
        left_out: major features that a published figure does not show.
    """
    label, split = systems.truth(sentences)
    return systems.stack_judged(predictions, mcc_by_feature_on_development, label, split, features, left_out)
