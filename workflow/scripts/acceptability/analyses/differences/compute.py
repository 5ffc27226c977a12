"""Systems beside each other: differences of their shares, with intervals and paired tests over clusters."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics import uncertainty


def compute(
    *,
    deltas: dict[str, pd.DataFrame],
    pairs: pd.DataFrame,
    thresholds: list[float],
    reference: str,
    families: dict[str, list[str]],
    dataset: str,
) -> pd.DataFrame:
    """Return the differences between all rows, as DIFFERENCES.

    Parameters:
        deltas: tables DELTAS by system; the references are the system ``reference``.
        families: rows whose comparisons are corrected together, by the name of the family.
    """
    columns = systems.delta_columns(deltas)
    deciding = systems.deciding_rows(deltas)
    references = [row for row in columns if row.startswith(f"{reference}/")]
    differences = uncertainty.differences(columns, pairs, thresholds, references, families, deciding)
    differences.insert(0, "dataset", dataset)
    return differences
