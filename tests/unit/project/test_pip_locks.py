"""The locks have the pins of the requirements, with checksums; the bundle lists what may not be passed on."""

import importlib.util
import re
import subprocess

import pytest

from acceptability.sources import fetching
from helpers import MIRROR, ROOT

NAMES = ("requirements", "requirements-neural", "requirements-formats", "requirements-dev")
ENTRY = re.compile(r"^([\w.-]+)(?:\[\S+\])?==(\S+)(.*\n(?: .*\n)*)", re.MULTILINE)


def pins(text: str) -> dict[str, str]:
    """Return the version of each package, by its name in the form of the index."""
    return {re.sub("[-_.]+", "-", name).lower(): version for name, version, _ in ENTRY.findall(f"{text}\n")}


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_has_the_pins_of_its_requirements_with_checksums(name):
    """If this fails, run `make locks`."""
    required = pins((ROOT / f"envs/{name}.txt").read_text(encoding="utf-8"))
    lock = (ROOT / f"envs/locks/{name}.txt").read_text(encoding="utf-8")
    assert required and required.items() <= pins(lock).items()
    for package, _, rest in ENTRY.findall(lock):
        assert re.fullmatch(r".*(?:\\\n +--hash=sha256:[0-9a-f]{64} ?)+\n", rest), package
    include = re.findall(r"^-r (\S+)$", lock, re.MULTILINE)
    assert include == ([] if name == NAMES[0] else [f"{NAMES[NAMES.index(name) - 1]}.txt"])


def test_make_installs_locks_when_asked():
    printed = {}
    for words in ([], ["LOCKED=yes"]):
        command = ["make", "--dry-run", "--always-make", "--no-print-directory", ".venv/neural", *words]
        printed[len(words)] = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "--require-hashes -r envs/locks/requirements-neural.txt" in printed[1]
    assert "hashes" not in printed[0] and "-r envs/requirements-neural.txt" in printed[0]


def test_the_bundle_has_the_files_that_may_be_passed_on_and_lists_the_others(tmp_path, monkeypatch):
    if not MIRROR:
        pytest.skip("needs the external files: run `make test MIRROR=<folder>` (see README.md)")
    spec = importlib.util.spec_from_file_location("bundle", ROOT / "envs/bundle.py")
    bundle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bundle)
    monkeypatch.setenv("ACCEPTABILITY_MIRROR", MIRROR)
    registered = fetching.read_registry(ROOT / "resources/sources.tsv")
    few = {name: registered[name] for name in ("blimp-models.jsonl", "li-adger-ratings.csv", "blimp-humans.csv")}
    monkeypatch.setattr(bundle.fetching, "read_registry", lambda path: few)
    bundle.write_files(tmp_path)
    files = {path.name for path in (tmp_path / "mirror").rglob("*") if path.is_file()}
    assert files == {few[name]["url"].rpartition("/")[2] for name in ("blimp-models.jsonl", "blimp-humans.csv")}
    monkeypatch.undo()
    assert list(fetching.read_registry(tmp_path / "FETCH.tsv")) == ["li-adger-ratings.csv"]


def test_the_container_and_the_bundle_run_what_make_knows():
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "RUN make neural LOCKED=yes\n" in recipe and "It was not built by the project" in recipe
    assert "\n-include bundle.mk\n" in (ROOT / "Makefile").read_text(encoding="utf-8")
