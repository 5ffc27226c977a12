"""A checkout to which one of each kind was added: a dataset, a paper, a measure and an analysis."""

from pathlib import Path

import pytest

from extension import MIRROR, extend
from helpers import copy_checkout, run_workflow


@pytest.fixture(scope="session")
def extended(demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extended checkout, in which everything has run. Tests must leave it as it is."""
    folder = copy_checkout(tmp_path_factory.mktemp("extended") / "checkout", built=demo)
    extend(folder)
    run_workflow(folder, mirror=str(MIRROR))
    return folder
