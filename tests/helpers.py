"""A copied checkout, and the real workflow run in it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("Snakefile", "config.yaml", "workflow", "resources", "paper", "envs")


def copy_checkout(target: Path) -> Path:
    """The parts of the project that a run needs, without anything fetched or computed."""
    target.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        if (ROOT / part).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "raw", "models")
            shutil.copytree(ROOT / part, target / part, ignore=ignored)
        else:
            shutil.copy2(ROOT / part, target / part)
    return target


def snakemake(folder: Path, *arguments: str, mirror: str | None = None) -> subprocess.CompletedProcess:
    """Run Snakemake in a folder; stdout and stderr come together in ``stdout``."""
    environment = {key: value for key, value in os.environ.items() if key != "ACCEPTABILITY_MIRROR"}
    if mirror:
        environment["ACCEPTABILITY_MIRROR"] = mirror
    return subprocess.run(
        [sys.executable, "-m", "snakemake", "--cores", "2", "--rerun-incomplete", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=600,
    )


def error_lines(run: subprocess.CompletedProcess) -> list[str]:
    """The lines that our own errors print."""
    return [line for line in run.stdout.splitlines() if "error: " in line and "Traceback" not in line]


def files_below(folder: Path) -> dict[str, bytes]:
    """Relative path → bytes of every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
