"""The same scores under every combination of the choices that are left open (pure).

A *specification* is a δ and one value of each of options.OPTIONS. Variants of pseudo-log-likelihood are measures, and
so rows of their own.
"""

from collections.abc import Iterator, Mapping
from itertools import product

import pandas as pd

from acceptability.analysis import correlation, criteria
from acceptability.analysis.references import best_constant
from acceptability.options import OPTIONS, Options
from acceptability.scoring.measures import is_sum

SPECIFICATION = ["threshold", *OPTIONS]


def specify(
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    scores: Mapping[str, pd.DataFrame],
    thresholds: list[float],
    reference: str,
) -> pd.DataFrame:
    """Share of pairs that meet the ADC for every row (system/measure) under every specification.

    ``sentences, pairs`` and each of ``scores`` as in the contracts SENTENCES, PAIRS and SCORES. Gives the columns of
    SPECIFICATION, ``system, measure, met, pairs, share``, ``blimp``, the share that meets the BLiMP criterion under the
    same choices, and ``pearson_r`` of model and human deltas. The system ``reference`` stands for two references: the
    oracle (human ratings, brought to an SD of 1) and the best constant delta, found anew for each scale of the ratings
    at the smallest δ.
    """
    by_id = sentences.set_index("sentence_id")
    human = criteria.pair_deltas(pairs, by_id["rating"])
    rated = pairs[human.notna()]
    in_pairs = pd.unique(pd.concat([rated["good_id"], rated["bad_id"]]))
    ratings, words = by_id["rating"].dropna(), by_id["sentence"].str.split().str.len()
    rows = []
    for population, normaliser in product(OPTIONS["population"].values, OPTIONS["normaliser"].values):
        oracle = _divided(human, human_sd(ratings, in_pairs, population))
        models = dict(_model_deltas(pairs, scores, words, in_pairs, population, normaliser))
        for scale in OPTIONS["human_scale"].values:
            humans = oracle if scale == "sentences" else human
            constant = pd.Series(best_constant(humans.dropna(), min(thresholds)), index=human.index)
            references = {(reference, "oracle"): oracle, (reference, "best_constant"): constant}
            for row, model in (models | references).items():
                rows += _rows((scale, population, normaliser), row, humans, model, thresholds)
    names = [*SPECIFICATION, "system", "measure", "met", "pairs", "share", "blimp", "pearson_r"]
    return pd.DataFrame(rows, columns=names).sort_values(SPECIFICATION, kind="stable", ignore_index=True)


def human_sd(ratings: pd.Series, in_pairs, population: str) -> float:
    """SD (ddof = 0) of the ratings over all rated sentences, or over those of the rated pairs."""
    return float((ratings if population == "dataset" else ratings.reindex(in_pairs).dropna()).std(ddof=0))


def _divided(deltas: pd.Series, sd: float) -> pd.Series:
    """Deltas in units of the SD; as they are (0, where that was all that was seen) where nothing varies."""
    return deltas / sd if sd > 0 else deltas


def _model_deltas(
    pairs: pd.DataFrame,
    scores: Mapping[str, pd.DataFrame],
    words: pd.Series,
    in_pairs,
    population: str,
    normaliser: str,
) -> Iterator[tuple[tuple[str, str], pd.Series]]:
    """The deltas of each row (system, measure), in SDs of the population (that of the scores, where they carry one)."""
    for system, table in scores.items():
        for measure, group in table.groupby("measure", sort=False):
            score = group.set_index("sentence_id")["score"]
            per_word = normaliser == "words" and is_sum(measure)
            if per_word:
                score = score / words.reindex(score.index)
            if population == "dataset" and "population_sd" in group and not per_word:
                sd = group["population_sd"].iloc[0]
            else:
                sd = (score if population == "dataset" else score.reindex(in_pairs).dropna()).std(ddof=0)
            yield (system, measure), _divided(criteria.pair_deltas(pairs, score), sd)


def _rows(choices: tuple, row: tuple, human: pd.Series, model: pd.Series, thresholds: list[float]) -> list[tuple]:
    """The specifications that differ in δ, ties and unrated pairs only."""
    counted = criteria.counted(human).sum()
    blimp = criteria.meets(human, model, "blimp").sum() / counted
    r, _ = correlation.pearson(human, model)
    rows = []
    for ties, unrated, delta in product(OPTIONS["ties"].values, OPTIONS["unrated"].values, thresholds):
        met = int(criteria.meets(human, model, "adc", delta, Options(*choices, ties=ties, unrated=unrated)).sum())
        rows.append((delta, *choices, ties, unrated, *row, met, counted, met / counted, blimp, r))
    return rows


def ranks(specified: pd.DataFrame) -> pd.DataFrame:
    """The best and the worst place of each row among all rows, by δ and scale of the ratings, over the other choices.

    ``specified`` as specify gives it, without references. Gives ``row, threshold, human_scale, best, worst``; 1 is the
    greatest share, and equal shares have the same place.
    """
    place = specified.groupby(SPECIFICATION, sort=False)["share"].rank(method="min", ascending=False).astype(int)
    placed = specified.assign(row=specified["system"] + "/" + specified["measure"], place=place)
    grouped = placed.groupby(["row", "threshold", "human_scale"], sort=False)["place"]
    return grouped.agg(best="min", worst="max").reset_index()
