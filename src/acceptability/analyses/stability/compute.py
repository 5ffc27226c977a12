"""Find sentences that restarts of a classifier judge differently."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics import expected_maximum, restarts


def compute(
    *, sentences: pd.DataFrame, predictions: dict[str, pd.DataFrame], variant_names: list[str]
) -> dict[str, pd.DataFrame]:
    """Return the tables STABILITY, STABILITY_CURVE and STABILITY_MCC.

    Parameters:
        predictions: decisions by classifier, sentence × restart.
        variant_names: variants that studies declare, some of which have labels of their own.
    """
    labels = restarts.label_sources(sentences, variant_names)
    return {
        "stability": systems.stack_each(predictions, restarts.stability, sentences),
        "stability_curve": systems.stack_each(predictions, expected_maximum.stability_curve, labels["corrected"]),
        "stability_mcc": systems.stack_each(predictions, restarts.mcc_with_labels, labels),
    }
