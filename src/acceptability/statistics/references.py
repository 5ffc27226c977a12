"""Compute the baselines: what no model, human ratings or chance would score by the same criteria (pure).

Two have a delta for each pair, like a system: the *oracle* and *shorter is better*. Of the others there is a share for
each criterion and δ (Reference): constants, which are fitted to δ, and what is random, of which the expectation is
exact.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import ndtr

from acceptability import segmentation
from acceptability.scoring.regions import scored_text
from acceptability.statistics import chance, criteria
from acceptability.statistics.clusters import Estimate, cluster_numbers, effective_number, mean

NODES = 60  # of the integral over a random score
FOLDS, REPETITIONS, SEED = 10, 20, 1  # of the clusters on which a factor is fitted and judged


def negative_length(sentence: str) -> float:
    """Return minus the number of words (of characters, in scripts without spaces): shorter = more acceptable."""
    return -float(segmentation.length(sentence))


EVEN = 50  # the preference of people who prefer neither of two sentences


def preference_for_first(pairs: pd.DataFrame, preference: str) -> pd.Series:
    """Return how much people prefer the first of each pair's two sentences in their fixed order, above or below EVEN.

    ``preference`` is the column of the pairs that holds it; see Manifest.preference.
    """
    return pairs[preference].astype(float) - EVEN


def reference_z_scores(sentences: pd.DataFrame, population: Collection[str] | None = None) -> dict[str, pd.Series]:
    """Return z-scores by sentence_id of the references that have them: ``oracle`` and ``negative_length``.

    Parameters:
        sentences: the table SENTENCES.
        population: ids of the sentences that z-scores refer to; of the oracle, those of them that are rated. They are
            those of the systems that the references are compared with; by default all.
    """
    by_id = sentences.set_index("sentence_id")
    values = {"oracle": by_id["rating"].dropna(), "negative_length": by_id[scored_text(sentences)].map(negative_length)}
    return {measure: criteria.z_scores_or_0(value, population) for measure, value in values.items()}


def reference_deltas(
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    preference: str | None = None,
    population: Collection[str] | None = None,
) -> pd.DataFrame:
    """Return deltas of the references that have them, as DELTAS.

    oracle
        The human ratings as a system's scores: z-scored over the rated sentences (SD 1; mean ratings over participants
        have a smaller one). What the ratings themselves reach when they are scaled as systems' scores are. Only with
        ratings.
    negative_length
        Minus the number of words (of characters, in scripts without spaces), z-scored.
    usual_choice
        The base rate: in every pair, the first of the two sentences, or the second, whichever people prefer more often.
        1 where that is the good one, else −1. Only with a ``preference``, a column of the pairs.

    ``sentences`` and ``pairs`` are the tables SENTENCES and PAIRS, ``population`` is that of reference_z_scores.
    """
    human = criteria.pair_deltas(pairs, sentences.set_index("sentence_id")["rating"])
    z_scores = reference_z_scores(sentences, population)
    model = {measure: criteria.pair_deltas(pairs, z) for measure, z in z_scores.items()}
    if human.isna().all():
        model.pop("oracle")
    if preference:
        first = np.sign(preference_for_first(pairs, preference))
        model["usual_choice"] = first if first.sum() >= 0 else -first
    return pd.concat(
        [
            pd.DataFrame({"pair_id": pairs["pair_id"], "measure": measure, "human_delta": human, "model_delta": deltas})
            for measure, deltas in model.items()
        ],
        ignore_index=True,
    )


@dataclass(frozen=True)
class Reference:
    """Describe the share of pairs that a reference meets, or is expected to.

    ``draw_sd`` is the SD of one random draw (NaN: no draw), ``fold_sd`` that over divisions into folds (NaN: nothing is
    cross-validated), ``more`` variance besides that over clusters.
    """

    measure: str
    share: Estimate
    draw_sd: float = np.nan
    fold_sd: float = np.nan
    more: float = 0.0


def reference_shares(human: pd.Series, pairs: pd.DataFrame, step: tuple[str, float]) -> Iterator[Reference]:
    """Yield the references without deltas of their own, by one criterion and δ (``step``).

    permuted_within, permuted_across
        The human deltas, permuted within phenomena and over all pairs: the right distribution, the wrong pairs. Like
        the humans, they mostly know which sentence is acceptable.
    best_constant, best_constant_left_out
        The one positive delta, given to every pair, that meets the ADC most often at this δ; and the share where each
        cluster gets the constant that is best for the clusters of other folds (Fitted). It knows which sentence is
        acceptable, and the typical size of human deltas.
    random
        Every sentence has an independent standard normal score.

    Parameters:
        human: the deltas of the pairs that count; all NaN without ratings: then there is only the last reference.
        pairs: these pairs, as in PAIRS.
    """
    numbers = cluster_numbers(pairs["cluster"])
    if human.notna().all():
        values = human.to_numpy()
        within = chance.permuted_within(values, values, pairs["phenomenon"], numbers, step)
        yield Reference("permuted_within", *within)
        yield Reference("permuted_across", *chance.permuted(values, values, numbers, step))
        constant = fit_factor(values, np.ones(len(values)), pairs["cluster"], step)
        yield Reference("best_constant", constant.best)
        if numbers.max() > 0:
            cross_validated = constant.cross_validated
            yield Reference("best_constant_left_out", cross_validated, fold_sd=constant.fold_sd, more=constant.choosing)
    hits, draw_sd = random_scores(human, pairs, step)
    yield Reference("random", mean(hits, numbers), draw_sd)


def expected_shares(human: np.ndarray, phenomena: pd.Series, threshold: float) -> dict[str, float]:
    """Return the ADC's share of each reference without deltas at one δ, by its name, without what intervals need.

    They are those of reference_shares, except for best_constant_left_out.
    """
    step = ("adc", threshold)
    within = [group.to_numpy() for _, group in pd.Series(human).groupby(phenomena.to_numpy(), sort=False)]
    return {
        "permuted_within": sum(chance.matches_of_human(d, d, step).sum() / len(d) for d in within) / len(human),
        "permuted_across": chance.matches_of_human(human, human, step).sum() / len(human) ** 2,
        "best_constant": criteria.meets(human, np.full(len(human), best_constant(human, threshold)), *step).mean(),
        "random": random_hits(*criteria.accepted(human, *step)).mean(),
    }


@dataclass(frozen=True)
class Fitted:
    """Describe the positive factor of a system's deltas with which they meet a criterion most often.

    ``best`` is the share with ``factor``. ``cross_validated`` is the share where the deltas of each cluster are
    multiplied by the factor that is best for the clusters of other folds. It is the mean over random divisions of the
    clusters into folds, because the best factor jumps when few pairs change. ``fold_sd`` is the SD of the share over
    divisions. ``factors`` (division × pair) are the factors; all NaN where there is one cluster.

    The jackknife of ``cross_validated`` takes the factors as given. Its interval needs ``choosing``, too: a variance
    for what the choice of the factor adds to ``best`` and costs ``cross_validated``, half the square of their
    difference. In simulated worlds of 67 to 120 clusters, of like and unlike sizes, intervals then contain the truth in
    95 or 96 of 100 cases. With 30 clusters or fewer, they do in 98 or 99. (With a third of the square, these are 94 or
    95, and 96 to 98; but of intervals of people above a constant, only 92.6 of 100 hold the truth.)
    """

    factor: float
    best: Estimate
    cross_validated: Estimate
    fold_sd: float
    factors: np.ndarray

    @property
    def choosing(self) -> float:
        """Return the variance that the choice of the factor adds to ``cross_validated``; see the class."""
        return (self.best.value - self.cross_validated.value) ** 2 / 2


def best_constant(human_delta, threshold: float) -> float:
    """Return the one positive delta that, given to every pair, meets the ADC most often; 1 where none meets it."""
    human = np.asarray(human_delta, dtype=float)
    return fit_factor(human, np.ones(len(human)), np.zeros(len(human), dtype=int), ("adc", threshold)).factor


def cluster_folds(clusters) -> np.ndarray:
    """Return the fold of each item (division × item) in random divisions of its clusters into folds.

    A division deals the clusters, in a random order, to FOLDS folds. With no more clusters than folds, each is a fold
    by itself, and there is one division. Divisions depend on the clusters' names alone, not on the order of the items.
    """
    ranks, names = pd.factorize(np.asarray(clusters), sort=True)
    if len(names) <= FOLDS:
        return ranks[None]
    generator = np.random.default_rng(SEED)
    return np.stack([(generator.permutation(len(names)) % FOLDS)[ranks] for _ in range(REPETITIONS)])


def fit_factor(human, model, clusters, step: tuple[str, float]) -> Fitted:
    """Return the factor of the model's deltas with which they meet a criterion most often, with its share of pairs.

    It is fitted to all pairs, with each cluster left out, and by cross-validation over clusters. A pair whose deltas
    have the same sign meets the ADC at factors in an open range. The factor is the middle of the lowest place where
    most ranges overlap; 1 where there is no range. By the BLiMP criterion every factor is as good. With every factor, a
    tie counts as half (criteria.credit).

    Parameters:
        human, model, clusters: the deltas and the cluster of each pair.
        step: a criterion and its δ.
    """
    human, model = np.asarray(human, dtype=float), np.asarray(model, dtype=float)
    low, high = criteria.accepted(human, *step)
    size = np.abs(model)
    right = (np.sign(human) == np.sign(model)) & (size > 0) if step[0] == "adc" else model > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.sort(np.abs([low, high]), axis=0) / size
    first, last = ends[0][right], ends[1][right]
    places = np.concatenate([last, first])  # at the same place, an end stands before a beginning: ranges are open
    order = np.argsort(places, kind="stable")
    change = np.concatenate([-np.ones(len(last), dtype=int), np.ones(len(first), dtype=int)])[order]
    pair = np.concatenate([np.flatnonzero(right)] * 2)[order]
    places, total, halves = places[order], len(human), criteria.half_of_ties(human, model, *step)

    def middle(counts: np.ndarray) -> tuple[float, float]:
        """Return the best factor for the pairs that count (a mask), and how many of them meet the criterion with it."""
        if step[0] == "blimp":
            return 1.0, (right + halves)[counts].sum()
        changes = counts[pair]
        if not changes.any():
            return 1.0, halves[counts].sum()
        ends_of_counted, overlaps = places[changes], np.cumsum(change[changes])
        place = int(np.argmax(overlaps))
        return float((ends_of_counted[place] + ends_of_counted[place + 1]) / 2), overlaps[place] + halves[counts].sum()

    factor, most = middle(np.ones(total, dtype=bool))
    numbers = cluster_numbers(clusters)
    if numbers.max() == 0:  # there are no other clusters
        none = np.array([np.nan])
        return Fitted(factor, Estimate(most / total, none), Estimate(np.nan, none), np.nan, np.full((1, total), np.nan))
    left_out = [middle(numbers != cluster)[1] for cluster in range(numbers.max() + 1)]
    sizes = np.bincount(numbers)
    best = Estimate(most / total, np.array(left_out) / (total - sizes), effective_number(sizes))
    folds = cluster_folds(clusters)
    factors = np.array([[middle(division != fold)[0] for fold in range(division.max() + 1)] for division in folds])
    factors = np.take_along_axis(factors, folds, axis=1)
    hits = criteria.credit(human, factors * model, *step)
    cross_validated = mean(hits.mean(axis=0), numbers)
    return Fitted(factor, best, cross_validated, over_divisions(hits.sum(axis=1)) / total, factors)


def over_divisions(counts: np.ndarray) -> float:
    """Return the SD (ddof = 1) of counts over divisions; 0 for the one division that there is with few clusters."""
    return float(counts.std(ddof=1)) if len(counts) > 1 else 0.0


def random_hits(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return how likely the difference of two standard normal scores lies between ``low`` and ``high``."""
    return ndtr(high / np.sqrt(2)) - ndtr(low / np.sqrt(2))


