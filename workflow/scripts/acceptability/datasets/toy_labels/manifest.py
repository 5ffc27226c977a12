"""Labelled sentences of the demo's toy language, for classifiers."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest
from acceptability.datasets.toy.manifest import RESOURCES

KIND = "toy-labels"
KEYS: dict = {}
NEEDED = ()


def manifest(entry: Mapping) -> Manifest:
    """A sentence's phenomenon is its one major feature."""
    return Manifest(resources=RESOURCES, splits=True, features=("major",), simulated=True)
