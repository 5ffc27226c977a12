import hashlib
import os
import subprocess

import pytest

from acceptability.config import configuration, provenance, targets
from acceptability.config.resources import needs

ROOT_CONFIG = {
    "run": "all",
    "mirror": None,
    "datasets": {"mine": {"kind": "pairs", "label": "Mine", "pairs": "pairs.csv", "ratings": "ratings.csv"}},
    "criteria": {"thresholds": [1]},
    "corpora": {"text": {"kind": "text", "path": "text.txt"}},
    "models": {
        "small": {"kind": "masked", "label": "S", "corpus": "text", "training": {"seed": 3}, "measures": ["pll"]}
    },
    "classifiers": {"judge": {"base": "small", "labelled": "cola", "restarts": [4, 5], "measures": ["cola_score"]}},
    "labelled": {"cola": {"kind": "cola", "label": "CoLA"}},
}
REGISTRY = {name: {"sha256": name * 2} for name in ("li-adger-pairs.csv", "blimp.zip", "brown.zip", "cola-dev.csv")}


def git(folder, *arguments: str) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    """As in the process that a user starts; the variable is gone after the test."""
    monkeypatch.setenv(provenance.PROGRAM, "")
    monkeypatch.delenv(provenance.PROGRAM)


def found_in(folder) -> dict:
    """What a run finds that starts now."""
    os.environ.pop(provenance.PROGRAM, None)
    return provenance.program(folder)


def test_jobs_take_what_the_first_process_found(tmp_path):
    git(tmp_path, "init")
    (tmp_path / "a").write_text("1")
    git(tmp_path, "add", "a")
    git(tmp_path, "commit", "-m", "x")
    found = provenance.program(tmp_path)
    assert provenance.program(tmp_path / "elsewhere") == found


def test_commit_and_whether_tracked_files_differ_from_it(tmp_path):
    assert found_in(tmp_path) == {"commit": None, "dirty": None}
    git(tmp_path, "init")
    (tmp_path / "a").write_text("1")
    git(tmp_path, "add", "a")
    git(tmp_path, "commit", "-m", "x")
    found = found_in(tmp_path)
    assert len(found["commit"]) == 40 and found["dirty"] is False
    (tmp_path / "untracked").write_text("1")
    assert found_in(tmp_path)["dirty"] is False
    (tmp_path / "a").write_text("2")
    assert found_in(tmp_path) == found | {"dirty": True}
    (tmp_path / "inside").mkdir()
    assert found_in(tmp_path / "inside") == {"commit": None, "dirty": None}


def test_the_configuration_s_hash_leaves_the_machine_s_mirror_out():
    same = provenance.config_hash(ROOT_CONFIG | {"mirror": "/somewhere"})
    assert provenance.config_hash(ROOT_CONFIG) == same
    assert provenance.config_hash(dict(reversed(ROOT_CONFIG.items()))) == same
    assert provenance.config_hash(ROOT_CONFIG | {"criteria": {"thresholds": [2]}}) != same


def test_inputs_are_those_that_the_configuration_draws_on():
    assert targets.own_files(ROOT_CONFIG) == ["pairs.csv", "ratings.csv", "text.txt"]
    assert list(targets.sources(ROOT_CONFIG, REGISTRY)) == ["cola-dev.csv"]
    paper = {"datasets": {"li-adger": {"kind": "li-adger"}}, "corpora": {"brown": {"kind": "brown"}}, "run": "all"}
    assert list(targets.sources(paper, REGISTRY)) == ["li-adger-pairs.csv", "blimp.zip"]  # declared, but not used
    paper["ngram"] = {"trigram": {"corpus": "brown", "measures": ["slor"]}}
    assert list(targets.sources(paper, REGISTRY)) == ["li-adger-pairs.csv", "blimp.zip", "brown.zip"]
    assert targets.seeds(ROOT_CONFIG) == {"small": 3, "judge": [4, 5]}
    assert targets.seeds(ROOT_CONFIG | {"run": ["small"]}) == {"small": 3}
    assert targets.others_models(ROOT_CONFIG) == []
    theirs = {"models": {"small": {"kind": "masked", "path": "folder", "measures": ["pll"]}}, "classifiers": {}}
    assert targets.others_models(ROOT_CONFIG | theirs) == ["small"]
    assert targets.own_files(ROOT_CONFIG | theirs) == ["pairs.csv", "ratings.csv"]


def test_checksums_of_files_and_folders(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"abc")
    assert provenance.checksum(tmp_path / "a.txt") == hashlib.sha256(b"abc").hexdigest()
    before = provenance.checksum(tmp_path)
    (tmp_path / "b.txt").write_bytes(b"")
    assert provenance.checksum(tmp_path) != before


def test_packages_and_devices():
    found = provenance.packages("# a comment\npandas==0\nnot-a-package==1\n")
    assert found["pandas"] and found["pandas"] != "0"  # what is installed, not what is asked for
    assert found["not-a-package"] is None
    described = [{"device": "cpu"}, {"made_with": {"device": "H100"}}, {"devices": ["cpu", "A100"]}, {"corpus": "x"}]
    assert provenance.devices(described) == ["A100", "H100", "cpu"]


class Input:
    size_mb = 10.5


def test_a_retry_asks_for_more_memory_and_time():
    asked = needs(1000, 10, per_mb=2, gpu=1)
    assert asked["gpu"] == 1
    assert [asked["mem_mb"]({}, Input, attempt) for attempt in (1, 2, 3)] == [1021, 2042, 3063]
    assert [asked["runtime"]({}, attempt) for attempt in (1, 3)] == [10, 30]
    assert "gpu" not in needs(1000, 10)
    assert needs(lambda wildcards: wildcards["mb"], 1)["mem_mb"]({"mb": 7}, Input, 2) == 14


def test_training_makes_room_for_a_model_whose_size_is_not_known():
    hub = {"models": {"large": {"hub": "a/b"}}, "classifiers": {"judge": {"base": "large"}}}
    assert configuration.room_for_training(hub, "judge") > configuration.room_for_training(ROOT_CONFIG, "judge")
