"""Times and memory, printed beside their goals: `make bench`; with --only, those of some of PARTS.

With --tiny, sizes and data are so small that each part ends within seconds or a few minutes; its numbers say nothing.

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

from benchmarks import ROOT, tiny
from benchmarks.runs import SIZES, TOOLS, against, blimp_by_trigram, measure, overhead, whole_runs
from benchmarks.timing import worked
from helpers import COMPILED, copy_checkout

RUNS = 3


def beside(given: argparse.Namespace, name: str, *arguments) -> None:
    """Another module of the benchmarks, in a process of its own."""
    options = tiny.OPTIONS.get(name, "").split() if given.tiny else []
    command = [sys.executable, "-m", f"benchmarks.{name}", *map(str, arguments), *options]
    subprocess.run(command, cwd=ROOT, check=True)


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


def explorer(folder: Path, given: argparse.Namespace) -> None:
    """The paper's page, in a browser."""
    if not shutil.which("chromedriver"):
        print("the explorer           not measured: there is no chromedriver")
        return
    beside(given, "explorer", folder / "results/explorer/index.html")


BROWN, BLIMP = "results/corpora/brown.txt", "resources/raw/blimp.zip"
LI_ADGER, LABELLED = "results/sentences/li-adger.csv", "results/sentences/cola.csv"
NGRAM = "results/models/brown-trigram"
RATED = "results/metrics/li-adger/differences.csv"


def corpus(folder: Path) -> tuple[str, Path]:
    return "--corpus", folder / BROWN


def masked(folder: Path, given: argparse.Namespace) -> None:
    files = ["--sentences", sentences_of(folder), *corpus(folder), "--minicons", given.minicons]
    beside(given, "models", *files)
    beside(given, "rivals", "masked", *files)


def causal(folder: Path, given: argparse.Namespace) -> None:
    files = ["--archive", folder / BLIMP, *corpus(folder)]
    beside(given, "causal", *files)
    harness = ["--harness", given.harness] if given.harness else []
    beside(given, "rivals", "causal", *files, "--minicons", given.minicons, *harness)


def python(folder: Path, given: argparse.Namespace) -> None:
    files = ["--sentences", sentences_of(folder), *corpus(folder)]
    beside(given, "python", *files, *(["--minicons", given.minicons] if given.minicons else []))


def real(folder: Path, given: argparse.Namespace) -> None:
    programs = ["--minicons", given.minicons, "--harness", given.harness]
    model = ["--model", tiny.write_gguf(folder / "tiny.gguf")] if given.tiny else []
    beside(given, "real", "--archive", folder / BLIMP, *corpus(folder), *programs, *model)


def ngram(folder: Path, given: argparse.Namespace) -> None:
    beside(given, "ngram", folder)
    beside(given, "bnc")


def lstm(folder: Path, given: argparse.Namespace) -> None:
    files = ["--sentences", sentences_of(folder), *corpus(folder)]
    beside(given, "lstm", *files, "--config", folder / "config.yaml")


def demo(folder: Path, given: argparse.Namespace) -> None:
    copied = copy_checkout(folder / "demo", built=folder)
    if given.tiny:
        tiny.configure(copied)
    else:
        shutil.copy2(copied / "resources/demo/config.yaml", copied / "config.yaml")
    overhead(copied)


def blimp(folder: Path, given: argparse.Namespace) -> None:
    beside(given, "blimp", "--archive", folder / BLIMP, *corpus(folder))
    blimp_by_trigram(copy_checkout(folder / "blimp", built=folder), tiny.OF_PARADIGM if given.tiny else SIZES)


def classifier(folder: Path, given: argparse.Namespace) -> None:
    beside(given, "classifier", "--labelled", folder / LABELLED, *corpus(folder))


# What each part needs, made by the workflow, and the part itself.
PARTS = {
    "paper": ([], lambda folder, _: whole_runs(copy_checkout(folder / "paper", built=folder))),
    "demo": (TOOLS, demo),
    "workflow": ([], lambda _, given: beside(given, "workflow")),
    "ngram": ([BROWN, f"{NGRAM}/model.binary", f"{NGRAM}/unigrams.csv"], ngram),
    "masked": ([BROWN, LI_ADGER], masked),
    "causal": ([BROWN, BLIMP], causal),
    "real": ([BROWN, BLIMP], real),
    "chinese": ([], lambda _, given: beside(given, "chinese")),
    "prompts": ([], lambda _, given: beside(given, "prompts")),
    "python": ([BROWN, LI_ADGER], python),
    "lstm": ([BROWN, LI_ADGER], lstm),
    "blimp": ([BROWN, BLIMP, *TOOLS], blimp),
    "score": ([], lambda _, given: beside(given, "score", given.minicons)),
    "check": (["resources/raw/brown.zip", BLIMP], lambda folder, given: beside(given, "check", folder)),
    "classifier": ([BROWN, LABELLED], classifier),
    "threads": ([BROWN], lambda folder, given: beside(given, "threads", *corpus(folder))),
    "intervals": ([RATED], lambda folder, _: intervals(folder)),
    "explorer": (["results/explorer/index.html"], explorer),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("minicons", nargs="?", help="the Python of an environment with envs/separate/minicons.txt")
    parser.add_argument("--harness", help="the Python of an environment with envs/separate/lm_eval.txt")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts, with commas: {', '.join(PARTS)}")
    parser.add_argument("--tiny", action="store_true", help="tiny sizes and made-up data: only to see that all runs")
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
        folder = copy_checkout(Path(temporary) / "checkout", built=COMPILED)
        needed = list(dict.fromkeys(target for part in only for target in PARTS[part][0]))
        if arguments.tiny:
            tiny.configure(folder)
            needed = [target for target in needed if not target.startswith("resources/raw/")]
            tiny.write_blimp(folder / BLIMP)
        if needed:
            measure(folder, *needed)
        for part in only:
            PARTS[part][1](folder, arguments)


if __name__ == "__main__":
    main()
