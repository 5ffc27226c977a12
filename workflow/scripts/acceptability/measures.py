"""Acceptability measures of a sentence from the log-probabilities of its tokens (pure).

All logarithms are natural; higher = more acceptable. Where the end of the sentence is scored, ``</s>`` is one of
the tokens, so that numerator, unigram term and length always count the same tokens. SLOR is due to Pauls & Klein
(2012); PenLP is as in Lau et al. (2020); the others and their names are those of Lau, Clark & Lappin (2017).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Sentence:
    """One scored sentence.

    ``log_probs`` and ``unigram_log_probs`` hold, for each token in order, log p(w) under the model and log p_u(w)
    under the unigram model; ``words`` counts the whitespace-separated words of the sentence as written.
    """

    log_probs: Sequence[float]
    unigram_log_probs: Sequence[float]
    words: int


def log_prob(sentence: Sentence) -> float:
    """Σ log p(w). The sum is exact before rounding, whatever the order of the tokens."""
    return math.fsum(sentence.log_probs)


def unigram_log_prob(sentence: Sentence) -> float:
    """Σ log p_u(w). The same words in another order score the same to the last bit."""
    return math.fsum(sentence.unigram_log_probs)


def mean_lp(sentence: Sentence) -> float:
    """MeanLP: Σ log p(w) / n."""
    return log_prob(sentence) / len(sentence.log_probs)


def pen_lp(sentence: Sentence) -> float:
    """PenLP: Σ log p(w) / ((5 + n) / (5 + 1))^0.8."""
    return log_prob(sentence) / ((5 + len(sentence.log_probs)) / (5 + 1)) ** 0.8


def norm_lp(sentence: Sentence) -> float:
    """NormLP, by division: −Σ log p(w) / Σ log p_u(w)."""
    return -log_prob(sentence) / unigram_log_prob(sentence)


def slor(sentence: Sentence) -> float:
    """SLOR: (Σ log p(w) − Σ log p_u(w)) / n."""
    return (log_prob(sentence) - unigram_log_prob(sentence)) / len(sentence.log_probs)


def slor_as_published(sentence: Sentence) -> float:
    """SLOR by the published convention of length: whitespace-separated words + 2, whatever the tokens are."""
    return (log_prob(sentence) - unigram_log_prob(sentence)) / (sentence.words + 2)


def word_lp_min_1(sentence: Sentence) -> float:
    """Word LP Min-1: the smallest −log p(w) / log p_u(w) of any token."""
    return min(-p / u for p, u in zip(sentence.log_probs, sentence.unigram_log_probs, strict=True))


MEASURES: dict[str, Callable[[Sentence], float]] = {
    function.__name__: function
    for function in (log_prob, mean_lp, pen_lp, norm_lp, slor, slor_as_published, word_lp_min_1, unigram_log_prob)
}
