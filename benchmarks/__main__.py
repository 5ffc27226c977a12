"""Times and memory, printed beside their goals: `make bench`; with --only, those of some of PARTS.

With --rival FOLDER, only this: from fetched files to PDF, here and in another checkout (the commit before, say), in
turns, in seconds of the clock and of the processors. Each side runs with its own .venv where it has one.

Here: scoring by n-gram models from text to tables, against KenLM alone and nltk.lm on the same text; reading the BNC;
intervals and differences by the bootstrap. Each other part has a module of its own. What precedes a part is made first,
and not measured.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import psutil

from benchmarks import ROOT
from benchmarks.runs import TOOLS, against, blimp_by_trigram, measure, overhead, whole_runs
from helpers import copy_checkout

RUNS = 3
NLTK_SENTENCES = 20
BNC_WORDS = 5_000_000


def best_of(runs: int, work: Callable[[], object]) -> float:
    """Seconds of the fastest of several runs, the least disturbed one."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def scoring(folder: Path) -> None:
    """The Brown trigram on Brown itself, one core."""
    from nltk.lm import KneserNeyInterpolated
    from nltk.lm.preprocessing import padded_everygram_pipeline

    from acceptability.contracts import io
    from acceptability.contracts.scoring import TOKENS, UNIGRAMS
    from acceptability.kinds.ngram import ngrams as ngram
    from acceptability.scoring.tokenisation import tokeniser

    tokenise = tokeniser("words", lowercase=True)
    sentences = (folder / "results/corpora/brown.txt").read_text(encoding="utf-8").splitlines()
    model = ngram.load(folder / "results/models/brown-trigram/model.binary")
    counts = io.read_table(folder / "results/models/brown-trigram/unigrams.csv", UNIGRAMS)
    unigrams = ngram.Unigrams(dict(zip(counts["token"], counts["count"], strict=True)), end_of_sentence=True)
    names = [f"s{number}" for number in range(len(sentences))]
    table = ngram.score_tokens(model, unigrams, names, sentences, tokenise, True)
    count = len(table)

    def kenlm_alone() -> None:
        for text in texts:
            for _ in model.full_scores(text):
                pass

    texts = [" ".join(tokenise(sentence)) for sentence in sentences]
    ours = {}
    for way in ("words", "whitespace", "treebank"):
        split = tokeniser(way, lowercase=True)
        score = partial(ngram.score_tokens, model, unigrams, names, sentences, split, True)
        counted = len(score())
        ours[way] = counted / best_of(RUNS, score)
    alone = count / best_of(RUNS, kenlm_alone)
    writing = count / best_of(1, lambda: io.write_table(table, folder / "tokens.csv", TOKENS))

    everygrams, vocabulary = padded_everygram_pipeline(3, [text.split() for text in texts])
    theirs = KneserNeyInterpolated(3)
    theirs.fit(everygrams, vocabulary)
    few = [["<s>", "<s>", *text.split(), "</s>"] for text in islice(texts, NLTK_SENTENCES)]
    few_tokens = sum(len(words) - 2 for words in few)

    def nltk_scores() -> None:
        for words in few:
            for place in range(2, len(words)):
                theirs.logscore(words[place], words[place - 2 : place])

    nltk_rate = few_tokens / best_of(1, nltk_scores)
    print(f"text to a table        {ours['words'] / 1e6:6.2f} M tokens/s  (goal ≥ 1; KenLM alone {alone / 1e6:.2f})")
    for way in ("whitespace", "treebank"):
        print(f"  split as {way:<10}  {ours[way] / 1e6:6.2f} M tokens/s")
    print(f"writing the table      {writing / 1e6:6.2f} M tokens/s")
    print(
        f"nltk.lm, same text     {nltk_rate:6.0f} tokens/s: ours is {ours['words'] / nltk_rate:,.0f} times as fast  (goal ≥ 50)"
    )


def read_bnc(folder: Path) -> tuple[int, float, float]:
    """Words (w elements), seconds and peak MB of one process that reads a corpus."""
    from acceptability.datasets import corpora

    words = sum(text.read_bytes().count(b"</w>") for text in folder.rglob("*.xml"))
    start, peak, process = time.perf_counter(), 0, psutil.Process()
    names = corpora.bnc_texts(folder, expected=len(list(folder.rglob("*.xml"))))
    for _ in corpora.bnc_sentences(folder, names):
        peak = max(peak, process.memory_info().rss)
    return words, time.perf_counter() - start, peak / 1e6


def reading(folder: Path) -> None:
    """The fixture in the BNC's format, its paragraphs repeated to texts of some 25,000 words."""
    source = (ROOT / "tests/fixtures/bnc/Texts/A/A0/A00.xml").read_text(encoding="utf-8")
    start, end = source.index("<p>"), source.index("</div>")
    text = source[:start] + source[start:end] * (25_000 // source[start:end].count("</w>")) + source[end:]
    made = 0
    while made * text.count("</w>") < BNC_WORDS:
        path = folder / f"Texts/A/A{made // 100}/A{made % 100:02d}.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        made += 1
    results = []
    for part in (folder / "Texts/A/A0", folder):  # half of it, then all
        few = folder.with_name("few")
        shutil.rmtree(few, ignore_errors=True)
        shutil.copytree(part, few / "Texts/A/A0" if part != folder else few)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            results.append(pool.submit(read_bnc, few).result())
    (some, _, little), (words, seconds, much) = results
    print(f"reading the BNC        {words / seconds / 1e6:6.2f} M words/s  (goal ≥ 0.5)")
    print(
        f"its peak memory        {little:.0f} MB for {some / 1e6:.1f} M words, {much:.0f} MB for {words / 1e6:.1f} M  (goal: flat)"
    )


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
    shares = best_of(1, lambda: [evaluate(table, of_pairs, [0.5, 1, 5], variants) for table in tables])
    apart = best_of(1, lambda: uncertainty.differences(columns, pairs, [0.5, 1, 5], references=[], families={}))
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
    scoring(folder)
    reading(folder / "bnc")


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
