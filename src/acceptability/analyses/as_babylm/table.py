"""Make the tables of this analysis."""

import pandas as pd

from acceptability.contracts.systems import row_keys
from acceptability.tables.text import shown


def make_as_babylm(*, as_babylm: pd.DataFrame, labels: dict[str, str], title: str) -> pd.DataFrame:
    """Return a row for each row of the analysis."""
    table = as_babylm.assign(row=row_keys(as_babylm)).set_index("row")
    table = table.loc[[row for row in labels if row in table.index]]
    return pd.DataFrame(
        {
            title: table.index.map(labels),
            "As BabyLM's pipeline counts": table["mean"].map(lambda value: shown(value, 3)),
            "Backend": table["backend"],
            "Paradigms": table["paradigms"].map("{:,}".format),
            "Number of pairs": table["pairs"].map("{:,}".format),
            "Ties": table["ties"].map("{:,}".format),
        }
    )
