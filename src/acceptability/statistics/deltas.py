"""Turn scores of a system into z-scores of sentences and deltas of pairs (pure)."""

from collections.abc import Collection

import numpy as np
import pandas as pd

from acceptability.errors import InputError
from acceptability.scoring import measures
from acceptability.statistics import criteria

GREATEST = 1e150  # absolute score: the square of a greater one overflows a float


def compute_deltas(
    scores: pd.DataFrame, sentences: pd.DataFrame, pairs: pd.DataFrame, tie: float = 0, partial: bool = False
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the tables Z_SCORES and DELTAS of one system.

    z-scores refer to the population whose mean and SD the scores carry; where they carry none, to all sentences that
    have a score. Answers to prompts that are all the same (a system that always says yes) have z-scores of 0, so that
    all pairs are ties. So do equal scores of sentences that nobody judged. A pair of which a member has no score has no
    delta: of ``partial`` scores, no row.

    Raises InputError where another measure gives all sentences one score; where one leaves out a pair that counts (a
    rated one, or any where none is rated), if the scores are not partial; if they are, where it leaves out all.

    Parameters:
        scores, sentences, pairs: the tables SCORES (of the system), SENTENCES and PAIRS.
        tie: log-probabilities that are so many nats or less apart are the same, and so is what is made from them
            (criteria.rounding_of).
    """
    human_ratings = sentences.set_index("sentence_id")["rating"]
    human_delta = criteria.pair_deltas(pairs, human_ratings)
    judged = len(pairs) or "label" in sentences or human_ratings.notna().any()
    z_scores, deltas = [], []
    for measure, group in scores.groupby("measure", sort=False):
        _check_size(group, measure)
        population = group.iloc[0].reindex(["population_mean", "population_sd"])
        sd = population.get("population_sd") if population.notna().all() else group["score"].std(ddof=0)
        if group["score"].nunique() == 1 and (measures.is_answer(measure) or not judged):
            z, sd = np.zeros(len(group)), 1.0
        else:
            try:
                z = criteria.z_scores(group["score"], *(population if population.notna().all() else ()))
            except InputError as error:
                raise InputError(f"{measure}: {error}; the scores of a system must differ between sentences") from error
        z_scores.append(group[["sentence_id", "measure"]].assign(z_score=z))
        values, rounding = pd.Series(z, index=group["sentence_id"]), criteria.rounding_of(group, tie, sd)
        delta = criteria.pair_deltas(pairs, values, rounding)
        counted = criteria.counted(human_delta)
        unscored = pairs.loc[delta.isna() & counted, "pair_id"]
        if len(unscored) and not partial:
            raise InputError(f"{measure}: a member of the pair {unscored.iloc[0]!r} has no score")
        if len(pairs) and len(unscored) == counted.sum():
            what = "pair" if counted.all() else "rated pair"
            raise InputError(f"{measure}: no {what} has a score for both sentences; score both sentences of some pairs")
        table = pairs[["pair_id"]].assign(measure=measure, human_delta=human_delta, model_delta=delta)
        deltas.append(table[delta.notna()] if partial else table)
    return pd.concat(z_scores, ignore_index=True), pd.concat(deltas, ignore_index=True)


def _check_size(scores: pd.DataFrame, measure: str) -> None:
    """Raise InputError for a score so great that its square is no number, so that there is no standard deviation."""
    greatest = scores.loc[scores["score"].abs().idxmax()]
    if abs(greatest["score"]) > GREATEST:
        raise InputError(
            f"{measure}: the score of {greatest['sentence_id']!r} is {greatest['score']:g}, too great for a standard "
            "deviation; correct it"
        )


def standardise_over(
    population: Collection[str], z_scores: pd.DataFrame, deltas: pd.DataFrame
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the tables Z_SCORES and DELTAS of one system, with the sentences of a population as that of its z-scores.

    Parameters:
        population: ids of sentences; those without a score do not count.
        z_scores, deltas: the tables of the system. Ties stay ties; a measure without z-scores stays unchanged.
    """
    inside = z_scores["sentence_id"].isin(population)
    by_measure = z_scores.assign(inside=inside).groupby("measure")
    moments = {measure: moments_over(group["inside"], group["z_score"]) for measure, group in by_measure}
    moved, scale = (
        z_scores["measure"].map({name: mean_and_sd[i] for name, mean_and_sd in moments.items()}) for i in (0, 1)
    )
    scale_of_deltas = deltas["measure"].map({name: sd for name, (_, sd) in moments.items()}).fillna(1.0)
    z = z_scores.assign(z_score=(z_scores["z_score"] - moved) / scale)
    return z, deltas.assign(model_delta=deltas["model_delta"] / scale_of_deltas)


def moments_over(inside: pd.Series, z_scores: pd.Series) -> tuple[float, float]:
    """Return the mean and the SD by which z-scores are standardised over some of their sentences.

    They are 0 and 1 where these are all sentences: then z-scores refer to them already, or to a population of their own
    (see compute_deltas). So they are where the z-scores of these sentences are all the same.
    """
    values = z_scores[inside]
    if inside.all() or values.nunique() <= 1:
        return 0.0, 1.0
    return values.mean(), values.std(ddof=0)


def deltas_of_decisions(
    decided: pd.DataFrame, sentences: pd.DataFrame, pairs: pd.DataFrame, measures: list[str]
) -> pd.DataFrame:
    """Return what systems chose as DELTAS: 1 where it was the acceptable sentence, else −1, of the pairs that count.

    There are no human deltas, since a choice has no size. Raises InputError for a pair that is not known or decided
    twice, and for a measure without an answer to any pair that counts.

    Parameters:
        decided: ``pair_id, measure, chose_good`` (1 or 0), without rows for pairs without an answer.
        sentences, pairs: the tables SENTENCES and PAIRS.
        measures: the measures in their order.
    """
    if unknown := set(decided["pair_id"]) - set(pairs["pair_id"]):
        raise InputError(f"the pair {min(unknown)!r} is not in this dataset; correct the file, or the dataset")
    twice = decided.duplicated(["pair_id", "measure"])
    if twice.any():
        raise InputError(f"the pair {decided.loc[twice, 'pair_id'].iloc[0]!r} has two decisions; keep one")
    scored = decided.assign(score=2.0 * decided["chose_good"] - 1)
    return deltas_of_choices(scored[["pair_id", "measure", "score"]], sentences, pairs, measures)


def deltas_of_choices(
    scored: pd.DataFrame, sentences: pd.DataFrame, pairs: pd.DataFrame, measures: list[str], tie: float = 0
) -> pd.DataFrame:
    """Return scores of whole pairs as DELTAS, of the pairs that count, without human deltas: they have no such scale.

    Raises InputError for a measure without an answer to any pair that counts.

    Parameters:
        scored: ``pair_id, measure, score``, above 0 where the acceptable sentence was chosen; no rows for pairs without
            an answer.
        sentences, pairs, measures: as in deltas_of_decisions.
        tie: scores that are so far from 0, or less, are 0.
    """
    counts = criteria.counted(criteria.pair_deltas(pairs, sentences.set_index("sentence_id")["rating"]))
    parts = []
    for measure in measures:
        answers = scored[scored["measure"] == measure].set_index("pair_id")["score"]
        pair_scores = pairs.loc[counts, "pair_id"].map(answers).dropna()
        if pair_scores.empty:
            raise InputError(f"{measure}: has no answer to any pair that counts; leave it out")
        names = pairs["pair_id"].loc[pair_scores.index]
        parts.append(pd.DataFrame({"pair_id": names, "measure": measure, "human_delta": np.nan}))
        small = max(tie, criteria.ROUNDING_ERROR)
        parts[-1]["model_delta"] = criteria.subtract(
            pair_scores.to_numpy(dtype=float), np.zeros(len(pair_scores)), small
        )
    return pd.concat(parts, ignore_index=True)
