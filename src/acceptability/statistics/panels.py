"""Draw random panels of participants who rated the same sentences, and measure their agreement (pure).

**Who stands against whom.** A panel is made of whole participants. In every split, all participants are put into a
random order, and each group (participants who, directly or through others, rated sentences in common; those who rated
one list, say) is halved. The first k answers to a sentence from one half stand against the first k from the other.
Nobody is in both halves. Raters drawn anew for each sentence would give the same means over splits, but narrower
ranges: a participant's ways show in all sentences of the list, and would then be spread over both sides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
import pandas as pd

from acceptability.statistics import correlation, criteria
from acceptability.statistics.families import components

INTERVAL = (0.025, 0.975)


@dataclass(frozen=True)
class Answers:
    """Contain z-scores of single participants: a row for each sentence, a column for each answer.

    ``z`` and ``participant`` (a number; −1 where a sentence has fewer answers) have the same shape; ``counts`` is the
    number of answers of each sentence, ``group`` that of each participant's group, ``sentences`` the ids of the rows.
    """

    sentences: pd.Index
    z: np.ndarray
    participant: np.ndarray
    counts: np.ndarray
    group: np.ndarray

    def means(self) -> np.ndarray:
        """Return the mean z-score of each sentence."""
        return self.z.sum(axis=1) / self.counts

    def variances(self) -> np.ndarray:
        """Return the sample variance (ddof = 1) of each sentence's z-scores; NaN where it has one answer."""
        squares = np.where(self.participant >= 0, (self.z - self.means()[:, None]) ** 2, 0).sum(axis=1)
        return np.divide(squares, self.counts - 1, out=np.full(len(squares), np.nan), where=self.counts > 1)

    def without_each(self) -> pd.DataFrame:
        """Return what leaving out each participant (rows, by group) adds to the mean of each sentence (columns).

        It is 0 where nobody else rated.
        """
        means, answered = self.means(), self.participant >= 0
        rows, columns = np.nonzero(answered & (self.counts > 1)[:, None])
        added = np.zeros((len(self.group), len(means)))
        added[self.participant[rows, columns], rows] = (means[rows] - self.z[rows, columns]) / (self.counts[rows] - 1)
        return pd.DataFrame(added, index=self.group, columns=self.sentences)


def answers(ratings: pd.DataFrame) -> Answers:
    """Return Answers from ``participant, sentence_id, z_score``, one row for each answer, in any order."""
    ratings = ratings.sort_values(["sentence_id", "participant"], ignore_index=True)
    row, sentences = pd.factorize(ratings["sentence_id"])
    who, names = pd.factorize(ratings["participant"], sort=True)
    counts = np.bincount(row)
    column = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    z, participant = np.zeros((len(counts), counts.max())), np.full((len(counts), counts.max()), -1)
    z[row, column], participant[row, column] = ratings["z_score"], who
    size = len(counts) + len(names)
    group = components(row, who + len(counts), size)[len(counts) :]
    return Answers(pd.Index(sentences), z, participant, counts, group)


