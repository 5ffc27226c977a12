"""Labelled sentences of the demo's toy language, for classifiers."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Splits
from acceptability.papers.toy.manifest import RESOURCES

KIND = "toy-labels"
KEYS: dict = {}
NEEDED = ()


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: a sentence's phenomenon is its one major feature; its source is one of three made-up books."""
    return Manifest(
        resources=RESOURCES,
        splits=Splits(
            features=("major",),
            origins={"agreement": "Toy book 1", "reflexives": "Toy book 2", "structure": "Toy book 3"},
            source_splits=(("reflexives",),),
            out_of_domain=100,
        ),
        simulated=True,
    )
