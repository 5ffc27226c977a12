"""Write the locks in envs/locks: the packages of envs/requirements*.txt and of envs/separate, with checksums.

`make locks` runs it, with uv, which asks the package index for the checksums of all files of each package. A lock of
requirements begins with the one it extends. Each lock in envs/locks/separate is complete: it is about an environment of
its own.
"""

import re
import subprocess
import sys
from pathlib import Path

ENVS = Path(__file__).parent
FILES = [
    "requirements",
    "requirements-neural",
    "requirements-formats",
    "requirements-dev",
]  # each contains the one before
SEPARATE = sorted(f"separate/{path.stem}" for path in (ENVS / "separate").glob("*.txt"))
HEAD = "# Written by envs/lock.py. To install: pip install --require-hashes -r envs/locks/{name}.txt\n"
UV = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version=3.11", "--generate-hashes", "--no-annotate"]


def entries(name: str, uv: str) -> list[str]:
    """Return the entry of each package that a file of requirements needs: its version, marker and checksums.

    A package with extras has two, with and without them: or pip before 23.3 takes the newest version for one of both.
    """
    command = [uv, *UV[1:], "--no-header", "--no-strip-extras", str(ENVS / f"{name}.txt")]
    with_extras = re.findall(r"^\S.*\n(?: .*\n)*", subprocess.check_output(command, text=True), re.MULTILINE)
    without = [re.sub(r"^([\w.-]+)\[[^\]]*\]", r"\1", entry) for entry in with_extras]
    return without + [entry for entry in with_extras if entry not in without]


def write(name: str, lines: list[str]) -> None:
    """Write a lock."""
    path = ENVS / f"locks/{name}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD.format(name=name) + "".join(lines), encoding="utf-8")


def main(uv: str) -> None:
    """Write all locks."""
    written: list[str] = []
    for before, name in zip(["", *FILES], FILES, strict=False):
        new = [entry for entry in entries(name, uv) if entry not in written]
        written += new
        write(name, [f"-r {before}.txt\n"] * bool(before) + new)
    for name in SEPARATE:
        write(name, entries(name, uv))


if __name__ == "__main__":
    main(sys.argv[1])
