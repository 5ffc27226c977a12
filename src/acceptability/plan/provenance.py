"""Record what a run was made from and with: program, configuration, inputs, packages, devices, seeds."""

import hashlib
import json
import os
import platform
import re
import subprocess
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from acceptability import papers
from acceptability.sources import digests

REQUIREMENTS = tuple(f"envs/requirements{name}.txt" for name in ("", "-neural", "-formats"))  # of runs
COMMIT, ID = "resources/commit.txt", re.compile("[0-9a-f]{40}")  # git archive writes the commit into this file
PROGRAM = "ACCEPTABILITY_PROGRAM"
WRITTEN = {".py", ".yaml", ".csv", ".tsv", ".typ", ".bib"}  # files of publications that a run is made from


def program(folder: Path) -> dict:
    """Return the ``commit`` of the checkout and whether it is changed (``dirty``); None where that is unknown.

    An archive of the project, such as a bundle, has the commit in COMMIT, and it is unknown whether it is changed.

    The answer is kept in the environment, for jobs on other machines, which may have no git.
    """
    if PROGRAM not in os.environ:
        os.environ[PROGRAM] = json.dumps(_program(folder))
    return json.loads(os.environ[PROGRAM])


def _program(folder: Path) -> dict:
    def git(*arguments: str) -> str | None:
        command = ["git", "-C", str(folder), *arguments]
        try:
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return None

    root = git("rev-parse", "--show-toplevel")
    if root is None or Path(root) != folder.resolve():  # a copy inside somebody else's repository
        archived = folder / COMMIT
        commit = archived.read_text(encoding="utf-8").strip() if archived.is_file() else ""
        return {"commit": commit if ID.fullmatch(commit) else None, "dirty": None}
    return {"commit": git("rev-parse", "HEAD"), "dirty": bool(git("status", "--porcelain", "--untracked-files=no"))}


def config_hash(config: Mapping, studies: Mapping[str, Mapping]) -> str:
    """Return the SHA-256 (hexadecimal) of the configuration and its studies' declarations, without folders."""
    science = {key: value for key, value in config.items() if key not in ("mirror", "papers")}
    science |= {"studies": without_folders(studies)}
    return hashlib.sha256(json.dumps(science, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def without_folders(studies: Mapping[str, Mapping]) -> dict[str, dict]:
    """Return studies' declarations without the keys that name folders and files."""
    return {
        name: {key: value for key, value in study.items() if key not in ("folder", "claims", "printed", "report")}
        for name, study in studies.items()
    }


def publications() -> dict[str, str]:
    """Return, by path, the checksum of the code and the words of each folder of publications but the project's own."""
    return {os.path.relpath(folder): digests.of_folder(folder, WRITTEN) for folder in papers.folders()[1:]}


def packages(requirements: str) -> dict[str, str | None]:
    """Return the version of Python and of each package of a requirements file's text; None if it is not installed."""
    versions: dict[str, str | None] = {"python": platform.python_version()}
    for line in requirements.splitlines():
        if "==" in line and not line.startswith("#"):
            name = line.split("==")[0]
            try:
                versions[name] = version(name)
            except PackageNotFoundError:
                versions[name] = None
    return versions


def devices(described: Iterable[Mapping]) -> list[str]:
    """Return the devices that these records of trainings and scorings name, each once."""
    names = set()
    for entry in described:
        machine = entry.get("made_with", entry)
        names |= set(machine.get("devices", [])) | ({machine["device"]} if "device" in machine else set())
    return sorted(names)
