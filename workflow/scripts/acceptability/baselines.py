"""Scores that need no trained model: sentence length and a unigram model (pure)."""

import math
import re
from collections import Counter
from collections.abc import Iterable

TOKEN = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")


def tokenise(sentence: str) -> list[str]:
    """Lower-cased words and single punctuation marks; an inner apostrophe stays in its word."""
    return TOKEN.findall(sentence.lower())


def negative_length(sentence: str) -> float:
    """Minus the number of whitespace-separated words: shorter = more acceptable."""
    return -float(len(sentence.split()))


class Unigram:
    """Add-one unigram model: p(w) = (count(w) + 1) / (tokens + types + 1), one type for all unknown words."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.counts = Counter(token for sentence in sentences for token in tokenise(sentence))
        self.denominator = self.counts.total() + len(self.counts) + 1

    def probability(self, token: str) -> float:
        """Probability of one token (already lower-cased)."""
        return (self.counts[token] + 1) / self.denominator

    def log_prob(self, sentence: str) -> float:
        """Natural log-probability of a sentence: the sum over its tokens, no end-of-sentence symbol.

        The sum is exact before rounding, so that the same words in another order score the same.
        """
        return math.fsum(math.log(self.probability(token)) for token in tokenise(sentence))
