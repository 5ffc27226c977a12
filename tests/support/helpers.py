"""A copied checkout, and the real workflow run in it."""

import atexit
import base64
import compileall
import csv
import gzip
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import AnyStr

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = sorted(
    path
    for folder in ("src", "workflow/scripts", "paper")
    for path in (ROOT / folder).rglob("*.py")
    if path.parent.name != "tests"
)
MIRROR = os.environ.get("ACCEPTABILITY_MIRROR")  # a folder with the external files, if any
COMPILED = ROOT / "build/demo"  # where `make test` has compiled KenLM
PARTS = ("Snakefile", "config.yaml", "src", "workflow", "resources", "paper", "envs")


@cache
def write_bytecode() -> None:
    """Compile the project's modules once, even where Python writes no bytecode: otherwise every job of a test would compile them."""
    for path in CODE:
        compileall.compile_file(path, quiet=1)


def copy_checkout(target: Path, built: Path | None = None, source: Path = ROOT, more: tuple[str, ...] = ()) -> Path:
    """The parts of the project that a run needs, with their bytecode, without tests and anything fetched or computed.

    ``built`` is another copy: KenLM's programs are taken from there, if they have been compiled in it. ``source`` is the
    checkout to copy; ``more`` names further files and folders of it.
    """
    write_bytecode()
    target.mkdir(parents=True, exist_ok=True)
    for part in (*PARTS, *more):
        if (source / part).is_dir():
            ignored = shutil.ignore_patterns("raw", "models", "tests", "*.pyc.*")  # bytecode that is being written
            shutil.copytree(source / part, target / part, ignore=ignored)
        else:
            shutil.copy2(source / part, target / part)
    if built and (built / "results/tools/kenlm/build_binary").exists():
        shutil.copytree(built / "results/tools", target / "results/tools", symlinks=True)
    return target


def snakemake_command(*arguments: str, python: str | Path = sys.executable) -> list[str]:
    """The command that runs the workflow of the working directory on two cores."""
    return [str(python), "-m", "snakemake", "--cores", "2", "--rerun-incomplete", *arguments]


@cache
def fork_server() -> subprocess.Popen:
    """The process that runs Snakemake in forks; it ends with the tests, when nothing more can come."""
    program = [sys.executable, str(ROOT / "tests/support/fork_server.py"), str(python_of_jobs())]
    return subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@cache
def job_server(path: str) -> subprocess.Popen:
    """The process that runs the scripts of Snakemake's jobs in forks."""
    program = [sys.executable, str(ROOT / "tests/support/job_server.py"), path]
    server = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert server.stdout.readline() == "ready\n"
    return server


def python_of_jobs() -> Path:
    """A program that Snakemake's jobs start as Python, and that hands their scripts to the server."""
    folder = Path(tempfile.mkdtemp(prefix="jobs-"))
    atexit.register(shutil.rmtree, folder)
    job_server(str(folder / "socket"))
    program, client = folder / "python", ROOT / "tests/support/job_client.py"
    words = shlex.join([sys.executable, "-I", "-S", str(client), str(folder / "socket"), sys.executable])
    program.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return program


