"""Compute both criteria by phenomenon; the BLiMP criterion by paradigm too."""

import pandas as pd

from acceptability.contracts import systems
from acceptability.statistics import levels
from acceptability.statistics.phenomena import criteria_by_phenomenon


def compute(
    *,
    pairs: pd.DataFrame,
    deltas: dict[str, pd.DataFrame],
    accuracies: dict[str, pd.DataFrame],
    choices: pd.DataFrame,
    thresholds: list[float],
    dataset: str,
) -> dict[str, pd.DataFrame]:
    """Return the tables PHENOMENA, BY_LEVEL and LEVEL_MEANS.

    Parameters:
        deltas: tables DELTAS by system.
        accuracies: tables ACCURACIES of systems of which only shares by paradigm were released.
        choices: which sentences people chose; may be empty.
    """
    by_id = pairs.set_index("pair_id", drop=False)
    by_phenomenon = systems.stack_each(deltas, criteria_by_phenomenon, by_id["phenomenon"], thresholds, dataset=dataset)
    by_level = levels.shares_by_level(deltas, accuracies, choices, by_id)
    means = {system: levels.mean_shares(table) for system, table in by_level.items()}
    return {
        "phenomena": by_phenomenon,
        "by_level": systems.stack(by_level, dataset),
        "level_means": systems.stack(means, dataset),
    }