def rated_pairs(rated: Answers, pairs: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Return the positions in ``rated`` of the good and of the bad member, for the pairs of which both have answers."""
    good, bad = (rated.sentences.get_indexer(pairs[side]) for side in ("good_id", "bad_id"))
    rated_sides = (good >= 0) & (bad >= 0)
    return good[rated_sides], bad[rated_sides]


def split_halves(
    rated: Answers,
    good: np.ndarray,
    bad: np.ndarray,
    thresholds: list[float],
    sizes: Sequence[int],
    splits: int,
    seed: int,
) -> pd.DataFrame:
    """Return the observed rows of ceiling.ceiling, for panels of these sizes, without ``source``.

    Columns: ``comparison, raters, against, criterion, threshold, mean, pairs, low, high``; ``against`` is that of equal
    panels.

    Parameters:
        good, bad: the positions of each pair's sentences, as rated_pairs returns them; without pairs, sentences count.
        sizes: numbers of raters of a sentence, rising.
        splits: the number of random splits.
    """
    generator = np.random.default_rng(seed)
    rows = []
    for _ in range(splits):
        order = generator.permutation(len(rated.group))
        side = halves(rated.group, order)
        first, second = (running_means(rated, order, side == half, sizes)[0] for half in (0, 1))
        panel, rest = running_means(rated, order, np.ones(len(order), dtype=bool), sizes)
        sides = [("equal_panels", first, second), ("rest", panel, rest)]
        if len(good):
            spread = np.nanstd(first, axis=1, keepdims=True)
            sides.insert(1, ("scaled_panels", first / np.where(spread > 0, spread, np.nan), second))
        for comparison, system, human in sides:
            for raters, numbers in zip(sizes, agreement(system, human, good, bad, thresholds), strict=False):
                rows += [(comparison, float(raters), float(raters), *key, *value) for key, value in numbers.items()]
    keys = ["comparison", "raters", "against", "criterion", "threshold"]
    if not rows:
        return pd.DataFrame(columns=keys)
    table = pd.DataFrame(rows, columns=[*keys, "value", "pairs"])
    by_key = table.groupby(keys, sort=False, dropna=False)
    summary = by_key.agg(mean=("value", "mean"), pairs=("pairs", "mean"))
    for name, share in zip(("low", "high"), INTERVAL, strict=True):
        summary[name] = by_key["value"].quantile(share)
    return summary.reset_index()


def halves(group: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Return 0 or 1 for each participant: every other one of a group, in the given order, so that halves are even."""
    by_group = np.lexsort((order, group))
    size = np.bincount(group)
    side = np.empty(len(group), dtype=int)
    side[by_group] = (np.arange(len(group)) - np.repeat(np.cumsum(size) - size, size)) % 2
    return side


def running_means(
    rated: Answers, order: np.ndarray, allowed: np.ndarray, sizes: Sequence[int]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean of the first k answers of allowed participants, and of all their other answers.

    Both arrays are k (each of ``sizes``) × sentence; NaN where a sentence has too few answers.
    """
    counts = (rated.participant >= 0) & allowed[rated.participant]
    ordered = np.argsort(np.where(counts, order[rated.participant], len(order)), axis=1)
    sums = np.cumsum(np.take_along_axis(np.where(counts, rated.z, 0), ordered, axis=1), axis=1)
    available, total = counts.sum(axis=1), sums[:, -1]
    raters = np.asarray(sizes, dtype=int)[:, None]
    sums = sums.T[raters[:, 0] - 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.where(available >= raters, sums / raters, np.nan)
        rest = np.where(available > raters, (total - sums) / (available - raters), np.nan)
    return first, rest


def agreement(
    system: np.ndarray, human: np.ndarray, good: np.ndarray, bad: np.ndarray, thresholds: list[float]
) -> list[dict]:
    """Return both criteria (ties half) and both correlations of two panels' ratings, a dictionary for each number of
    raters; of sentences in no pairs, the correlation of their ratings.

    Keys are (criterion, δ or NaN), values (share or r, number of pairs, or of sentences). Once no pair, or fewer than
    three sentences, are rated by both panels, the numbers of raters that follow are left out.

    Parameters:
        system, human: mean ratings, k × sentence.
        good, bad: the positions of each pair's sentences.
    """
    if not len(good):
        correlations = [correlation.pearson(*sides) for sides in zip(system, human, strict=True)]
        return [
            {("sentence_r", np.nan): r_and_number}
            for r_and_number in takewhile(lambda r_and_number: r_and_number[1] > 2, correlations)
        ]
    model, reference = (criteria.subtract(side[:, good], side[:, bad]) for side in (system, human))
    pairs = (~np.isnan(model) & ~np.isnan(reference)).sum(axis=1)
    steps = [("blimp", np.nan), *(("adc", float(delta)) for delta in thresholds)]
    met = {step: criteria.credit(reference, model, *step).sum(axis=1) for step in steps}
    by_raters = []
    for row, number in enumerate(pairs):
        if not number:
            break  # nor will there be any with more raters
        numbers = {step: hits[row] / number for step, hits in met.items()}
        numbers["sentence_r", np.nan] = correlation.pearson(system[row], human[row])[0]
        numbers["pair_r", np.nan] = correlation.pearson(model[row], reference[row])[0]
        by_raters.append({key: (float(value), int(number)) for key, value in numbers.items()})
    return by_raters
