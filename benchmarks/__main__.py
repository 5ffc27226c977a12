"""Times and memory, printed beside their goals: `make bench`; with --only, those of some of PARTS.

With --rival FOLDER, only this: from fetched files to PDF, here and in another checkout (the commit before, say), in
turns, in seconds of the clock and of the processors. Each side runs with its own .venv where it has one.

Here: intervals and differences. Each other part has a module of its own. The files that a part needs are made first,
and not measured.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import ROOT
from benchmarks.runs import TOOLS, against, blimp_by_trigram, measure, overhead, whole_runs
from benchmarks.timing import worked
from helpers import copy_checkout

RUNS = 3


def beside(name: str, *arguments) -> None:
    """Another module of the benchmarks, in a process of its own."""
    subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *map(str, arguments)], cwd=ROOT, check=True)


def sentences_of(folder: Path) -> Path:
    """LI-Adger's sentences as a text file."""
    from acceptability.contracts import io
    from acceptability.contracts.data import SENTENCES

    sentences = io.read_table(folder / "results/sentences/li-adger.csv", SENTENCES)["sentence"]
    io.write_lines(sentences, folder / "sentences.txt")
    return folder / "sentences.txt"


def intervals(folder: Path) -> None:
    """Intervals of all rows, criteria and variants of the paper's run, and all differences, over its clusters."""
    from acceptability.contracts import io, systems
    from acceptability.contracts.data import PAIRS
    from acceptability.contracts.deltas import DELTAS
    from acceptability.options import as_variants
    from acceptability.statistics import uncertainty

    pairs = io.read_table(folder / "results/pairs/li-adger.csv", PAIRS)
    of_pairs = pairs.set_index("pair_id", drop=False)
    variants = as_variants({"as_published": {"unrated": "met", "ties": "sign"}})
    files = sorted((folder / "results/deltas/li-adger").glob("*.csv"))
    tables = [io.read_table(path, DELTAS) for path in files]
    columns = systems.read_delta_columns(files)
    evaluate = uncertainty.shares_with_intervals
    shares = worked(lambda: [evaluate(table, of_pairs, [0.5, 1, 5], variants) for table in tables], 1)["wall"]
    apart = worked(lambda: uncertainty.differences(columns, pairs, [0.5, 1, 5], references=[], families={}), 1)["wall"]
    print(f"intervals              {shares:6.1f} s for {len(columns.columns) - 1} rows by all criteria  (goal ≤ 20 s)")
    print(f"  and all differences  {apart:6.1f} s")


def explorer(folder: Path) -> None:
    """The paper's page, in a browser."""
    if not shutil.which("chromedriver"):
        print("the explorer           not measured: there is no chromedriver")
        return
    page = folder / "results/explorer/index.html"
    beside("explorer", page)


BROWN, LI_ADGER = "results/corpora/brown.txt", "results/sentences/li-adger.csv"
NGRAM = "results/models/brown-trigram"
RATED = "results/metrics/li-adger/differences.csv"


def corpus(folder: Path) -> tuple[str, Path]:
    return "--corpus", folder / BROWN


def masked(folder: Path, rivals: argparse.Namespace) -> None:
    files = ["--sentences", sentences_of(folder), *corpus(folder), "--minicons", rivals.minicons]
    beside("models", *files)
    beside("rivals", "masked", *files)


def causal(folder: Path, rivals: argparse.Namespace) -> None:
    files = ["--archive", folder / "resources/raw/blimp.zip", *corpus(folder)]
    beside("causal", *files)
    harness = ["--harness", rivals.harness] if rivals.harness else []
    beside("rivals", "causal", *files, "--minicons", rivals.minicons, *harness)


def python(folder: Path, rivals: argparse.Namespace) -> None:
    files = ["--sentences", sentences_of(folder), *corpus(folder)]
    beside("python", *files, *(["--minicons", rivals.minicons] if rivals.minicons else []))


