"""Divide participants into random halves, to estimate what a panel as large as all of them would reach (pure)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

import numpy as np
import pandas as pd

from acceptability.statistics import panels
from acceptability.statistics.clusters import Estimate, crossed_r_interval, effective_number, sums_by
from acceptability.statistics.correlation import moments, r_of_sums


def each_halving(rated: panels.Answers, splits: int, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Yield random halvings: the half (0 or 1) of each participant, the mean z-score that each half gives to each
    sentence, and the number of its answers.

    The last two are half × sentence; a mean is NaN where a half has no answer. Participants are halved at random within
    those who share sentences (panels.halves).
    """
    row, who, z = _single_answers(rated)
    generator, sentences = np.random.default_rng(seed), len(rated.sentences)
    for _ in range(splits):
        side = panels.halves(rated.group, generator.permutation(len(rated.group)))
        place = side[who] * sentences + row
        counts, sums = (np.bincount(place, weights, 2 * sentences).reshape(2, -1) for weights in (None, z))
        yield side, np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0), counts


def _single_answers(rated: panels.Answers) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the sentence, the participant (both as numbers) and the z-score of each answer."""
    row, place = np.nonzero(rated.participant >= 0)
    return row, rated.participant[row, place], rated.z[row, place]


def random_halves(rated: panels.Answers, splits: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the means and the counts of each_halving, both as splits × half × sentence."""
    _, means, counts = zip(*each_halving(rated, splits, seed), strict=True)
    return np.stack(means), np.stack(counts)


def times_larger(counts: np.ndarray) -> float:
    """Return how many times as many raters all people are as one half of them, for the formula of Spearman and Brown.

    The sampling error of a mean rating is in proportion to 1 / its raters, so it is the ratio of two harmonic means.
    One is that of the raters of all rated sentences, the other that of the raters in the halves, over the sentences
    that both halves rated. NaN where most sentences have one rater: the few that two people rated say too little of the
    others.

    Parameters:
        counts: the number of answers, splits × half × sentence, as random_halves returns it.
    """
    raters = counts[0].sum(axis=0)
    rated_by_halves = np.broadcast_to((counts > 0).all(axis=1, keepdims=True), counts.shape)
    error = _error_of(raters[raters > 0])
    return float((1 / counts[rated_by_halves]).mean() / error) if rated_by_halves.any() else np.nan


def _error_of(raters: np.ndarray) -> float:
    """Return the mean of 1 / raters, to which the sampling error of ratings is in proportion; NaN where most sentences
    have one rater.
    """
    return float((1 / raters).mean()) if np.median(raters) >= 2 else np.nan


