"""Compute an analysis: call its function, for groups of rows that cover the same pairs where it asks for this."""

from collections.abc import Mapping

import pandas as pd

from acceptability.analyses.coverage import compute_by_coverage, computed
from acceptability.analyses.registry import analyses, load, package_of


def compute(folder: str, arguments: Mapping[str, object]) -> dict[str, pd.DataFrame]:
    """Return the tables of an analysis, by their names."""
    analysis = analyses()[folder]
    function = load(f"{package_of(folder)}.compute", "compute")
    return (compute_by_coverage if analysis.by_coverage else computed)(function, arguments, analysis.writes)
