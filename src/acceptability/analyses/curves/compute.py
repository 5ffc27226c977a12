"""Compute the ADC at every δ: shares, the area below their curve, and the parts of the shares."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics import chance, uncertainty


def compute(
    *, deltas: dict[str, pd.DataFrame], pairs: pd.DataFrame, thresholds: list[float]
) -> dict[str, pd.DataFrame]:
    """Return the tables ADC_CURVES, AREAS and CHANCE_STEPS of systems and references.

    Parameters:
        deltas: tables DELTAS by system.
    """
    columns = systems.delta_columns(deltas)
    curves, areas = uncertainty.curves(columns, pairs, thresholds)
    steps = chance.shares_by_knowledge(columns, pairs, thresholds)
    return {"adc_curves": curves, "areas": areas, "chance_steps": steps}