def spearman_brown(r, times: float):
    """Return the reliability of a panel ``times`` as large as those that correlate by ``r`` (a number, or an array).

    It is times·r / (1 + (times − 1)·r) (Spearman 1910, Brown 1910), and 1 for an infinite panel. An r of 0 or less, of
    panels that have no reliability, is returned unchanged.
    """
    r = np.asarray(r, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(r > 0, r / (r + (1 - r) / times), r)[()]


@dataclass(frozen=True)
class Agreement:
    """Describe Pearson's r of the mean ratings of two panels as large as the one that rated.

    Attributes:
        estimates: r with each cluster of a kind left out, for each kind; with each participant left out; then with what
            two of these share left out, and so on, as clusters.crossed_interval takes them.
        sentences: the number of sentences that both halves rated: a mean over splits, rounded.
    """

    estimates: list[Estimate]
    sentences: int

    @property
    def r(self) -> float:
        """Return r; NaN where most sentences have one rater."""
        return self.estimates[0].value

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of r over clusters and participants jointly; NaN where one of them is too few.

        Where a half has few raters of a sentence, leaving one out changes r by more than another one would, so the
        variance over participants alone is no lower bound of the joint one. That over clusters is.
        """
        kinds = len(self.estimates).bit_length()
        return crossed_r_interval(*self.estimates, bounding=kinds - 1)


def agreement(rated: panels.Answers, kinds: Sequence[np.ndarray], splits: int, seed: int) -> Agreement:
    """Return how well two panels as large as the one that rated agree, by random halves of it.

    It is the mean r of halves, over the sentences that both rated, stepped up to all participants; NaN where
    times_larger is.

    Without a participant, the halves stay unchanged, and one of them has an answer less to some sentences. All
    estimates are stepped up to the raters that all participants are, so they differ in how well people agree, not in
    how many they are.

    Parameters:
        kinds: the number of each sentence's cluster, an array for each kind of cluster.
        splits: the number of random splits.
    """
    row, who, z = _single_answers(rated)
    left_out = list(_left_out(kinds, row, who, rated.group))
    sums = [np.zeros((3, 2 + each.numbers.max())) for each in left_out]
    for side, means, counts in each_halving(rated, splits, seed):
        of_sentences = _terms(means, counts)
        of_answers = of_sentences[:, row] - _terms(*_without(row, side[who], z, means, counts))
        for total, each in zip(sums, left_out, strict=True):
            total += _sums_without(of_sentences, of_answers if each.answers else of_sentences, each.numbers)
    error = _error_of(rated.counts)
    estimates = [_stepped_up(total / splits, each, error) for total, each in zip(sums, left_out, strict=True)]
    return Agreement(estimates, round(sums[0][1, 0] / splits))


@dataclass(frozen=True)
class _LeftOut:
    """Describe what is left out together: the number of each sentence, or of each answer in ``answers``, and strata."""

    numbers: np.ndarray
    answers: bool
    strata: np.ndarray | None = None


def _left_out(kinds: Sequence[np.ndarray], row: np.ndarray, who: np.ndarray, group: np.ndarray) -> Iterator[_LeftOut]:
    """Yield clusters of each kind, and participants; then what two of these share, and so on.

    Participants are drawn within groups, where there are several, each with several participants.

    Parameters:
        row, who: the sentence and the participant of each answer.
        group: the group of each participant.
    """
    sizes = np.bincount(group)
    for size in range(1, len(kinds) + 2):
        for some in combinations([*kinds, who], size):
            if some[-1] is not who:
                yield _LeftOut(reduce(_shared, some), answers=False)
                continue
            numbers = reduce(_shared, [*(each[row] for each in some[:-1]), who])
            strata = group[who[np.unique(numbers, return_index=True)[1]]]
            yield _LeftOut(numbers, True, strata if len(sizes) > 1 and sizes.min() > 1 else None)


def _shared(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return a number for each combination of two numbers."""
    return pd.factorize(first * (int(second.max()) + 1) + second)[0]


def _without(
    row: np.ndarray, half: np.ndarray, z: np.ndarray, means: np.ndarray, counts: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the means and counts that each answer's sentence has without this answer (both half × answer).

    Parameters:
        row, half, z: the sentence, the half and the z-score of each answer.
        means, counts: as each_halving yields them.
    """
    means, counts, places = means[:, row], counts[:, row], (half, np.arange(len(row)))
    with np.errstate(divide="ignore", invalid="ignore"):
        means[places] = (means[places] * counts[places] - z) / (counts[places] - 1)
    counts[places] -= 1
    return means, counts


def _terms(means: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the moments of each sentence, and the mean of 1 / raters over its halves; 0 where one has none (7 × n)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.vstack([moments(means), (1 / counts).mean(axis=0)])
    return np.where((counts > 0).all(axis=0), terms, 0)


def _sums_without(terms: np.ndarray, gone: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Return r, the number of sentences and the sum of 1 / raters: of all, then without each number, in this order.

    ``gone`` is what each item takes off the sums of ``terms``, and ``numbers`` are those of the items.
    """
    groups = np.stack([sums_by(numbers, each) for each in gone])
    left = terms.sum(axis=1, keepdims=True) - np.column_stack([np.zeros(len(gone)), groups])
    return np.stack([r_of_sums(left[:6]), left[0], left[6]])


def _stepped_up(sums: np.ndarray, left_out: _LeftOut, error: float) -> Estimate:
    """Return the estimate of the mean r of halves, stepped up to all raters.

    Without a cluster, the halves have as many raters as with it; without a participant, fewer.

    Parameters:
        sums: what _sums_without returns, a mean over splits.
        error: the mean of 1 / raters of all sentences.
    """
    r, sentences, errors = sums if left_out.answers else (sums[0], *sums[1:, :1])
    with np.errstate(divide="ignore", invalid="ignore"):
        times = errors / sentences / error
    stepped = np.where(times > 0, spearman_brown(r, times), np.nan)
    sizes = np.bincount(left_out.numbers)
    return Estimate(float(stepped[0]), stepped[1:], effective_number(sizes), left_out.strata)
