"""Measure how a pair's being right depends on length, the differing words, score and confidence (pure)."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability import segmentation
from acceptability.contracts import systems
from acceptability.contracts.names import split_row
from acceptability.scoring.measures import is_sum
from acceptability.scoring.regions import scored_text
from acceptability.statistics import criteria
from acceptability.statistics.clusters import cluster_numbers, mean
from acceptability.statistics.correlation import PLACES
from acceptability.statistics.differences import differences

BINS = 10
RARE = 0.01  # of the pairs: rarer lengths are joined with the next one
COLUMNS = ["row", "predictor", "bin", "value", "pairs", "ties", "share", "share_ties_half", "low", "high"]


def by_predictor(
    sentences: pd.DataFrame, pairs: pd.DataFrame, columns: pd.DataFrame, scores: Mapping[str, pd.Series]
) -> pd.DataFrame:
    """Return the share of pairs that meet the BLiMP criterion in bins of each predictor, as BY_PREDICTOR.

    words
        Of the acceptable sentence.
    difference
        Words of the acceptable sentence minus those of the other: −1 fewer, 0 as many, 1 more.
    characters
        The same of characters.
    same_words
        1 where both sentences have each word equally often, else 0.
    first_difference
        Number of the first word that differs; 0 where none does.
    score, score_per_word
        Of the acceptable sentence; the latter of sums over tokens only. Ten bins of as many pairs.
    confidence
        |delta|, ten bins of as many pairs.

    ``sentences`` and ``pairs`` as in SENTENCES and PAIRS; ``columns`` as systems.delta_columns gives them; ``scores``
    by row (system/measure), indexed by sentence_id; rows without scores have no score. Intervals are over clusters, on
    the share in which a tie is half.
    """
    texts = sentences.set_index("sentence_id")[scored_text(sentences)]
    count = texts.map(segmentation.length)
    counted = criteria.counted(columns["human"])
    pairs = pairs.set_index("pair_id", drop=False).loc[columns.index[counted]]
    good, bad = (pairs[f"{side}_id"].map(count).to_numpy() for side in ("good", "bad"))
    other = differences(texts, pairs)
    shared_predictors = {
        "words": _joined(good),
        "difference": np.sign(good - bad),
        "characters": np.sign(other["characters"].to_numpy()),
        "same_words": other["same_words"].to_numpy(dtype=int),
        "first_difference": _joined(other["first_difference"].fillna(0).to_numpy()),
    }
    rows = []
    for row in columns.columns.drop("human"):
        delta = columns.loc[counted, row].to_numpy()
        predictors = dict(shared_predictors)
        if row in scores:
            score = scores[row].reindex(pairs["good_id"]).to_numpy()
            predictors["score"] = _tenths(score)
            if is_sum(split_row(row)[1]):
                predictors["score_per_word"] = _tenths(score / good)
        predictors["confidence"] = _tenths(np.abs(delta))
        for name, bins in predictors.items():
            rows += [(row, name, *cells) for cells in _shares(delta, bins, pairs["cluster"].to_numpy())]
    return pd.DataFrame(rows, columns=COLUMNS)


def _joined(lengths: np.ndarray) -> np.ndarray:
    """Return lengths, with those at either end that are rare replaced by the next one."""
    low, high = np.quantile(lengths, [RARE, 1 - RARE], method="nearest")
    return np.clip(lengths, low, high)


def _tenths(values: np.ndarray) -> np.ndarray:
    """Return the bin of each value, from 1 to 10: bins of as many values, equal ones together."""
    ranks = pd.Series(values).round(PLACES).rank(method="average", pct=True).to_numpy()
    return np.clip(np.ceil(BINS * ranks - 1e-9), 1, BINS)


def _shares(delta: np.ndarray, bins: np.ndarray, clusters: np.ndarray) -> Iterator[tuple]:
    """Yield the cells of each bin: number, value, pairs, ties, share, the share with ties as half and its interval."""
    for number, value in enumerate(np.unique(bins), start=1):
        these = bins == value
        met, ties = (delta[these] > 0).sum(), (delta[these] == 0).sum()
        half = criteria.right(delta[these])
        share = mean(half, cluster_numbers(clusters[these]))
        pairs = int(these.sum())
        yield number, float(value), pairs, int(ties), met / pairs, share.value, *share.share_interval(pairs)


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    deltas: dict[str, pd.DataFrame],
    scores: dict[str, pd.DataFrame],
    dataset: str,
) -> pd.DataFrame:
    """Return the shares by predictor, as BY_PREDICTOR. ``deltas`` and ``scores`` are tables by system."""
    columns, by_row = systems.delta_columns(deltas), systems.by_row(scores, "score")
    return by_predictor(sentences, pairs, columns, by_row).assign(dataset=dataset)
