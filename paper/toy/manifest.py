"""The demo's toy language: minimal pairs, rated by simulated participants."""

from collections.abc import Mapping

from acceptability.datasets.corpora import Corpus
from acceptability.datasets.manifest import Manifest, Pairs, Ratings

KIND = "toy"
KEYS: dict = {}
NEEDED = ()
RESOURCES = {"grammar": "resources/demo/grammar.txt", "phenomena": "resources/demo/phenomena.csv"}
CORPUS = Corpus(module="papers.toy.language", resource=RESOURCES["grammar"], simulated=True)
DESCRIPTION = (
    "The toy language is a small grammar. Its sentences train the n-gram model and a small BERT. Its minimal pairs are "
    "of two kinds. In those called local, the words that decide which sentence is acceptable are within three "
    "consecutive words. In those called long, they are further apart than a trigram model sees: it follows the nearer "
    "word there, or guesses. BERT sees the whole sentence. The row of the unigram log-probability shows what word "
    "frequency alone achieves."
)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: everything about it is simulated."""
    return Manifest(
        resources=RESOURCES,
        pairs=Pairs(),
        ratings=Ratings(single=True, panel=True),
        simulated=True,
        description=DESCRIPTION,
    )