def random_scores(human: pd.Series, pairs: pd.DataFrame, step: tuple[str, float]) -> tuple[np.ndarray, float]:
    """Return how likely each pair meets a criterion if all scores are random, and the SD of the share in one draw.

    Every sentence has an independent standard normal score. A delta is normal with variance 2. Two pairs depend on each
    other where they share a sentence; given its score, they do not. So the variance of the count is Σ p(1 − p) plus,
    for each sentence, the integral over its score x of (Σ g)² − Σ g², g being what x adds to the probability of each of
    the sentence's pairs.
    """
    low, high = criteria.accepted(human, *step)
    p = random_hits(low, high)
    sentences = np.concatenate([pairs["good_id"], pairs["bad_id"]])
    shared = pd.Series(sentences).duplicated(keep=False).to_numpy()  # the others tie no two pairs together
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    weights = weights / weights.sum()
    good, bad = np.split(shared, 2)
    as_good = ndtr(nodes - low[good, None]) - ndtr(nodes - high[good, None])
    as_bad = ndtr(high[bad, None] + nodes) - ndtr(low[bad, None] + nodes)
    added = np.concatenate([as_good, as_bad]) - np.concatenate([p[good], p[bad]])[:, None]
    by_sentence = pd.DataFrame(added).groupby(sentences[shared], sort=False).sum()
    together = ((by_sentence.to_numpy() ** 2).sum(axis=0) - (added**2).sum(axis=0)) @ weights
    return p, float(np.sqrt(max((p * (1 - p)).sum() + together, 0))) / len(p)
