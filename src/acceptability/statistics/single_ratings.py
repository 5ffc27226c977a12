"""Compare single ratings of the two sentences of a pair, each by a participant (pure)."""

import numpy as np
import pandas as pd

from acceptability.statistics import criteria
from acceptability.statistics.choices import over_pairs_and_people


def share_of_single_ratings(pairs: pd.DataFrame, ratings: pd.DataFrame) -> dict[str, float]:
    """Return how often a single participant rates a pair's good sentence higher than another one rates the bad one.

    The share is the mean over pairs of an exact expectation. This is the share of all combinations of a rating of each
    sentence in which the first is higher, equal ratings half. The interval is over clusters and people jointly, and
    ``pairs`` those of which both sentences have ratings.

    Parameters:
        pairs, ratings: the tables PAIRS and RATINGS.
    """
    of_sentence = dict(iter(ratings.groupby("sentence_id")))
    rated = pairs[pairs["good_id"].isin(of_sentence) & pairs["bad_id"].isin(of_sentence)]
    shares, without, answers = [], [], 0
    for place, (good_id, bad_id) in enumerate(zip(rated["good_id"], rated["bad_id"], strict=True)):
        good, bad = of_sentence[good_id], of_sentence[bad_id]
        each = criteria.subtract(good["z_score"].to_numpy()[:, None], bad["z_score"].to_numpy())
        wins = criteria.right(each)  # of each rating of the one sentence and of the other
        shares.append(wins.mean())
        answers += len(good)
        for person in pd.unique(pd.concat([good["participant"], bad["participant"]])):
            others = wins[(good["participant"] != person).to_numpy()][:, (bad["participant"] != person).to_numpy()]
            without.append((place, person, others.mean() if others.size else np.nan))
    frame = pd.DataFrame(without, columns=["pair", "participant", "share"])
    low, high = over_pairs_and_people(np.array(shares), frame, rated["cluster"], rated["phenomenon"], answers)
    return {"share": float(np.mean(shares)), "low": low, "high": high, "pairs": len(rated)}
