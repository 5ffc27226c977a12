"""Coefficients of the linking functions that are fitted to ratings."""

import pandas as pd

from acceptability.contracts.scoring import LINKINGS
from acceptability.tables.text import Made, in_brackets, with_interval

READS = {"linking": LINKINGS}

NAMES = {"alpha": "α", "beta": "β", "gamma": "γ", "intercept": "Intercept"}


def make(*, linking: pd.DataFrame, system_labels: dict[str, str], title: str) -> Made:
    """A row for each fitted system: each coefficient with its 95 % interval, and the number of rated sentences."""
    by_system = linking.assign(shown=with_interval(linking, "estimate", "low", "high"))
    table = by_system.pivot(index="system", columns="coefficient", values="shown")[list(NAMES)].rename(columns=NAMES)
    table = table.reindex([system for system in system_labels if system in table.index])
    counts = linking.groupby("system")["sentences"].first().map("{:,}".format)
    table = table.assign(Sentences=counts)
    table.insert(0, title, table.index.map(system_labels))
    wrong = linking[(linking["coefficient"] == "alpha") & (linking["estimate"] < 0)]["system"]
    backwards = [label for system, label in system_labels.items() if system in set(wrong)]
    caption = (
        f"{title}: MORCELA's coefficients, fitted to all rated sentences: acceptability = (log-probability − β · "
        "unigram log-probability + γ) / length, times α, plus the intercept; logarithms are natural."
        f"{in_brackets(table, '95 % intervals; β and γ are ratios to α, and have none where that of α holds 0')}"
        + (
            f" Where α is below 0, improbable sentences are predicted to be better: {', '.join(backwards)}."
            * any(wrong)
        )
    )
    return Made(table, caption)
