"""Fetching from a hub on this machine, in a process of its own: the library reads the hub's address when it starts."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from huggingface_hub.errors import LocalEntryNotFoundError

from acceptability.errors import InputError
from acceptability.sources import hub
from fake_hub import NAME, REVISION, serving
from helpers import ROOT
from tiny_models import bert, save, wordpiece_tokenizer

PROGRAM = """
import sys
import time
from pathlib import Path
from acceptability.sources import hub
from acceptability.errors import InputError
time.sleep = lambda seconds: None  # the library waits 24 seconds between tries of a hub that is not there
try:
    hub.fetch(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
except InputError as error:
    sys.exit(f"error: {error}")
"""


FROM_PYTHON = """
import json
import sys
import acceptability
sentences = ["The boy sleeps.", "The girls sleep."]
scores = [acceptability.score(sentences, name, measures=["pll"])["pll"].tolist() for name in sys.argv[1:]]
print(json.dumps(scores))
"""


@pytest.fixture
def origin(tmp_path):
    folder = save(tmp_path / "origin", bert(), wordpiece_tokenizer())
    (folder / "pytorch_model.bin").write_bytes(b"a pickle")
    (folder / "README.md").write_text("words")
    return folder


def fetch(url: str, target: Path, name: str = NAME, revision: str = REVISION) -> subprocess.CompletedProcess:
    return run_with(url, target.parent / "home", PROGRAM, name, revision, str(target))


def run_with(url: str, home: Path, program: str, *arguments: str) -> subprocess.CompletedProcess:
    """Run a program of Python for which the hub is at this address, and its library's cache in this folder."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("HF_")}
    environment |= {
        "HF_ENDPOINT": url, "HF_HOME": str(home), "PYTHONPATH": str(ROOT / "src"), "HF_HUB_DISABLE_XET": "1",
    }  # fmt: skip
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_fetches_safetensors_configuration_and_tokenizer_only(origin, tmp_path):
    with serving(origin) as server:
        run = fetch(server.url, tmp_path / "target")
        assert run.returncode == 0, run.stderr
    wanted = {name: data for name, data in files(origin).items() if name not in ("pytorch_model.bin", "README.md")}
    fetched = files(tmp_path / "target")
    assert {name: fetched.get(name) for name in wanted} == wanted
    assert "pytorch_model.bin" not in fetched
    assert not any("pytorch_model" in path for _, path, _ in server.requests)


def test_from_python_a_model_of_the_hub_scores_like_its_folder_and_stays_in_the_hubs_own_cache(origin, tmp_path):
    with serving(origin) as server:
        run = run_with(server.url, tmp_path / "home", FROM_PYTHON, NAME, str(origin))
    assert run.returncode == 0, run.stderr
    by_name, by_folder = json.loads(run.stdout)
    assert by_name == by_folder
    assert list((tmp_path / "home").rglob("model.safetensors"))


def test_a_broken_download_is_resumed(origin, tmp_path):
    (origin / "model.safetensors").write_bytes(bytes(range(256)) * 150_000)
    with serving(origin) as server:
        server.break_off_after = 15_000_000  # the library writes pieces of 10 MB
        assert fetch(server.url, tmp_path / "target").returncode == 0
    assert (tmp_path / "target/model.safetensors").read_bytes() == (origin / "model.safetensors").read_bytes()
    asked = [start for method, path, start in server.requests if method == "GET" and path.endswith("model.safetensors")]
    assert asked[:2] == [None, "bytes=10485760-"]
    assert all(asked[2:])  # never again from the start


def test_no_network_is_told_where_files_of_another_fetch_stand(origin, tmp_path):
    """The library itself would take them for what was asked."""
    with serving(origin) as server:
        assert fetch(server.url, tmp_path / "target").returncode == 0
    run = fetch(server.url, tmp_path / "target", revision="e" * 40)
    assert run.returncode == 1
    assert "cannot be fetched" in run.stderr


@pytest.mark.parametrize(
    ("name", "revision", "message"),
    [
        ("some-owner/other", REVISION, "the hub has no such model; correct its name"),
        (NAME, "f" * 40, "the hub has no such revision; copy the commit"),
    ],
)
def test_what_the_hub_does_not_have(origin, tmp_path, name, revision, message):
    with serving(origin) as server:
        run = fetch(server.url, tmp_path / "target", name, revision)
    assert (run.returncode, "Traceback" in run.stderr) == (1, False)
    assert message in run.stderr


def test_a_revision_without_safetensors(origin, tmp_path):
    (origin / "model.safetensors").unlink()
    with serving(origin) as server:
        run = fetch(server.url, tmp_path / "target")
    assert "has no *.safetensors; only safetensors weights are loaded" in run.stderr


def test_no_network(tmp_path, monkeypatch):

    def unreachable(*_arguments, **_options):
        raise LocalEntryNotFoundError("an error happened while\ntrying to locate the files")

    monkeypatch.setattr(hub.HfApi, "model_info", unreachable)
    message = r"cannot be fetched from .* \(an error .* put the model's files into a folder and name .*: MODEL=folder"
    with pytest.raises(InputError, match=message):
        hub.fetch(NAME, REVISION, tmp_path)
    monkeypatch.setattr(hub.HfApi, "model_info", lambda *_arguments, **_options: time.sleep(5))
    monkeypatch.setattr(hub, "SECONDS", 0.1)
    with pytest.raises(InputError, match=r"\(no answer within 0.1 seconds\)"):
        hub.fetch(NAME, REVISION, tmp_path)
