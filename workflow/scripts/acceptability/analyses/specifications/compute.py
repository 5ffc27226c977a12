"""The ADC under every combination of the choices that the method leaves open."""

import pandas as pd

from acceptability.statistics.specifications import specify


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    scores: dict[str, pd.DataFrame],
    thresholds: list[float],
    reference: str,
    tie: float,
) -> pd.DataFrame:
    """Return the shares under every specification, as SPECIFICATIONS.

    Parameters:
        scores: tables SCORES by system.
        reference: the key of the references, which are computed anew for each specification.
        tie: what two scores differ by at most where they are tied.
    """
    return specify(sentences, pairs, scores, thresholds, reference, tie)
