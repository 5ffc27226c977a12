"""What a run was made from and with: program, configuration, inputs, packages, devices, seeds."""

import hashlib
import json
import os
import platform
import subprocess
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PROGRAM = "ACCEPTABILITY_PROGRAM"


def program(folder: Path) -> dict:
    """``commit`` of the checkout, and ``dirty``: do tracked files differ from it? None where git does not know.

    What was found goes into the environment, for jobs on other machines, which may have no git.
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
        return {"commit": None, "dirty": None}
    return {"commit": git("rev-parse", "HEAD"), "dirty": bool(git("status", "--porcelain", "--untracked-files=no"))}


def config_hash(config: Mapping, studies: Mapping[str, Mapping]) -> str:
    """SHA-256 of the configuration and of what its studies declare, but for folders, which are the machine's."""
    declared = {
        name: {key: value for key, value in study.items() if key not in ("folder", "claims", "printed", "report")}
        for name, study in studies.items()
    }
    science = {key: value for key, value in config.items() if key != "mirror"} | {"studies": declared}
    return hashlib.sha256(json.dumps(science, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def checksum(path: Path) -> str:
    """SHA-256 of a file; of a folder, that of its files' names and checksums."""
    if path.is_dir():
        parts = [f"{file.relative_to(path)} {checksum(file)}\n" for file in sorted(path.rglob("*")) if file.is_file()]
        return hashlib.sha256("".join(parts).encode()).hexdigest()
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def packages(requirements: str) -> dict[str, str | None]:
    """Installed version of each package of a requirements file; None where it is not installed."""
    found = {}
    for line in requirements.splitlines():
        if "==" in line and not line.startswith("#"):
            name = line.split("==")[0]
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                found[name] = None
    return {"python": platform.python_version()} | found


def devices(described: Iterable[Mapping]) -> list[str]:
    """Devices that trainings and scorings name, each once."""
    found = set()
    for entry in described:
        made = entry.get("made_with", entry)
        found |= set(made.get("devices", [])) | ({made["device"]} if "device" in made else set())
    return sorted(found)
