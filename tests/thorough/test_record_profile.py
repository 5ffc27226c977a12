"""The record of a run is a Workflow Run RO-Crate: the validator of RO-Crates finds nothing that the profile lacks."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from helpers import ROOT

PYTHON = ROOT / "build/roc_validator/bin/python"  # `make test-thorough` installs it


def validated(folder: Path) -> subprocess.CompletedProcess:
    command = [str(PYTHON), str(ROOT / "tests/support/validate_record.py"), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.thorough
def test_the_record_of_the_demo_meets_the_profile(demo, tmp_path):
    assert PYTHON.is_file(), "the validator is not installed; run `make test-thorough`"
    run = validated(demo / "results")
    assert run.returncode == 0, run.stdout + run.stderr
    shutil.copytree(demo / "results/record", tmp_path / "record")
    metadata = json.loads((demo / "results/ro-crate-metadata.json").read_text(encoding="utf-8"))
    metadata["@graph"] = [entity for entity in metadata["@graph"] if entity["@id"] != "#run"]
    (tmp_path / "ro-crate-metadata.json").write_text(json.dumps(metadata), encoding="utf-8")
    run = validated(tmp_path)
    assert run.returncode == 1 and run.stdout.strip(), "a record without its action is no record of a run"
