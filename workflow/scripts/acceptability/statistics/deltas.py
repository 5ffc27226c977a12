"""Scores of a system → z-scores of sentences and deltas of pairs (pure)."""

import pandas as pd

from acceptability.errors import InputError
from acceptability.statistics import criteria


def compute_deltas(
    scores: pd.DataFrame, sentences: pd.DataFrame, pairs: pd.DataFrame, tie: float = 0
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the tables Z_SCORES and DELTAS of one system.

    z-scores refer to the population whose mean and SD the scores carry; where they carry none, to all sentences of the
    dataset. Raises InputError where a measure gives all sentences one score, or leaves out a pair that counts: a rated
    one, or any where none is rated.

    Parameters:
        scores, sentences, pairs: the tables SCORES (of the system), SENTENCES and PAIRS.
        tie: log-probabilities that are so many nats or less apart are the same, and so is what is made from them
            (criteria.rounding_of).
    """
    human_delta = criteria.pair_deltas(pairs, sentences.set_index("sentence_id")["rating"])
    z_scores, deltas = [], []
    for measure, group in scores.groupby("measure", sort=False):
        population = group.iloc[0].reindex(["population_mean", "population_sd"])
        try:
            z = criteria.z_scores(group["score"], *(population if population.notna().all() else ()))
        except InputError as error:
            raise InputError(f"{measure}: {error}; a system must tell sentences apart") from error
        z_scores.append(group[["sentence_id", "measure"]].assign(z_score=z))
        sd = population.get("population_sd") if population.notna().all() else group["score"].std(ddof=0)
        values, rounding = pd.Series(z, index=group["sentence_id"]), criteria.rounding_of(group, tie, sd)
        delta = criteria.pair_deltas(pairs, values, rounding)
        unscored = pairs.loc[delta.isna() & criteria.counted(human_delta), "pair_id"]
        if len(unscored):
            raise InputError(f"{measure}: a member of the pair {unscored.iloc[0]!r} has no score")
        deltas.append(pairs[["pair_id"]].assign(measure=measure, human_delta=human_delta, model_delta=delta))
    return pd.concat(z_scores, ignore_index=True), pd.concat(deltas, ignore_index=True)
