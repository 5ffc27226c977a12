"""`make bundle`: on a computer without a network, `make demo` runs from the archive alone."""

import os
import shutil
import subprocess
import sys
import tarfile

import pytest

from helpers import ROOT

pytestmark = pytest.mark.thorough
ALONE = ["unshare", "--net"]


def test_the_demo_runs_from_the_bundle_without_a_network(tmp_path):
    if not shutil.which("unshare") or subprocess.run([*ALONE, "true"], check=False).returncode:
        pytest.skip("a network namespace needs Linux and root")
    subprocess.run([sys.executable, ROOT / "envs/bundle.py", tmp_path / "made"], check=True)
    (archive,) = (tmp_path / "made").glob("*.tar")
    with tarfile.open(archive) as opened:
        opened.extractall(tmp_path, filter="data")
    shutil.rmtree(tmp_path / "made")
    (folder,) = tmp_path.glob("acceptability-*")
    told = ("ACCEPTABILITY_", "PIP_", "MAKE", "MFLAGS", "PYTHONPATH")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(told)}
    environment |= {"HOME": str(tmp_path)}  # without what earlier runs left there
    done = subprocess.run(
        [*ALONE, "make", "demo"], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert (folder / "build/demo/results/reports/toy-simulated.pdf").stat().st_size > 10_000
