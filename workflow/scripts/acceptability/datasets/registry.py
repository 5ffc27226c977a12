"""The readers of this folder: every module that says which ``KIND`` of dataset it reads.

A reader has ``KIND`` (the key ``kind`` of an entry in the configuration), ``KEYS`` (the entry's own keys, as JSON
Schema), ``NEEDED`` (those it cannot do without), ``manifest(entry)`` and ``read(...)``, whose arguments the manifest
names.
"""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType

from acceptability import datasets
from acceptability.datasets.manifest import Manifest


@cache
def readers() -> dict[str, ModuleType]:
    """The reader of each kind of dataset."""
    names = [name for _, name, _ in pkgutil.iter_modules(datasets.__path__)]
    modules = [import_module(f"{datasets.__name__}.{name}") for name in names if name != "registry"]
    return {module.KIND: module for module in modules if hasattr(module, "KIND")}


def manifest(entry: Mapping) -> Manifest:
    """The manifest of an entry of the section ``datasets``."""
    return readers()[entry["kind"]].manifest(entry)


def module_of(entry: Mapping) -> str:
    """Name of the module that reads an entry, below the package."""
    return readers()[entry["kind"]].__name__.partition(".")[2]
