"""What people reach on pairs, by single answers and by those of most (pure)."""

import numpy as np
import pandas as pd

from acceptability.statistics import criteria
from acceptability.statistics.clusters import Estimate, cluster_numbers, ratio

Share = dict[str, float]  # ``share, low, high`` and ``pairs``, their number


def _share(values, clusters, answers: float) -> Share:
    """Return the mean of values by pair, with its 95 % interval as a share of so many answers."""
    estimate: Estimate = ratio(np.asarray(values, dtype=float), np.ones(len(clusters)), cluster_numbers(clusters))
    low, high = estimate.share_interval(answers)
    return {"share": estimate.value, "low": low, "high": high, "pairs": len(clusters)}


def shares_of_choices(chosen: pd.DataFrame) -> dict[str, Share]:
    """Return how often people choose the acceptable sentence: one person (``single``), and most of them (``most``).

    Of ``most``, a pair of which as many chose the one as the other is not right. Intervals are over clusters.

    Parameters:
        chosen: the table CHOSEN_PAIRS, or some of its rows.
    """
    return {
        "single": _share(chosen["share"], chosen["cluster"], chosen["answers"].sum()),
        "most": _share(chosen["majority"] == "right", chosen["cluster"], len(chosen)),
    }


def share_of_paradigms(pairs: pd.DataFrame, shares: pd.Series) -> Share:
    """Return how often one person chooses the acceptable sentence in the paradigms of these pairs.

    Each pair has the share of its paradigm. The interval is over clusters; how many people answered is not known.

    Parameters:
        pairs: the table PAIRS.
        shares: the share of answers that agree with the experts, by paradigm.
    """
    return _share(pairs["paradigm"].map(shares), pairs["cluster"], len(pairs))


def share_of_single_ratings(pairs: pd.DataFrame, ratings: pd.DataFrame) -> Share:
    """Return how often one person rates the acceptable sentence of a pair higher than another person the other one.

    The share is the mean over pairs of an exact expectation: of all combinations of a rating of the one sentence and a
    rating of the other, the share in which the first is higher, equal ratings half. The interval is over clusters, and
    ``pairs`` those of which both sentences have ratings.

    Parameters:
        pairs, ratings: the tables PAIRS and RATINGS.
    """
    z_scores = {name: np.sort(group.to_numpy()) for name, group in ratings.groupby("sentence_id")["z_score"]}
    rated = pairs[pairs["good_id"].isin(z_scores) & pairs["bad_id"].isin(z_scores)]
    right = []
    for good, bad in zip(rated["good_id"], rated["bad_id"], strict=True):
        below = np.searchsorted(z_scores[bad], z_scores[good] - criteria.ROUNDING_ERROR, side="left")
        upto = np.searchsorted(z_scores[bad], z_scores[good] + criteria.ROUNDING_ERROR, side="right")
        right.append((below + upto).mean() / 2 / len(z_scores[bad]))
    return _share(right, rated["cluster"], sum(len(z_scores[good]) for good in rated["good_id"]))
