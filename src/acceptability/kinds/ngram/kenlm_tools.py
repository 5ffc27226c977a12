"""Find KenLM's programs ``lmplz`` and ``build_binary`` on PATH, or compile them once from its release.

Compiling needs a C++ compiler and the headers of Boost that the package cmeel-boost brings; it needs no root.
"""

import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from acceptability.errors import InputError
from acceptability.sources import kept as cache
from acceptability.sources import package_index
from acceptability.sources.archives import unpack_tar
from acceptability.written import DAMAGED, of_file

PROGRAMS = ("lmplz", "build_binary")
BUILT = "results/tools/kenlm"  # where a run has them
COMPILERS = "Debian: g++; macOS: xcode-select --install"
REQUIREMENT = Path(__file__).with_name("kenlm.txt")  # the source release, with its checksum
FLAGS = ["-O3", "-std=c++17", "-DNDEBUG", "-DKENLM_MAX_ORDER=6"]  # the order that the package ufal-kenlm is built for
FOLDERS = ("util", "util/double-conversion", "util/stream", "lm", "lm/common")
ALONE = {"float_to_string"}  # it defines a constant that util/file_piece.cc defines, too
ON_PATH = "or put lmplz and build_binary on PATH (conda-forge's package kenlm has them)"


def on_path() -> dict[str, str] | None:
    """Return where PATH has each program; None unless it has all."""
    programs = {program: path for program in PROGRAMS if (path := shutil.which(program))}
    return programs if len(programs) == len(PROGRAMS) else None


def available(folder: Path) -> bool:
    """Return whether the programs are on PATH or in a folder, or can be compiled, since there is a C++ compiler."""
    return (
        on_path() is not None
        or all((folder / program).exists() for program in PROGRAMS)
        or shutil.which(_compiler()[0]) is not None
    )


def _compiler() -> list[str]:
    """Return the command of the C++ compiler: CXX of the environment, or the usual name."""
    return shlex.split(os.environ.get("CXX", "")) or ["c++"]


def described(tools: Path, requirement: Path) -> str:
    """Return where the programs in the folder ``tools`` come from: lmplz's place on PATH, or the release compiled."""
    lmplz = tools / "lmplz"
    if lmplz.is_symlink():
        return str(lmplz.readlink())
    release = requirement.read_text(encoding="utf-8").splitlines()[-1].split()[0]
    return f"compiled from {release.replace('==', ' ')}"


def source_files(root: Path) -> dict[str, list[Path]]:
    """Return sources of each program below the unpacked release; tests, benchmarks and other programs are left out."""

    def library(folder: str) -> list[Path]:
        return [
            path for path in sorted((root / folder).glob("*.cc")) if not re.search("_test|_main|benchmark", path.stem)
        ]

    common = [path for folder in FOLDERS for path in library(folder)]
    return {
        "lmplz": [*common, *library("lm/builder"), root / "lm/builder/lmplz_main.cc"],
        "build_binary": [*common, root / "lm/build_binary_main.cc"],
    }


def units(files: list[Path]) -> list[Path]:
    """Return what to compile: the files of a folder as one, which is three times as fast, since headers are read once.

    Programs' main files and those of ``ALONE`` stay as they are. For the others, files that include them are written.
    Programs that have files of a folder all have the same ones.
    """
    alone = [path for path in files if path.stem in ALONE or path.stem.endswith("_main")]
    folders: dict[Path, list[str]] = {}
    for path in files:
        if path not in alone:
            folders.setdefault(path.parent, []).append(f'#include "{path.name}"\n')
    for folder, lines in folders.items():
        (folder / "all.cc").write_text("".join(lines), encoding="utf-8")
    return [*(folder / "all.cc" for folder in folders), *alone]


