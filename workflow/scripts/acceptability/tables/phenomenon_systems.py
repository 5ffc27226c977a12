"""Which row gets which phenomenon right."""

import pandas as pd

from acceptability.analysis.phenomena import had, phenomenon_names, ranked
from acceptability.contracts.data import PAIRS
from acceptability.contracts.metrics import PHENOMENA
from acceptability.tables.text import Made, row_keys

READS = {"phenomena": PHENOMENA, "pairs": PAIRS}


def make(*, phenomena: pd.DataFrame, pairs: pd.DataFrame, labels: dict[str, str], title: str) -> Made:
    """Ranked phenomena, and ``yes`` under each row that gets one right; ``labels`` by ``system/measure``."""
    phenomena = phenomena[row_keys(phenomena).isin(labels)]
    table = had(phenomena).loc[ranked(phenomena).index, list(labels)].map(lambda meets: "yes" if meets else "")
    table = table.set_axis(list(labels.values()), axis=1)
    table.insert(0, "Phenomenon", phenomenon_names(pairs), allow_duplicates=True)
    return Made(table, f"{title}: phenomena whose mean deltas meet the strictest criterion, by system.")
