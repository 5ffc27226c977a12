"""The whole workflow on the real data, once; skipped loudly without an offline mirror."""

import os
import shutil
from importlib import import_module
from pathlib import Path

import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import CHOICES, PAIRS, RATINGS, SENTENCES
from acceptability.datasets import registry
from acceptability.datasets.dataset import Dataset
from acceptability.sources import fetching
from helpers import MIRROR, ROOT


def pytest_collection_modifyitems(items):
    if not MIRROR:
        reason = "needs the external files: run `make test MIRROR=<folder>` (see README.md)"
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def fetched(tmp_path_factory):
    """Fetches a registered file, once, and returns its path."""
    folder = tmp_path_factory.mktemp("fetched")
    registered = fetching.read_registry(ROOT / "resources/sources.tsv")

    def fetch(name: str) -> Path:
        if not (folder / name).exists():
            fetching.fetch(registered[name], folder / name, os.path.abspath(MIRROR))
        return folder / name

    return fetch


@pytest.fixture(scope="session")
def chosen(fetched):
    """Reads a dataset of pairs of which people chose a sentence; its tables keep their contracts."""

    def make(read, declared):
        files = {argument: fetched(name) for argument, name in declared.sources.items()}
        data = read(**files, **declared.options)
        for table, contract in (("sentences", SENTENCES), ("pairs", PAIRS), ("choices", CHOICES)):
            io.check_table(getattr(data, table), contract, table)
        checks.check_pairs(data.pairs, data.sentences, "pairs")
        return data

    return make


@pytest.fixture(scope="session")
def made(fetched):
    """Reads a dataset of this kind, whose tables keep their contracts."""

    def make(kind: str, **keys: str) -> Dataset:
        entry = {"kind": kind, "label": "x"} | keys
        manifest = registry.manifest(entry)
        files = {argument: fetched(name) for argument, name in manifest.sources.items()}
        resources = {argument: ROOT / path for argument, path in manifest.resources.items()}
        read = import_module(f"acceptability.{registry.module_of(entry)}").read
        found = read(**files, **resources, **manifest.options)
        for table, contract in (("sentences", SENTENCES), ("pairs", PAIRS), ("ratings", RATINGS)):
            io.check_table(getattr(found, table), contract, Path(table))
        checks.check_pairs(found.pairs, found.sentences, "pairs")
        filled = len(found.pairs) > 0, len(found.ratings) > 0
        assert filled == ("pairs" in manifest.has, "single_ratings" in manifest.has)
        found.sentences["rating"] = found.sentences["rating"].astype(float)
        assert found.sentences["rating"].notna().any() == ("rated" in manifest.has)
        assert ("scored" in found.sentences) == manifest.scored_part
        return found

    return make


@pytest.fixture
def raw(paper: Path) -> Path:
    """The fetched files."""
    return paper / "resources" / "raw"


@pytest.fixture
def results(paper: Path) -> Path:
    """The computed files."""
    return paper / "results"


@pytest.fixture
def again(paper: Path, tmp_path: Path) -> Path:
    """A copy of the finished checkout, to change."""
    shutil.copytree(paper, tmp_path / "again", symlinks=True)
    return tmp_path / "again"
