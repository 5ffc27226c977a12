"""Train the simplest classifier of acceptability that uses words, without their order (pure)."""

from collections.abc import Sequence

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

STEPS = 5_000


def bag_of_words(sentences: Sequence[str], labels: Sequence[int]) -> Pipeline:
    """Return a fitted logistic regression (scikit-learn's default, C = 1) on counts of lower-cased words and
    punctuation marks.
    """
    words = CountVectorizer(lowercase=True, token_pattern=r"\w+|[^\w\s]")
    return make_pipeline(words, LogisticRegression(max_iter=STEPS)).fit(sentences, labels)