def run(command: list[str], problem: str) -> None:
    """Run a command; its output is shown where it fails, and ``problem`` says what to do."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    except FileNotFoundError as error:
        raise InputError(f"there is no program {command[0]}; {problem}") from error
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        raise InputError(problem)


def compile_programs(root: Path, target: Path, jobs: int) -> None:
    """Compile the unpacked release below ``root`` into ``target``, one program a file."""
    boost, compiler = _boost(), _compiler()
    problem = f"KenLM did not compile; install a C++ compiler ({COMPILERS}), {ON_PATH}"
    programs = {program: units(files) for program, files in source_files(root).items()}
    parts = sorted({path for paths in programs.values() for path in paths})

    def compile_unit(path: Path) -> None:
        include = ["-I", str(root), "-isystem", str(boost / "include")]
        run([*compiler, *FLAGS, *include, "-c", str(path), "-o", str(path.with_suffix(".o"))], problem)

    with ThreadPoolExecutor(jobs) as pool:
        for number, _ in enumerate(pool.map(compile_unit, parts), start=1):
            print(f"compiled {number} of {len(parts)} parts of KenLM", file=sys.stderr)
    libraries = ["-L", str(boost / "lib"), f"-Wl,-rpath,{boost / 'lib'}", "-lboost_program_options", "-lboost_thread"]
    system = ["-pthread"] + ([] if sys.platform == "darwin" else ["-lrt"])
    target.mkdir(parents=True, exist_ok=True)
    for program, paths in programs.items():
        part = target / f"{program}.part"
        objects = [str(path.with_suffix(".o")) for path in paths]
        run([*compiler, *objects, *libraries, *system, "-o", str(part)], problem)
        part.replace(target / program)


def download(requirement: Path, folder: Path) -> Path:
    """Return the unpacked source release that a requirement file names, after checking its archive's sha256."""
    release = ["--no-binary", "kenlm", "--require-hashes", "--requirement", str(requirement)]
    if fault := package_index.download(release, folder):
        raise InputError(f"no source of KenLM: {fault}; connect to the package index, {ON_PATH}")
    (archive,) = folder.glob("kenlm-*.tar.gz")
    unpack_tar(archive, folder)
    return archive.with_name(archive.name.removesuffix(".tar.gz"))


def provide(requirement: Path, target: Path, jobs: int) -> None:
    """Put the programs into the folder ``target``: links to those on PATH, or freshly compiled ones.

    Raises InputError where the source cannot be had or does not compile.
    """
    if programs := on_path():
        target.mkdir(parents=True, exist_ok=True)
        for program, place in programs.items():
            (target / program).unlink(missing_ok=True)
            (target / program).symlink_to(place)
            print(f"{program}: {place}, from PATH", file=sys.stderr)
        return
    cached = cache.place(f"kenlm-{_key(requirement)}")
    if _take(cached, target):
        print(f"compiled before, and copied from {cached}", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        compile_programs(download(requirement, Path(folder)), target, jobs)
    _keep(target, cached)


def _key(requirement: Path) -> str:
    """Return a digest of what decides how the compiled programs are: the release, the compiler, Boost and the flags."""
    command = [*_compiler(), "--version"]
    try:
        version = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        version = ""
    boost = [str(_boost()), *sorted(file.name for file in (_boost() / "lib").glob("libboost_*"))]  # with their version
    described = [requirement.read_text(encoding="utf-8"), *command, version, *FLAGS, *boost, platform.machine()]
    return hashlib.sha256(json.dumps(described).encode()).hexdigest()[:16]


def _boost() -> Path:
    """Return the folder of Boost, whose libraries the compiled programs load."""
    return Path(sysconfig.get_path("purelib")) / "cmeel.prefix"


def _take(cached: Path, target: Path) -> bool:
    """Copy the programs that were compiled before; return whether they are there, whole."""
    try:
        digests = json.loads((cached / "digests.json").read_text(encoding="utf-8"))
        target.mkdir(parents=True, exist_ok=True)
        parts = {program: target / f"{program}.part" for program in PROGRAMS}
        for program, part in parts.items():
            shutil.copy(cached / program, part)
            if of_file(part) != digests[program]:
                raise ValueError(f"{program} was changed")
    except FileNotFoundError:
        return False
    except (OSError, *DAMAGED) as error:
        print(f"note: {cached} cannot be used ({error}); KenLM is compiled again", file=sys.stderr)
        return False
    for program, part in parts.items():
        part.replace(target / program)
    return True


def _keep(target: Path, cached: Path) -> None:
    """Keep the compiled programs for other runs, whole or not at all; a note reports a cache that cannot be written."""
    try:
        cached.parent.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(prefix=f"{cached.name}.", dir=cached.parent))
    except OSError as error:
        print(f"note: KenLM is not kept for other runs ({error})", file=sys.stderr)
        return
    try:
        for program in PROGRAMS:
            shutil.copy(target / program, new)
        digests = {program: of_file(new / program) for program in PROGRAMS}
        (new / "digests.json").write_text(json.dumps(digests), encoding="utf-8")
        shutil.rmtree(cached, ignore_errors=True)
        new.rename(cached)
    except OSError as error:
        print(f"note: KenLM is not kept for other runs ({error})", file=sys.stderr)
        shutil.rmtree(new, ignore_errors=True)
