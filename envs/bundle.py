"""Write one archive from which `make demo` and a paper run on a computer without a network. `make bundle` runs it.

It has the committed sources, wheels of all packages of a run for this system and Python, the sources of KenLM, and the
registered files whose licences allow that others pass them on. FETCH.tsv lists all other registered files. Fonts are in
the wheels of matplotlib and typst.
"""

import csv
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

NAME = f"acceptability-{__version__}"
# The Makefile reads it: pip takes packages from the folder wheels/ alone, and runs take external files from mirror/.
SETTINGS = """export PIP_NO_INDEX = 1
export PIP_FIND_LINKS = $(CURDIR)/wheels
export PIP_EXTRA_INDEX_URL =
export PIP_CONFIG_FILE = /dev/null
export ACCEPTABILITY_MIRROR ?= $(CURDIR)/mirror
export ACCEPTABILITY_LEFT_OUT = $(CURDIR)/FETCH.tsv
HERE := $(shell python3 -c 'import sys; print(*sys.version_info[:2], sep=".")')
$(if $(filter {version},$(HERE)),,$(error this bundle has packages for Python {version}, and python3 is $(HERE)))
"""
README = """This is a bundle of sources, packages and data. Without a network, type in this folder: make demo
To check three claims of a publication, follow docs/reproduce.md.

It was made on {platform} with Python {version}, and needs the same, with make and a C++ compiler. Files whose
licences do not allow that others pass them on are missing: FETCH.tsv lists their addresses and checksums. Put them
below mirror/, as
`wget --force-directories --directory-prefix=mirror ADDRESS` does; then make paper runs without a network, too.
"""


def write_wheels(folder: Path) -> None:
    """Put the wheels of a run with neural models, KenLM's sources, and what reading these needs into a folder."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--wheel-dir", str(folder)]
    subprocess.run([*pip, "-r", str(ROOT / "envs/requirements-neural.txt")], check=True)
    fault = package_index.download(["--no-binary=kenlm", "-r", str(kenlm_tools.REQUIREMENT)], folder)
    if fault:
        sys.exit(f"error: KenLM: {fault}")
    (sources,) = folder.glob("kenlm-*.tar.gz")
    with tarfile.open(sources) as archive:
        declared = archive.extractfile(f"{sources.name.removesuffix('.tar.gz')}/pyproject.toml").read()
    subprocess.run([*pip, *tomllib.loads(declared.decode())["build-system"]["requires"]], check=True)


def write_files(folder: Path) -> None:
    """Put each registered file that may be passed on into the mirror of a bundle, and list all others."""
    mirror = fetching.named_mirror(None)
    left = []
    for row in fetching.read_registry(ROOT / "resources/sources.tsv").values():
        target = fetching.mirror_path(folder / "mirror", row["url"])
        if row["redistributable"] == "yes" and target and row["sha256"] and not row.get("list"):
            target.parent.mkdir(parents=True, exist_ok=True)
            fetching.fetch(row, target, mirror)
        else:
            left.append(row | {"list": row["list"] and str(Path(row["list"]).relative_to(ROOT))})
    with (folder / "FETCH.tsv").open("w", encoding="utf-8", newline="") as lines:
        table = csv.DictWriter(lines, list(left[0]), delimiter="\t", lineterminator="\n")
        table.writeheader()
        table.writerows(left)


def main(to: Path, files: bool = True) -> Path:
    """Write the bundle into the folder ``to``, and return the archive; without ``files``, no external ones."""
    folder = to / NAME
    folder.mkdir(parents=True)
    sources = ["git", "archive", "--format=tar", f"--output={to}/sources.tar", "HEAD"]
    subprocess.run(sources, cwd=ROOT, check=True)
    with tarfile.open(to / "sources.tar") as archive:
        archive.extractall(folder, filter="data")
    (to / "sources.tar").unlink()
    version = ".".join(map(str, sys.version_info[:2]))
    (folder / "bundle.mk").write_text(SETTINGS.format(version=version), encoding="utf-8")
    (folder / "BUNDLE.txt").write_text(README.format(platform=sys.platform, version=version), encoding="utf-8")
    write_wheels(folder / "wheels")
    if files:
        write_files(folder)
    with tarfile.open(to / f"{NAME}-bundle.tar", "w") as archive:
        archive.add(folder, NAME)
    return to / f"{NAME}-bundle.tar"


if __name__ == "__main__":
    print(main(Path(sys.argv[1]).resolve()))
