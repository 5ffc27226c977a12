"""How much the shares of pairs vary between restarts of a classifier."""

import pandas as pd

from acceptability.contracts.metrics import RESTART_SHARES
from acceptability.tables.text import Made, criterion_name, shown

READS = {"restart_shares": RESTART_SHARES}
OF = {"labels": "labels, 1 or −1", "cola_score": "eq. (5)"}


def make(*, restart_shares: pd.DataFrame, unstable_labels: dict[str, str], title: str) -> Made:
    """A row for each classifier, what its z-scores are of, and criterion."""
    table = pd.DataFrame(
        {
            "Classifier": restart_shares["system"].map(unstable_labels),
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
    caption = (
        f"{title}: share of minimal pairs that meet each criterion, over the restarts of a classifier: mean, standard "
        "deviation, and the percentiles between which 95 % of the restarts lie."
    )
    return Made(table, caption)
