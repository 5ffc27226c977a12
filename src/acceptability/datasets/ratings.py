"""Turn answers of participants into one rating for each sentence, and ratings of any scale into z-scores (pure)."""

import pandas as pd

from acceptability.errors import InputError


def participant_z_scores(ratings: pd.DataFrame, by: pd.Series | None = None) -> pd.Series:
    """Turn each answer, such as a magnitude estimate, into a z-score within its participant.

    Takes the columns ``participant`` and ``rating`` (raw; NaN = no answer). The mean and the
    sample standard deviation (ddof = 1) are the participant's own, over all that the participant
    answered: what Sprouse, Schütze & Almeida (2013) did, as their released z-scores show. With ``by``
    (whether each answer counts), they are over the answers that count. Such z-scores have a common scale where
    participants rated different kinds of sentences, and all of them those that count.

    Raises InputError for a participant with fewer than two answers that count or always the same one.
    """
    counted = ratings["rating"] if by is None else ratings["rating"].where(by)
    by_participant = counted.groupby(ratings["participant"])
    sd = by_participant.std(ddof=1)
    constant = sd.index[~(sd > 0)]
    if len(constant):
        which = "" if by is None else " to the sentences of standardise_by"
        raise InputError(
            f"participant {constant[0]!r} gave fewer than two different ratings{which}, so there are no z-scores; "
            "leave this participant out"
        )
    return (ratings["rating"] - by_participant.transform("mean")) / by_participant.transform("std", ddof=1)


def mean_ratings(single: pd.DataFrame) -> pd.Series:
    """Return the mean ``z_score`` of each ``sentence_id`` over its participants; missing answers are left out."""
    return single.groupby("sentence_id")["z_score"].mean()


def brought_to_z_scores(ratings: pd.Series, standardise: str) -> pd.Series:
    """Return ratings unchanged (``none``), or (``sentences``) their z-scores over the rated sentences (ddof = 0).

    InputError where z-scores are asked for and the ratings are all the same.
    """
    if standardise == "none":
        return ratings
    if not ratings.std(ddof=0) > 0:
        raise InputError("its ratings are all the same, so there are no z-scores; leave their columns out")
    return (ratings - ratings.mean()) / ratings.std(ddof=0)
