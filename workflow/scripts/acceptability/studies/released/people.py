"""What people reach on pairs: by single answers, and by those of most (pure)."""

import numpy as np
import pandas as pd

from acceptability.statistics import criteria
from acceptability.statistics.clusters import cluster_numbers, ratio


def share_of_single_ratings(pairs: pd.DataFrame, ratings: pd.DataFrame) -> tuple[float, float, float, int]:
    """Return how often one person rates the acceptable sentence of a pair higher than another person the other one.

    The share is the mean over pairs of an exact expectation: of all combinations of a rating of the one sentence and a
    rating of the other, the share in which the first is higher, equal ratings half. Then come the ends of its 95 %
    interval over clusters, and the number of pairs of which both sentences have ratings.

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
    share = ratio(right, np.ones(len(rated)), cluster_numbers(rated["cluster"]))
    answers = sum(len(z_scores[good]) for good in rated["good_id"])
    return share.value, *share.share_interval(answers), len(rated)
