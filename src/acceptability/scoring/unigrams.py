"""Fit add-one unigram models to a corpus's tokens (pure)."""

import math
from collections.abc import Mapping

import pandas as pd

END = "</s>"


class Unigrams:
    """Describe an add-one unigram model (Niu & Penn 2020): p(w) = (count(w) + 1) / (tokens + types + 1), in natural
    logs.

    The extra type represents all unknown tokens. ``counts`` includes ``</s>``; where the end of a sentence is not
    scored it is no token, and its count is left out.
    """

    def __init__(self, counts: Mapping[str, int], end_of_sentence: bool) -> None:
        counted = {token: count for token, count in counts.items() if end_of_sentence or token != END}
        denominator = sum(counted.values()) + len(counted) + 1
        self.log_probs = {token: math.log((count + 1) / denominator) for token, count in counted.items()}
        self.unknown = math.log(1 / denominator)


def with_unigrams(tokens: pd.DataFrame, counts: pd.DataFrame) -> pd.DataFrame:
    """Return a table as in the contract TOKENS with the column ``unigram_log_prob``; ``counts`` as in UNIGRAMS.

    The counts are of the same model's tokens; where it scores the end of a text, they have that too.
    """
    model = Unigrams(dict(zip(counts["token"], counts["count"], strict=True)), end_of_sentence=True)
    return tokens.assign(unigram_log_prob=tokens["token"].map(model.log_probs).fillna(model.unknown))
