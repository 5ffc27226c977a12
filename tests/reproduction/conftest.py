"""The whole workflow on the real data, once; skipped loudly without an offline mirror."""

import shutil
from pathlib import Path

import pytest

from helpers import MIRROR


def pytest_collection_modifyitems(items):
    if not MIRROR:
        reason = "needs the external files: run `make test MIRROR=<folder>` (see README.md)"
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))


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
