"""Shared by all tests: a copied checkout, and one in which the demo has run."""

import os
from pathlib import Path

import hypothesis
import pytest

from acceptability.sources import fetching, software_heritage
from helpers import COMPILED, MIRROR, ROOT, copy_checkout, snakemake
from make_demo import run_demo

os.environ[software_heritage.VARIABLE] = ""  # tests ask no archive

# Property tests: examples of each. `make test-thorough` takes the second profile.
hypothesis.settings.register_profile("quick", max_examples=20, deadline=None)
hypothesis.settings.register_profile("thorough", max_examples=300, deadline=None)
hypothesis.settings.load_profile("quick")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copied checkout of its own."""
    return copy_checkout(tmp_path / "checkout")


@pytest.fixture
def checkout_with_kenlm(tmp_path: Path) -> Path:
    """The same, with KenLM's programs."""
    return copy_checkout(tmp_path / "checkout", built=COMPILED)


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copied checkout in which the demo has run. Tests must leave it as it is."""
    if made := os.environ.get("ACCEPTABILITY_DEMO"):  # by `make test-demo`, for several groups of tests
        return Path(made).resolve()
    return run_demo(tmp_path_factory.mktemp("demo") / "checkout")


@pytest.fixture(scope="session")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copied checkout in which everything declared has run. Tests must leave it as it is."""
    folder = copy_checkout(tmp_path_factory.mktemp("paper") / "checkout", built=COMPILED)
    run = snakemake(folder, mirror=os.path.abspath(MIRROR))
    assert run.returncode == 0, run.stdout[-4000:]
    return folder


@pytest.fixture(scope="session")
def pbc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of the study that is off by default. Tests must leave them as they are."""
    if not MIRROR:
        pytest.skip("needs the external files: run `make test-thorough MIRROR=<folder>` (see README.md)")
    folder = copy_checkout(tmp_path_factory.mktemp("pbc") / "checkout", built=COMPILED)
    for name, row in fetching.read_registry(folder / "resources/sources.tsv").items():
        if name.startswith("hu2020"):  # many small files, which a job each would fetch in a minute
            fetching.fetch(row, folder / "resources/raw" / name, os.path.abspath(MIRROR))
    run = snakemake(folder, "--config", "studies=[pbc]", mirror=os.path.abspath(MIRROR))
    assert run.returncode == 0, run.stdout[-4000:]
    return folder / "results"


@pytest.fixture(scope="session")
def smollm2() -> Path:
    """Return the GGUF file of SmolLM2, a real language model (98 MB), fetched once for all runs of the tests."""
    name = "smollm2-135m-instruct.q4_1.gguf"
    path = ROOT / "build/models" / name
    try:
        fetching.fetch(fetching.read_registry(ROOT / "resources/sources.tsv")[name], path, MIRROR, attempts=1)
    except fetching.Unreachable as error:
        pytest.skip(f"needs SmolLM2: {error}")
    return path