def real(folder: Path, rivals: argparse.Namespace) -> None:
    programs = ["--minicons", rivals.minicons, "--harness", rivals.harness]
    beside("real", "--archive", folder / "resources/raw/blimp.zip", *corpus(folder), *programs)


def ngram(folder: Path, _) -> None:
    beside("ngram", folder)
    beside("bnc")


def blimp(folder: Path, _) -> None:
    beside("blimp", "--archive", folder / "resources/raw/blimp.zip", *corpus(folder))
    blimp_by_trigram(copy_checkout(folder / "blimp", built=folder))


# What each part needs, made by the workflow, and the part itself.
PARTS = {
    "paper": ([], lambda folder, _: whole_runs(copy_checkout(folder / "paper", built=folder))),
    "demo": (TOOLS, lambda folder, _: overhead(copy_checkout(folder / "demo", built=folder))),
    "workflow": ([], lambda _, __: beside("workflow")),
    "ngram": ([BROWN, f"{NGRAM}/model.binary", f"{NGRAM}/unigrams.csv"], ngram),
    "masked": ([BROWN, LI_ADGER], masked),
    "causal": ([BROWN, "resources/raw/blimp.zip"], causal),
    "real": ([BROWN, "resources/raw/blimp.zip"], real),
    "chinese": ([], lambda _, __: beside("chinese")),
    "prompts": ([], lambda _, __: beside("prompts")),
    "python": ([BROWN, LI_ADGER], python),
    "lstm": ([BROWN, LI_ADGER], lambda folder, _: beside("lstm", *corpus(folder), "--sentences", sentences_of(folder))),
    "blimp": ([BROWN, "resources/raw/blimp.zip", *TOOLS], blimp),
    "score": ([], lambda _, rivals: beside("score", rivals.minicons)),
    "check": (["resources/raw/brown.zip", "resources/raw/blimp.zip"], lambda folder, _: beside("check", folder)),
    "classifier": (
        [BROWN, "results/sentences/cola.csv"],
        lambda folder, _: beside("classifier", "--labelled", folder / "results/sentences/cola.csv", *corpus(folder)),
    ),
    "threads": ([BROWN], lambda folder, _: beside("threads", *corpus(folder))),
    "intervals": ([RATED], lambda folder, _: intervals(folder)),
    "explorer": (["results/explorer/index.html"], lambda folder, _: explorer(folder)),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("minicons", nargs="?", help="the Python of an environment with envs/separate/minicons.txt")
    parser.add_argument("--harness", help="the Python of an environment with envs/separate/lm_eval.txt")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts, with commas: {', '.join(PARTS)}")
    parser.add_argument("--rival", type=Path, help="another checkout: compare whole runs with it, and nothing else")
    parser.add_argument("--turns", type=int, default=RUNS, help="runs of each of the two")
    arguments = parser.parse_args()
    only = arguments.only.replace(",", " ").split()
    if unknown := sorted(set(only) - set(PARTS)):
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    if not arguments.minicons and not arguments.rival and {"masked", "causal", "real", "score", "python"} & set(only):
        parser.error("name the Python of an environment with envs/separate/minicons.txt, or --rival")
    if not arguments.harness and not arguments.rival and "real" in only:
        parser.error("name the Python of an environment with envs/separate/lm_eval.txt (--harness)")
    if mirror := os.environ.get("ACCEPTABILITY_MIRROR"):
        os.environ["ACCEPTABILITY_MIRROR"] = os.path.abspath(mirror)
    print(f"on {os.cpu_count()} cores, Snakemake with 2, all else with 1:", flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        if arguments.rival:
            return against(arguments.rival.resolve(), arguments.turns, Path(temporary))
        folder = copy_checkout(Path(temporary) / "checkout")
        needed = list(dict.fromkeys(target for part in only for target in PARTS[part][0]))
        if needed:
            measure(folder, *needed)
        for part in only:
            PARTS[part][1](folder, arguments)


if __name__ == "__main__":
    main()
