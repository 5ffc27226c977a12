"""`make bundle`: on a computer without a network, the demo and three claims are recomputed from the archive alone."""

import csv
import os
import shutil
import subprocess
import sys
import tarfile

import pytest

from helpers import ROOT

pytestmark = pytest.mark.thorough
ALONE = ["unshare", "--net"]


def test_the_demo_and_three_claims_are_recomputed_from_the_bundle_without_a_network(tmp_path):
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

    def make(*words: str) -> None:
        command = [*ALONE, "make", *words]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]

    make("demo")
    assert (folder / "build/demo/results/reports/toy-simulated.pdf").stat().st_size > 10_000
    with open(folder / "docs/reproduce.csv", encoding="utf-8", newline="") as lines:
        claims = [claim for claim in csv.DictReader(lines) if claim["quick"]]
    assert len(claims) == 3 and {claim["study"] for claim in claims} == {"blimp"}
    make("paper", "STUDIES=blimp")
    with open(folder / "results/tables/blimp/reproduction.csv", encoding="utf-8", newline="") as lines:
        verdicts = {(row["place"], row["item"]): row["verdict"] for row in csv.DictReader(lines)}
    assert {verdicts[claim["place"], claim["item"]] for claim in claims} == {"reproduced", "journal only"}
    make("verify", "RECORD=.")
