"""Write the locks in envs/locks: all packages of envs/requirements*.txt, with the checksums of all their files.

`make locks` runs it, with uv, which asks the package index for the checksums. A lock begins with the one it extends.
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
HEAD = "# Written by envs/lock.py. To install: pip install --require-hashes -r envs/locks/{name}.txt\n"
UV = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version=3.11", "--generate-hashes", "--no-annotate"]


def entries(name: str, uv: str) -> list[str]:
    """Return the entry of each package that a file of requirements needs: its version, marker and checksums."""
    command = [uv, *UV[1:], "--no-header", str(ENVS / f"{name}.txt")]
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.findall(r"^\S.*\n(?: .*\n)*", text, re.MULTILINE)


def main(uv: str) -> None:
    """Write all locks."""
    (ENVS / "locks").mkdir(exist_ok=True)
    written: list[str] = []
    for before, name in zip(["", *FILES], FILES, strict=False):
        new = [entry for entry in entries(name, uv) if entry not in written]
        written += new
        include = f"-r {before}.txt\n" if before else ""
        (ENVS / f"locks/{name}.txt").write_text(HEAD.format(name=name) + include + "".join(new), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
