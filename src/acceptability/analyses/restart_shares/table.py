"""Tabulate how much the shares of pairs vary between restarts of a classifier."""

import pandas as pd

from acceptability.tables.text import criterion_name, shown

OF = {"labels": "labels, 1 or −1", "cola_score": "eq. (5)"}


def make_restart_shares(*, restart_shares: pd.DataFrame, restart_labels: dict[str, str]) -> pd.DataFrame:
    """Return a row for each classifier, what its z-scores are of, and criterion."""
    return pd.DataFrame(
        {
            "Classifier": restart_shares["system"].map(restart_labels),
            "z-scores of": restart_shares["of"].map(OF),
            "Criterion": [
                criterion_name(row.criterion, row.threshold) for row in restart_shares.itertuples(index=False)
            ],
            "Restarts": restart_shares["restarts"].astype(str),
            **{
                heading: restart_shares[column].map(lambda share: shown(share, 3))
                for heading, column in [("Mean", "mean"), ("SD", "sd"), ("2.5 %", "low"), ("97.5 %", "high")]
            },
            "Ties as half": restart_shares["mean_ties_half"].map(lambda share: shown(share, 3)),
        }
    )
