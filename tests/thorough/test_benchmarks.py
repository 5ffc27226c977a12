"""Every part of the benchmarks runs to its end, with tiny sizes and stand-ins for the programs that it is compared with."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import PARTS
from helpers import COMPILED, MIRROR, ROOT, copy_checkout

FETCHED = ("paper", "blimp")  # these run on the papers' own data, so they take minutes
RIVALS = ROOT / "tests/fixtures/rivals"


def run(folder: Path, *parts: str) -> str:
    """Run parts of the benchmarks in a copy of the project and return what they print."""
    project = copy_checkout(folder / "project", more=("benchmarks", "tests"))
    if (COMPILED / "results/tools").exists():
        shutil.copytree(COMPILED / "results/tools", project / "build/demo/results/tools")
    command = [sys.executable, "-m", "benchmarks", sys.executable, "--harness", sys.executable, "--tiny"]
    environment = os.environ | {"PYTHONPATH": str(RIVALS)}
    bench = subprocess.run(
        [*command, "--only", ",".join(parts)], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert bench.returncode == 0, bench.stdout[-2000:] + bench.stderr[-4000:]
    return bench.stdout


def test_parts_run_to_their_end_on_made_up_data(tmp_path):
    printed = run(tmp_path, *[part for part in PARTS if part not in FETCHED])
    assert all(f"beside {rival}" in printed for rival in ("minicons", "harness"))
    assert re.findall(r"saved as build/bench/(\w+?)-", printed)


@pytest.mark.skipif(not MIRROR, reason="needs fetched files: run `make test-thorough MIRROR=<folder>`")
@pytest.mark.parametrize("part", FETCHED)
def test_parts_run_to_their_end_on_fetched_data(tmp_path, part):
    assert "goal" in run(tmp_path, part)
