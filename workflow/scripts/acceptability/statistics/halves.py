"""Random halves of the people who rated, and what they say of a panel as large as all of them (pure)."""

import numpy as np

from acceptability.statistics import panels
from acceptability.statistics.clusters import Estimate, effective_number
from acceptability.statistics.correlation import r_without_error


def random_halves(rated: panels.Answers, splits: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean z-score that each half of the people gives to each sentence, and the number of its answers.

    Both arrays are splits × half × sentence; a mean is NaN where a half has no answer. In every split, people are
    halved at random within those who share sentences (panels.halves).
    """
    row, place = np.nonzero(rated.participant >= 0)
    who, z, sentences = rated.participant[row, place], rated.z[row, place], len(rated.sentences)
    generator = np.random.default_rng(seed)
    counts, sums = np.zeros((2, splits, 2, sentences))
    for split in range(splits):
        side = panels.halves(rated.group, generator.permutation(len(rated.group)))[who]
        counts[split] = np.bincount(side * sentences + row, minlength=2 * sentences).reshape(2, -1)
        sums[split] = np.bincount(side * sentences + row, z, 2 * sentences).reshape(2, -1)
    return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0), counts


def times_larger(counts: np.ndarray) -> float:
    """Return how many times as many raters all people are as one half of them, for the formula of Spearman and Brown.

    The sampling error of a mean rating is in proportion to 1 / its raters, so it is the ratio of harmonic means: that
    of the raters of all rated sentences, and that of the raters in the halves, over the sentences that both halves
    rated. NaN where most sentences have one rater: the few that two people rated say too little of the others.

    Parameters:
        counts: the number of answers, splits × half × sentence, as random_halves returns it.
    """
    raters = counts[0].sum(axis=0)
    raters = raters[raters > 0]
    both = np.broadcast_to((counts > 0).all(axis=1, keepdims=True), counts.shape)
    if not both.any() or np.median(raters) < 2:
        return np.nan
    return float((1 / counts[both]).mean() / (1 / raters).mean())


def spearman_brown(r, times: float):
    """Return the reliability of a panel ``times`` as large as those that correlate by ``r`` (a number, or an array).

    It is times·r / (1 + (times − 1)·r) (Spearman 1910, Brown 1910), and 1 for an infinite panel. An r of 0 or less, of
    panels that have no reliability, is returned as it is.
    """
    r = np.asarray(r, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(r > 0, r / (r + (1 - r) / times), r)[()]


def agreement(rated: panels.Answers, numbers: np.ndarray, splits: int, seed: int) -> tuple[Estimate, int]:
    """Return Pearson's r of the mean ratings of two panels as large as the one that rated, and the number of sentences.

    It is the mean r of random halves, over the sentences that both halves rated, stepped up to all people. The number
    of sentences is a mean, too, rounded. NaN where times_larger is.

    Parameters:
        numbers: the number of each sentence's cluster.
        splits: the number of random splits.
    """
    means, counts = random_halves(rated, splits, seed)
    clusters = int(numbers.max()) + 1
    rs = np.full((splits, 1 + clusters), np.nan)
    both = (counts > 0).all(axis=1)
    for split, counted in enumerate(both):
        r = r_without_error(*means[split][:, counted], np.zeros(counted.sum()), numbers[counted])
        rs[split] = r.value  # also without the clusters after the last that counts
        rs[split, 1 : 1 + len(r.left_out)] = r.left_out
    times = times_larger(counts)
    mean = spearman_brown(rs.mean(axis=0), times) if times > 0 else np.full(1 + clusters, np.nan)
    return Estimate(mean[0], mean[1:], effective_number(np.bincount(numbers))), round(both.sum(axis=1).mean())
