"""The locks have the pins of the requirements, with checksums; the bundle lists what may not be passed on."""

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from acceptability.sources import fetching
from helpers import MIRROR, ROOT, replaced

NAMES = ("requirements", "requirements-neural", "requirements-formats", "requirements-dev")
SEPARATE = [f"separate/{path.stem}" for path in sorted((ROOT / "envs/separate").glob("*.txt"))]
MODEL = "smollm2-135m-instruct.q4_1.gguf"
# Without the options of the make that runs the tests, and with this Python as `python3`.
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS", "LOCKED"))}
ENVIRONMENT |= {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
ENTRY = re.compile(r"^([\w.-]+)(?:\[[^\]]+\])?==(\S+)(.*\n(?: .*\n)*)", re.MULTILINE)


def make(*words: str, folder: Path = ROOT) -> subprocess.CompletedProcess:
    """Run make in a folder."""
    command = ["make", "--no-print-directory", *words]
    return subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)


def pins(text: str) -> dict[str, str]:
    """Return the version of each package, by its name in the form of the index."""
    return {re.sub("[-_.]+", "-", name).lower(): version for name, version, _ in ENTRY.findall(f"{text}\n")}


@pytest.mark.parametrize("name", [*NAMES, *SEPARATE])
def test_a_lock_has_the_pins_of_its_requirements_with_checksums(name):
    """If this fails, run `make locks`."""
    required = pins((ROOT / f"envs/{name}.txt").read_text(encoding="utf-8"))
    lock = (ROOT / f"envs/locks/{name}.txt").read_text(encoding="utf-8")
    assert required and required.items() <= pins(lock).items()
    for package, _, rest in ENTRY.findall(lock):
        assert re.fullmatch(r".*(?:\\\n +--hash=sha256:[0-9a-f]{64} ?)+\n", rest), package
    include = re.findall(r"^-r (\S+)$", lock, re.MULTILINE)
    assert include == [f"{below}.txt" for below, above in pairwise(NAMES) if above == name]


@pytest.mark.parametrize(
    ("target", "file"),
    [(".venv/neural", "requirements-neural.txt"), ("build/uv/installed", "separate/uv.txt")],
)
def test_make_installs_locks_when_asked(target, file):
    printed = {}
    for words in ([], ["LOCKED=yes"]):
        printed[len(words)] = make("--dry-run", "--always-make", target, *words).stdout
    assert f"--require-hashes -r envs/locks/{file}" in printed[1]
    assert "hashes" not in printed[0] and f"-r envs/{file}" in printed[0]


@pytest.mark.parametrize(("words", "options"), [((), ""), (("LOCKED=yes",), "--locked")])
def test_make_bundles_locks_when_asked(words, options):
    printed = make("--dry-run", "--always-make", "bundle", *words).stdout
    assert printed.splitlines()[-1].partition(" build/bundle")[2].strip() == options


def script() -> ModuleType:
    """Return envs/bundle.py as a module."""
    spec = importlib.util.spec_from_file_location("bundle", ROOT / "envs/bundle.py")
    bundle = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bundle)
    return bundle


def test_the_bundle_has_the_files_that_may_be_passed_on_and_lists_the_others(tmp_path, monkeypatch):
    if not MIRROR:
        pytest.skip("needs the external files: run `make test MIRROR=<folder>` (see README.md)")
    bundle = script()
    monkeypatch.setenv("ACCEPTABILITY_MIRROR", MIRROR)
    registered = fetching.read_registry(ROOT / "resources/sources.tsv")
    packed = ("blimp-models.jsonl", "syntaxgym-suites.tar", "blimp-humans.csv")
    left = ["li-adger-ratings.csv", "cola-split-original.tar", "blimp-outputs-gpt2.jsonl", MODEL]
    monkeypatch.setattr(
        bundle.fetching, "read_registry", lambda path: {name: registered[name] for name in [*packed, *left]}
    )
    bundle.write_files(tmp_path)
    files = {path for path in (tmp_path / "mirror").rglob("*") if path.is_file()}
    suites = fetching.read_list(ROOT / "resources/lists/syntaxgym-suites.tsv")
    urls = [registered[name]["url"] for name in packed if not registered[name]["list"]] + [row["url"] for row in suites]
    assert len(suites) > 30 and files == {fetching.mirror_path(tmp_path / "mirror", url) for url in urls}
    monkeypatch.undo()
    assert list(fetching.read_registry(tmp_path / "FETCH.tsv")) == left


def test_the_bundle_stops_on_another_kind_of_computer(tmp_path):
    """In one line, before anything is installed."""
    bundle = script()
    (tmp_path / "Makefile").write_text("-include bundle.mk\ndemo:\n\t@echo demo runs\n", encoding="utf-8")
    here, printed = bundle.computer(), {}
    for there in (here, replaced(here, platform.machine(), "sparc64"), replaced(here, platform.system(), "Plan9")):
        (tmp_path / "bundle.mk").write_text(bundle.SETTINGS.format(ask=bundle.ASK, there=there), encoding="utf-8")
        done = make("demo", folder=tmp_path)
        printed[there] = done.stdout + done.stderr
    first, *others = printed.items()
    assert first == (here, "demo runs\n")
    for there, text in others:
        (line,) = text.splitlines()
        assert f"this bundle has packages for {there}, and this computer has {here};" in line


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="sha256sum is not installed")
def test_the_bundle_has_checksums_of_all_its_files(tmp_path):
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels/a file.whl").write_bytes(b"wheel")
    (tmp_path / "Makefile").write_bytes(b"all:")
    script().write_checksums(tmp_path)
    check = ["sha256sum", "--check", "SHA256SUMS"]
    done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["Makefile: OK", "wheels/a file.whl: OK"]
    (tmp_path / "wheels/a file.whl").write_bytes(b"weel")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_the_bundle_names_packages_that_no_lock_has(tmp_path, monkeypatch):
    (tmp_path / "envs/locks").mkdir(parents=True)
    (tmp_path / "wheels").mkdir()
    for name in ("a.whl", "b.whl"):
        (tmp_path / "wheels" / name).write_text(name, encoding="utf-8")
    checksum = hashlib.sha256(b"a.whl").hexdigest()
    (tmp_path / "envs/locks/requirements.txt").write_text(
        f"a==1.0 \\\n    --hash=sha256:{checksum}\n", encoding="utf-8"
    )
    bundle = script()
    monkeypatch.setattr(bundle, "ROOT", tmp_path)
    assert bundle.files_without_lock(tmp_path / "wheels") == ["b.whl"]


def test_the_container_and_the_bundle_run_what_make_knows():
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "RUN make neural kenlm LOCKED=yes\n" in recipe and "It was not built by the project" in recipe
    assert "\n-include bundle.mk\n" in (ROOT / "Makefile").read_text(encoding="utf-8")
