"""Labelled sentences of the demo's toy language, for classifiers."""

from collections.abc import Mapping
from pathlib import Path

from acceptability.contracts import io
from acceptability.datasets import toy
from acceptability.datasets.manifest import Dataset, Manifest

KIND = "toy-labels"
KEYS: dict = {}
NEEDED = ()


def manifest(entry: Mapping) -> Manifest:
    """A sentence's phenomenon is its one major feature."""
    return Manifest(resources=toy.RESOURCES, splits=True, features=("major",), simulated=True)


def read(grammar: Path, phenomena: Path) -> Dataset:
    """Generated, not read, as the toy language's pairs are."""
    from acceptability.datasets import toy_language  # its library takes a second to import

    table = io.read_table(phenomena, toy.PHENOMENA)
    sentences, features = toy_language.labelled_sentences(toy_language.read_grammar(grammar), table)
    return Dataset(sentences, features=features)
