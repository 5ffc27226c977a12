"""What people reach on pairs, by single answers and by those of most (pure)."""

import numpy as np
import pandas as pd

from acceptability.statistics.choices import single_answers
from acceptability.statistics.clusters import cluster_numbers, mean

Share = dict[str, float]  # ``share, low, high`` and ``pairs``, their number


def _share(values, clusters, answers: float) -> Share:
    """Return the mean of values by pair, with its 95 % interval as a share of so many answers."""
    estimate = mean(np.asarray(values, dtype=float), cluster_numbers(clusters))
    low, high = estimate.share_interval(answers)
    return {"share": estimate.value, "low": low, "high": high, "pairs": len(clusters)}


def shares_of_choices(pair_table: pd.DataFrame, choices: pd.DataFrame) -> dict[str, Share]:
    """Return how often people choose the acceptable sentence: a single one (``single``), and most of them (``most``).

    Of ``most``, a pair of which as many chose the one as the other is not right. The interval of ``single`` is over
    clusters and people jointly, that of ``most``, of these people, over clusters.

    Parameters:
        pair_table: the table CHOSEN_PAIRS, or some of its rows.
        choices: the table CHOICES without excluded answers.
    """
    share, (low, high) = single_answers(choices, pair_table, pair_table["cluster"])
    return {
        "single": {"share": share, "low": low, "high": high, "pairs": len(pair_table)},
        "most": _share(pair_table["majority"] == "right", pair_table["cluster"], len(pair_table)),
    }


def share_of_paradigms(pairs: pd.DataFrame, shares: pd.Series) -> Share:
    """Return how often a single participant chooses the acceptable sentence in the paradigms of these pairs.

    Each pair has the share of its paradigm. The interval is over clusters; how many people answered is not known.

    Parameters:
        pairs: the table PAIRS.
        shares: the share of answers that agree with the experts, by paradigm.
    """
    return _share(pairs["paradigm"].map(shares), pairs["cluster"], len(pairs))
