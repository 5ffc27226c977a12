"""The demo's toy language: minimal pairs, rated by simulated participants."""

from collections.abc import Mapping
from pathlib import Path

from acceptability.contracts import io
from acceptability.contracts.columns import Table, number, text
from acceptability.datasets import user_pairs
from acceptability.datasets.manifest import Dataset, Manifest
from acceptability.datasets.ratings import mean_ratings, participant_z_scores

KIND = "toy"
KEYS: dict = {}
NEEDED = ()
RESOURCES = {"grammar": "resources/demo/grammar.txt", "phenomena": "resources/demo/phenomena.csv"}
DESCRIPTION = (
    "The toy language is a small grammar. Its sentences train the n-gram model and a small BERT. Its minimal pairs are "
    "of two kinds. In those called local, the words that decide stand within three words of each other. In those "
    "called long they are further apart than a trigram sees: it follows the nearer word there, or guesses. BERT sees "
    "the whole sentence. The row of the unigram log-probability shows what word frequency alone gives."
)

PHENOMENA = Table(
    "toy_phenomena",
    {
        "phenomenon": text("what the pairs are about", unique=True),
        "effect": number("how much less acceptable simulated participants find the bad member"),
        "good": text("template of the good member"),
        "bad": text("template of the bad member"),
    },
)


def manifest(entry: Mapping) -> Manifest:
    """Everything about it is simulated."""
    return Manifest(
        resources=RESOURCES, pairs=True, rated=True, single_ratings=True, simulated=True, description=DESCRIPTION
    )


def read(grammar: Path, phenomena: Path) -> Dataset:
    """Generated, not read: the same grammar gives the same dataset on every machine."""
    from acceptability.datasets import toy_language  # its library takes a second to import

    table = io.read_table(phenomena, PHENOMENA)
    pairs = toy_language.minimal_pairs(toy_language.read_grammar(grammar), table)
    raw = toy_language.simulated_ratings(pairs, dict(zip(table["phenomenon"], table["effect"], strict=True)))
    sentences, minimal_pairs = user_pairs.from_user_table(pairs)
    sentences["rating"] = sentences["sentence_id"].map(mean_ratings(raw))
    ratings = raw.assign(z_score=participant_z_scores(raw)).drop(columns="rating")
    return Dataset(sentences, minimal_pairs, ratings)