def snakemake(
    folder: Path, *arguments: str, mirror: str | None = None, python: str | Path = sys.executable
) -> subprocess.CompletedProcess:
    """Run Snakemake in a folder; stdout and stderr come together in ``stdout``."""
    environment = {key: value for key, value in os.environ.items() if key != "ACCEPTABILITY_MIRROR"}
    if mirror:
        environment["ACCEPTABILITY_MIRROR"] = mirror
    command = snakemake_command(*arguments, python=python)
    if python != sys.executable or "PYTHONPATH" in environment:  # a Python of its own
        return subprocess.run(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    server = fork_server()
    request = {"folder": str(Path(folder).absolute()), "arguments": command[3:], "environment": environment}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    return subprocess.CompletedProcess(command, answer["status"], answer["output"])


def run_workflow(folder: Path, *arguments: str, mirror: str | None = None) -> str:
    """Run Snakemake in a folder, which must succeed, and return what it prints."""
    run = snakemake(folder, *arguments, mirror=mirror)
    assert run.returncode == 0, run.stdout[-4000:]
    return run.stdout


def planned_jobs(folder: Path, *arguments: str, python: str | Path = sys.executable) -> set[tuple[str, str]]:
    """Rule and wildcards (``owner=toy, name=criteria``; empty where it has none) of each job of a dry run."""
    run = snakemake(folder, "--dry-run", *arguments, python=python)
    assert run.returncode == 0, run.stdout
    # Jobs of a group are indented.
    jobs = re.findall(r"^ *(?:local)?rule (\w+):\n((?: +\w+: .*\n)*)", run.stdout, flags=re.MULTILINE)
    found = {(rule, "".join(re.findall(r"^ +wildcards: (.*)$", rest, flags=re.MULTILINE))) for rule, rest in jobs}
    return {(rule, wildcards) for rule, wildcards in found if rule != "all"}


def planned(folder: Path, *arguments: str, python: str | Path = sys.executable) -> set[str]:
    """Rules of a dry run."""
    return {rule for rule, _ in planned_jobs(folder, *arguments, python=python)}


def error_lines(run: subprocess.CompletedProcess) -> list[str]:
    """The lines that our own errors print."""
    return [line for line in run.stdout.splitlines() if "error: " in line and "Traceback" not in line]


def make(folder: Path, target: str, *words: str) -> subprocess.CompletedProcess:
    """Run `make score` or `make check` in a folder, with the packages of these tests."""
    from acceptability.command import options  # here: programs without the package import this file, too

    (folder / ".venv/bin").mkdir(parents=True, exist_ok=True)
    (folder / ".venv/bin/python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    (folder / ".venv/bin/python").chmod(0o755)
    done = ["-o", ".venv/neural", "-o", ".venv/installed", "--no-print-directory"]
    given = {word.upper() for word in options.SCORE.options | options.CHECK.options} | {"MAKEFLAGS", "MAKEOVERRIDES"}
    return subprocess.run(
        ["make", *done, "-f", str(ROOT / "Makefile"), target, "CORES=2", *words],
        cwd=folder,
        env={key: value for key, value in os.environ.items() if key not in given},  # to the make around the tests
        capture_output=True,
        text=True,
        check=False,
    )


def files_below(folder: Path) -> dict[str, bytes]:
    """Relative path → bytes of every file below a folder, without bytecode and Snakemake's time stamps in folders."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    files = [path for path in files if path.suffix != ".pyc" and path.name != ".snakemake_timestamp"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def readme_block(start: str) -> str:
    """The block of README.md, or of a page in docs, that begins so."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    blocks = [block for page in pages for block in page.read_text(encoding="utf-8").split("```")[1::2]]
    return next(block.split("\n", 1)[1] for block in blocks if block.split("\n", 1)[1].startswith(start))


UNLIKE = ("logs/", "benchmarks/", "cache/", "record/", "ro-crate-")  # what two equal runs may differ in
SMALL_PAIRS = """pair_id,phenomenon,good,bad,good_rating,bad_rating
a,agreement,The boy sleeps.,The boy sleep.,1.0,-0.5
b,agreement,The girl sees the boy.,The girl see the boy.,0.8,-0.2
c,order,Boys see.,See boys the.,0.5,-1.0
d,order,The boy is sleeping.,Boy the sleeping is.,0.9,-1.1
"""


def small_pairs(folder: Path, config: str) -> None:
    """Give a checkout a few rated pairs of its own, and this configuration, which names them pairs.csv."""
    (folder / "pairs.csv").write_text(SMALL_PAIRS, encoding="utf-8")
    (folder / "config.yaml").write_text(config, encoding="utf-8")


def results_of(folder: Path, name: str = "results", unlike: tuple[str, ...] = UNLIKE) -> dict[str, bytes]:
    """The results that two equal runs share, byte for byte."""
    return {path: data for path, data in files_below(folder / name).items() if not path.startswith(unlike)}


def debian_packages(program: str, *packages: str) -> None:
    """Skip the test, and say why, unless the program is here or may be installed (`make test PACKAGES=install`)."""
    if shutil.which(program):
        return
    if os.environ.get("ACCEPTABILITY_PACKAGES") != "install":
        pytest.skip(f"there is no {program}: on Debian, as root, `make test PACKAGES=install` installs it")
    wait = ["-o", "DPkg::Lock::Timeout=300"]  # tests in another group may be installing, too
    install = ["apt-get", *wait, "install", "--yes", "--quiet", "--no-install-recommends", *packages]
    for command in (["apt-get", "update", "--quiet"], install):
        try:
            subprocess.run(
                command,
                check=True,
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"{program} could not be installed: {error}")


def explorer_data(folder: Path) -> dict:
    """Return what the page to explore pairs of a finished run says of its datasets, which are all inside it."""
    page = (folder / "results/explorer/index.html").read_text(encoding="utf-8")

    def part(name: str) -> dict:
        return json.loads(gzip.decompress(base64.b64decode(re.search(f'id="{name}">([^<]*)<', page)[1])))

    contents = part("contents")
    contents["datasets"] = [dataset | part(f"data/{dataset['key']}.js") for dataset in contents["datasets"]]
    return contents


# A bigram model written by hand; log10.
ARPA = """\\data\\
ngram 1=5
ngram 2=4

\\1-grams:
-1.5\t<unk>\t0
-99\t<s>\t-0.3
-0.7\t</s>\t0
-0.6\ta\t-0.2
-0.9\tb\t-0.4

\\2-grams:
-0.4\t<s> a
-0.5\ta b
-0.8\tb </s>
-1.1\ta a

\\end\\
"""
UNIGRAMS = {"a": 3, "b": 1, "</s>": 2}  # counts of the corpus that it was trained on


class SlowArpa:
    """A back-off model read from an ARPA file, slowly and plainly: the other side of comparisons with KenLM."""

    def __init__(self, path: Path) -> None:
        self.entries: dict[tuple[str, ...], tuple[float, float]] = {}
        order = 0
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("\\"):
                order = int(line[1:].split("-")[0]) if line.endswith("-grams:") else 0
            elif order and line:
                log10, words, *backoff = line.split("\t")
                self.entries[tuple(words.split(" "))] = (float(log10), float(backoff[0]) if backoff else 0.0)
        self.order = max(map(len, self.entries))

    def knows(self, word: str) -> bool:
        return (word,) in self.entries

    def log10(self, word: str, context: tuple[str, ...]) -> float:
        """log10 p(word | context), backing off to ever shorter contexts."""
        context = context[max(0, len(context) - self.order + 1) :]
        if (*context, word) in self.entries:
            return self.entries[*context, word][0]
        if not context:
            return self.entries[("<unk>",)][0]
        return self.entries.get(context, (0.0, 0.0))[1] + self.log10(word, context[1:])

    def sentence(self, words: list[str]) -> list[float]:
        """log10 p of every word, given <s> and the words before it; unknown words stand in as <unk>."""
        known = [word if self.knows(word) else "<unk>" for word in words]
        return [self.log10(word, ("<s>", *known[:place])) for place, word in enumerate(known)]


def replaced(text: AnyStr, old: AnyStr, new: AnyStr, count: int = -1) -> AnyStr:
    """A text with something replaced (``count`` times, from the start), which must stand in it at all."""
    assert old in text, f"{old!r} is not in the text"
    return text.replace(old, new, count)


def replace_in(path: Path, old: str, new: str) -> None:
    """Replace what stands in a file exactly once."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path}: {old!r} stands in it {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8")


def write_csv(path: Path, header: Iterable[str], rows: Iterable[Iterable]) -> Path:
    """Write a table as people have it, and return its path."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
    return path


SMALL_CORPUS = "  small: {kind: text, path: small.txt}\n"
SMALL_TRIGRAM = """  small-trigram:
    {label: Small trigram, corpus: small, order: 3, tokenisation: words, lowercase: true, end_of_sentence: true,
     discount_fallback: true, measures: [log_prob]}
"""
SMALL_CONFIG = f"""run: all
datasets:
  mine: {{kind: pairs, label: Mine, pairs: pairs.csv}}
criteria: {{thresholds: [0.5]}}
corpora:
{SMALL_CORPUS}ngram:
{SMALL_TRIGRAM}"""


def small_checkout(target: Path) -> Path:
    """A checkout that scores a few rated pairs with a trigram of its own; KenLM's programs are taken from elsewhere."""
    folder = copy_checkout(target, built=COMPILED)
    small_pairs(folder, SMALL_CONFIG)
    small_text(folder)
    return folder


def small_text(folder: Path) -> None:
    """The text of SMALL_CORPUS: a few hundred sentences of the words of SMALL_PAIRS, drawn at random."""
    draw = random.Random(1)
    words = ["boy", "girl", "sleeps", "sees", "the", "boys"]
    lines = [" ".join(draw.choices(words, k=draw.randint(2, 6))).capitalize() + "." for _ in range(200)]
    (folder / "small.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
