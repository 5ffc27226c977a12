"""Declare n-gram models, which are trained here with KenLM."""

from collections.abc import Mapping

from acceptability.kinds import keys
from acceptability.kinds.kind import Kind

KEYS = {
    "corpus": keys.CORPUS,
    "order": keys.whole("Length of the longest n-grams, from 2 to 6; 3 is a trigram model.", 2, 6),
    "tokenisation": {
        "description": "How the corpus and the test sentences are split: at `whitespace`; into `words` and punctuation "
        "marks; as in the Penn `treebank` (do n't).",
        "enum": ["whitespace", "words", "treebank"],
    },
    "lowercase": keys.boolean(
        "true or false: whether capital letters are ignored, in the corpus and in test sentences."
    ),
    "end_of_sentence": keys.boolean(
        "true or false: whether the end of the sentence is scored as one more token, which also counts in the length."
    ),
    "discount_fallback": keys.boolean(
        "true or false: whether KenLM may use fixed discounts if the corpus is too small or too regular "
        "to estimate them.",
        default=False,
    ),
}


def tokenisation(entry: Mapping) -> list:
    """Return how it splits text, and whether it ignores case."""
    return [entry["tokenisation"], entry["lowercase"]]


KIND = Kind(
    name="ngram",
    section="ngram",
    keys=KEYS,
    needed=("corpus", "order", "tokenisation", "lowercase", "end_of_sentence"),
    columns=("log_prob", "unigram_log_prob"),
    scores_tokens=True,
    shallow=True,
    has_unigrams=lambda entry: True,
    tokenisation=tokenisation,
)
