"""The wheel and the source archive, installed in clean environments of the oldest and the newest Python that are here."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import ROOT, SMALL_PAIRS

pytestmark = pytest.mark.thorough
ASK = "import sys; print(*sys.version_info[:2])"


def pythons() -> list[tuple[str, tuple[int, ...]]]:
    """The oldest and the newest Python from 3.11 on: of PATH, and of pyenv."""
    places = [
        Path(sys.executable),
        *Path("/usr/bin").glob("python3.*"),
        *Path.home().glob(".pyenv/versions/*/bin/python"),
    ]
    found = {}
    for place in places:
        asked = subprocess.run([place, "-c", ASK], capture_output=True, text=True, check=False)
        if asked.returncode == 0 and re.fullmatch(r"3 \d+\n", asked.stdout):
            version = tuple(map(int, asked.stdout.split()))
            found.setdefault(version, str(place))
    usable = sorted((version, place) for version, place in found.items() if version >= (3, 11))
    return [(place, version) for version, place in {usable[0], usable[-1]}]


@pytest.fixture(scope="module")
def archives(tmp_path_factory) -> dict[str, Path]:
    """The source archive, and the wheel that is built from it alone."""
    folder = tmp_path_factory.mktemp("dist")
    build = "from setuptools import build_meta; import sys; build_meta.build_sdist(sys.argv[1])"
    copy = tmp_path_factory.mktemp("copy") / "checkout"
    subprocess.run(["git", "clone", "--quiet", ROOT, copy], check=True)
    subprocess.run([sys.executable, "-c", build, folder], cwd=copy, capture_output=True, check=True)
    (source,) = folder.glob("*.tar.gz")
    wheel = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source]
    subprocess.run([sys.executable, *wheel], check=True)
    return {"sdist": source, "wheel": next(folder.glob("*.whl"))}


def install(python: tuple[str, tuple[int, ...]], requirement: str, venv: Path, capsys) -> None:
    """Install the package into a new environment, and print by which Python: no report has the names of tests that pass."""
    with capsys.disabled():
        print(f"\nPython {'.'.join(map(str, python[1]))} installs {requirement}")
    subprocess.run([python[0], "-m", "venv", venv], check=True)
    command = [venv / "bin/pip", "install", "--quiet", requirement]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def write_tables(folder: Path) -> None:
    """Write pairs.csv and scores.csv, in which longer sentences are better."""
    folder.mkdir()
    (folder / "pairs.csv").write_text(SMALL_PAIRS, encoding="utf-8")
    sentences = [sentence for line in SMALL_PAIRS.splitlines()[1:] for sentence in line.split(",")[2:4]]
    (folder / "scores.csv").write_text("sentence,score\n" + "".join(f"{one},{len(one)}\n" for one in sentences))


@pytest.mark.parametrize("python", pythons(), ids=lambda python: "{}.{}".format(*python[1]))
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_the_installed_command_scores_pairs_without_a_checkout(kind, python, archives, tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("PYTHONPATH", raising=False)  # pip takes a package that it finds there for installed
    venv, folder = tmp_path / "venv", tmp_path / "folder"
    install(python, f"acceptability[workflow] @ file://{archives[kind]}", venv, capsys)
    write_tables(folder)
    command = [venv / "bin/acceptability", "score", "PAIRS=pairs.csv", "SCORES=scores.csv", "CORES=2"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "BLiMP" in done.stdout and (folder / "runs/pairs-scores/results/explorer/index.html").exists(), done.stdout
    assert {path.name for path in folder.iterdir()} == {"pairs.csv", "scores.csv", "runs"}


SAVE = """
import acceptability
pairs = acceptability.pairs("pairs.csv")
acceptability.evaluate(pairs, {"length": "scores.csv"}).save("saved")
"""


@pytest.mark.parametrize("python", pythons(), ids=lambda python: "{}.{}".format(*python[1]))
def test_the_package_alone_saves_tables_and_figures_and_verifies_a_run(python, archives, tmp_path, monkeypatch, capsys):
    """As `pip install .` installs it, without what the workflow and neural models need."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    venv, folder = tmp_path / "venv", tmp_path / "folder"
    install(python, f"acceptability @ file://{archives['wheel']}", venv, capsys)
    write_tables(folder)
    done = subprocess.run([venv / "bin/python", "-c", SAVE], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {path.suffix for path in (folder / "saved").rglob("*.*")} >= {".csv", ".tex", ".pdf"}
    score = [sys.executable, ROOT / "workflow/run_words.py", "score", "--cores", "2"]
    run = [*score, "PAIRS=pairs.csv", "SCORES=scores.csv"]
    subprocess.run(run, cwd=folder, capture_output=True, check=True)
    verify = [venv / "bin/acceptability", "verify", "RECORD=runs/pairs-scores"]
    done = subprocess.run(verify, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "recomputed, with the same result" in done.stdout
