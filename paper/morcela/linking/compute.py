"""Coefficients of linking functions that are fitted to ratings."""

import pandas as pd

from acceptability.contracts import systems


def compute(*, coefficients: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the coefficients of all fitted systems, as LINKINGS. ``coefficients`` are tables LINKING by system."""
    return systems.stack(coefficients)
