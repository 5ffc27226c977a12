"""Evaluate the same scores under every combination of the open choices (pure).

A *specification* is a δ and one value of each of options.OPTIONS; all are corrected (options.CORRECTIONS). Variants of
pseudo-log-likelihood are measures, and so rows of their own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd

from acceptability import segmentation
from acceptability.contracts.systems import row_keys
from acceptability.options import OPTIONS
from acceptability.scoring.measures import is_sum
from acceptability.statistics import criteria

SPECIFICATION = ["threshold", *OPTIONS]
DEFAULT_CHOICES = tuple(next(iter(option.values)) for option in OPTIONS.values())  # what a paper's own rows have


@dataclass(frozen=True)
class Case:
    """Describe deltas of the pairs that count under one value of each of OPTIONS.

    ``choices`` are those values, in order; ``columns`` hold ``human`` and a column of model deltas for each row
    (system/measure), indexed by pair_id; ``weights`` are the pairs' and add up to 1.
    """

    choices: tuple[str, ...]
    columns: pd.DataFrame
    weights: np.ndarray


def cases(
    sentences: pd.DataFrame, pairs: pd.DataFrame, scores: Mapping[str, pd.DataFrame], tie: float = 0
) -> Iterator[Case]:
    """Yield a case for each combination of OPTIONS in which any pair counts, with the ``oracle`` among its columns.

    The oracle's deltas are those of the human ratings, brought to an SD of 1.

    Parameters:
        sentences, pairs: the tables SENTENCES and PAIRS.
        scores: tables SCORES by system.
        tie: nats between log-probabilities that are the same (criteria.rounding_of).
    """
    by_id = sentences.set_index("sentence_id")
    human = criteria.pair_deltas(pairs, by_id["rating"])
    pairs = pairs[human.notna()]
    in_pairs = pd.unique(pd.concat([pairs["good_id"], pairs["bad_id"]]))
    ratings, words = by_id["rating"].dropna(), by_id["sentence"].map(segmentation.length)
    equal = (pairs["good_id"].map(words) == pairs["bad_id"].map(words)).to_numpy()
    ways = {name: list(OPTIONS[name].values) for name in OPTIONS}
    for population, normaliser in product(ways["population"], ways["normaliser"]):
        sd = human_sd(ratings, in_pairs, population)
        scaled = criteria.pair_deltas(pairs, _divided(by_id["rating"], sd))
        models = dict(_model_deltas(pairs, scores, words, in_pairs, population, normaliser, tie))
        for scale, length, weight in product(ways["human_scale"], ways["length"], ways["weight"]):
            humans = scaled if scale == "sentences" else human[pairs.index]
            columns = pd.DataFrame({"human": humans, **models, "oracle": scaled}).set_axis(pairs["pair_id"])
            counts = equal if length == "equal" else np.ones(len(pairs), dtype=bool)
            if counts.any():
                weights = np.ones(counts.sum())
                if weight == "phenomena":
                    phenomenon = pairs.loc[counts, "phenomenon"]
                    weights = 1 / phenomenon.map(phenomenon.value_counts()).to_numpy(dtype=float)
                yield Case((scale, population, normaliser, length, weight), columns[counts], weights / weights.sum())


def human_sd(ratings: pd.Series, in_pairs, population: str) -> float:
    """Return the SD (ddof = 0) of the ratings over all rated sentences, or over those of the rated pairs."""
    return float((ratings if population == "dataset" else ratings.reindex(in_pairs).dropna()).std(ddof=0))


def _divided(values: pd.Series, sd: float) -> pd.Series:
    """Return values in units of the SD; 0 where nothing varies."""
    return values / sd if sd > 0 else values * 0


def _model_deltas(
    pairs: pd.DataFrame,
    scores: Mapping[str, pd.DataFrame],
    words: pd.Series,
    in_pairs,
    population: str,
    normaliser: str,
    tie: float,
) -> Iterator[tuple[str, pd.Series]]:
    """Yield the deltas of each row, in SDs of the population (that of the scores, where they carry one)."""
    for system, table in scores.items():
        for measure, group in table.groupby("measure", sort=False):
            per_word = normaliser == "words" and is_sum(measure)
            if per_word:
                length = words.reindex(group["sentence_id"]).to_numpy()
                divided = group.columns.intersection(["score", "change_per_nat"])
                group = group.assign(**{column: group[column] / length for column in divided})
            score = group.set_index("sentence_id")["score"]
            if population == "dataset" and "population_sd" in group and not per_word:
                sd = group["population_sd"].iloc[0]
            else:
                sd = (score if population == "dataset" else score.reindex(in_pairs).dropna()).std(ddof=0)
            yield (
                f"{system}/{measure}",
                criteria.pair_deltas(pairs, _divided(score, sd), criteria.rounding_of(group, tie, sd)),
            )


def best_and_worst_ranks(specified: pd.DataFrame) -> pd.DataFrame:
    """Return the best and the worst rank of each row among all rows, by δ and scale of the ratings, over the other
    choices.

    Columns: ``row, threshold, human_scale, best, worst``; 1 is the greatest share, and equal shares have the same rank
    (criteria.places). Rows that cover fewer pairs than others have none. ``specified`` is the table SPECIFICATIONS,
    without references.
    """
    most = specified.groupby(SPECIFICATION, sort=False)["pairs"].transform("max")
    specified = specified[specified["pairs"] == most]
    place = specified.groupby(SPECIFICATION, sort=False)["share"].transform(criteria.places).astype(int)
    ranked = specified.assign(row=row_keys(specified), place=place)
    grouped = ranked.groupby(["row", "threshold", "human_scale"], sort=False)["place"]
    return grouped.agg(best="min", worst="max").reset_index()
