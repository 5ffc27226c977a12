import os
import shutil
import subprocess

import pytest

from acceptability.plan import provenance
from acceptability.plan.resources import needs
from helpers import ROOT

CONFIG = {"mirror": None, "run": "all", "criteria": {"thresholds": [1]}, "studies": []}


def git(folder, *arguments: str) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    """As in the process that a user starts; the variable is gone after the test."""
    monkeypatch.setenv(provenance.PROGRAM, "")
    monkeypatch.delenv(provenance.PROGRAM)


def found_in(folder) -> dict:
    """Return what a run finds that starts now."""
    os.environ.pop(provenance.PROGRAM, None)
    return provenance.program(folder)


def test_commit_and_whether_tracked_files_differ_from_it(tmp_path):
    assert found_in(tmp_path) == {"commit": None, "dirty": None}
    git(tmp_path, "init")
    (tmp_path / "a").write_text("1")
    git(tmp_path, "add", "a")
    git(tmp_path, "commit", "-m", "x")
    found = found_in(tmp_path)
    assert len(found["commit"]) == 40 and found["dirty"] is False
    assert provenance.program(tmp_path / "elsewhere") == found  # jobs take what the first process found
    (tmp_path / "untracked").write_text("1")
    assert found_in(tmp_path)["dirty"] is False
    (tmp_path / "a").write_text("2")
    assert found_in(tmp_path) == found | {"dirty": True}
    (tmp_path / "inside").mkdir()
    assert found_in(tmp_path / "inside") == {"commit": None, "dirty": None}


def test_an_archive_of_the_project_knows_its_commit(tmp_path):
    checkout, archive = tmp_path / "checkout", tmp_path / "archive"
    unfilled = "$Format:%H$\n"
    assert (ROOT / provenance.COMMIT).read_text(encoding="utf-8") == unfilled or found_in(ROOT)["commit"]
    (checkout / "resources").mkdir(parents=True)
    (checkout / provenance.COMMIT).write_text(unfilled, encoding="utf-8")
    shutil.copy(ROOT / ".gitattributes", checkout)
    git(checkout, "init")
    git(checkout, "add", ".")
    git(checkout, "commit", "-m", "x")
    git(checkout, "archive", f"--output={tmp_path}/archive.tar", "HEAD")
    shutil.unpack_archive(tmp_path / "archive.tar", archive, filter="data")
    assert found_in(archive) == {"commit": found_in(checkout)["commit"], "dirty": None}
    shutil.copytree(checkout, tmp_path / "copy", ignore=shutil.ignore_patterns(".git"))
    assert found_in(tmp_path / "copy") == {"commit": None, "dirty": None}


def test_the_configuration_s_hash_leaves_the_machine_s_mirror_out():
    same = provenance.config_hash(CONFIG | {"mirror": "/somewhere"}, {})
    assert provenance.config_hash(CONFIG, {}) == same
    assert provenance.config_hash(dict(reversed(CONFIG.items())), {}) == same
    assert provenance.config_hash(CONFIG | {"criteria": {"thresholds": [2]}}, {}) != same
    study = {"title": "A study", "folder": "paper/a"}
    assert provenance.config_hash(CONFIG, {"a": study}) != same
    moved = provenance.config_hash(CONFIG, {"a": study | {"folder": "../paper/a"}})
    assert provenance.config_hash(CONFIG, {"a": study}) == moved


def test_packages_of_all_runs_are_recorded():
    files = {f"envs/{path.name}" for path in (ROOT / "envs").glob("requirements*.txt")}
    assert {*provenance.REQUIREMENTS} == files - {"envs/requirements-dev.txt"}


def test_packages_and_devices():
    found = provenance.packages("# a comment\npandas==0\nnot-a-package==1\n")
    assert found["pandas"] and found["pandas"] != "0"  # what is installed, not what is asked for
    assert found["not-a-package"] is None
    described = [{"device": "cpu"}, {"made_with": {"device": "H100"}}, {"devices": ["cpu", "A100"]}, {"corpus": "x"}]
    assert provenance.devices(described) == ["A100", "H100", "cpu"]


def test_a_retry_asks_for_more_memory_and_time(tmp_path):
    (tmp_path / "read.csv").write_bytes(b"x" * 10_500_000)
    files = [str(tmp_path / name) for name in ("read.csv", "yet-to-be-made.csv")]
    asked = needs(1000, 10, per_mb=2, gpu=1)
    assert asked["gpu"] == 1
    assert [asked["mem_mb"]({}, files, attempt) for attempt in (1, 2, 3)] == [1021, 2042, 3063]
    assert [asked["runtime"]({}, attempt) for attempt in (1, 3)] == [10, 30]
    assert "gpu" not in needs(1000, 10)
    assert needs(lambda wildcards: wildcards["mb"], 1)["mem_mb"]({"mb": 7}, files, 2) == 14
