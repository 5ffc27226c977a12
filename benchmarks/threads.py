"""Threads of a scoring and of a training, alone and beside another program: part of `make bench`, and by itself.

A scoring on two threads, of which each computes batches of its own (ours), or both share every batch, as PyTorch does by
itself (shared); a training on two threads and on one. Each runs alone, and then beside a program that keeps two cores
busy; in turns, each in a process of its own. Where two programs share the cores fairly, a run takes twice as long.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import torch

from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.kinds.masked import training
from acceptability.scoring import batches, from_corpus, pretrained
from benchmarks import timing
from tiny_models import save_gpt2

GOALS = 1.05, 1.3  # × the seconds of the rival alone, × a fair share
SETTINGS = {"vocabulary": 2_000, "lowercase": True, "layers": 2, "hidden": 64, "heads": 2, "epochs": 1}
SETTINGS |= {"batch_tokens": 2_048, "learning_rate": 5e-4, "seed": 1}
WAYS = {"scoring": ("shared", "ours"), "training": ("2 threads", "1 thread")}
BUSY = [sys.executable, "-c", "while True: sum(range(10_000))"]


def work(what: str, way: str, folder: Path, corpus: Path, sentences: int) -> dict[str, float]:
    """Seconds of the clock and of the processors of one run."""
    lines = [line for line in corpus.read_text(encoding="utf-8").splitlines() if 3 < len(line.split()) < 25]
    lines = lines[:sentences]
    if what == "training":
        settings = training.Settings(**SETTINGS, threads=int(way[0]))
        torch.set_num_threads(settings.threads)
        place, device = Path(tempfile.mkdtemp(dir=folder)) / "checkpoint", torch.device("cpu")
        report = lambda _done, _steps: None  # noqa: E731
        return timing.worked(lambda: from_corpus.train(training, lines, settings, place, "", device, report), 1)
    torch.set_num_threads(2)
    if way == "shared":
        batches._Work.batches = lambda _: 1
    model, tokenizer = pretrained.load(folder / "model", CAUSAL)
    encoded = causal.prepare(tokenizer, lines, lines, beginning=True, ending=False, leading_space=True)
    return timing.worked(lambda: causal.score(model, tokenizer, encoded), 1)


def measured(command: list, what: str, turns: int) -> dict[str, list[dict[str, float]]]:
    """Return the seconds that each way takes, alone and beside the busy program; the ways run in turns."""
    results = {f"{way}, {where}": [] for way in WAYS[what] for where in ("alone", "beside")}
    for _ in range(turns):
        for name, found in results.items():
            way, where = name.split(", ")
            others = [subprocess.Popen(BUSY) for _ in range(2 if where == "beside" else 0)]
            try:
                found.append(timing.measured([*command, "--work", what, way], said=True))
            finally:
                for other in others:
                    other.kill()
    return results


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", type=Path, required=True, help="text file, one sentence a line")
    parser.add_argument("--folder", type=Path, help="folder of the model")
    parser.add_argument("--work", nargs=2, help="do this once, and print its seconds")
    parser.add_argument("--sentences", type=int, default=1_000, help="to score, and to train on")
    parser.add_argument("--turns", type=int, default=3)
    arguments = parser.parse_args()
    if arguments.work:
        print(json.dumps(work(*arguments.work, arguments.folder, arguments.corpus, arguments.sentences)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        lines = arguments.corpus.read_text(encoding="utf-8").splitlines()[:2_000]
        save_gpt2(folder / "model", lines, 5_000, 1, n_positions=256, n_embd=64, n_layer=4, n_head=2)
        command = [sys.executable, "-m", "benchmarks.threads", "--corpus", arguments.corpus, "--folder", folder]
        command += ["--sentences", arguments.sentences]
        for what, (rival, ours) in WAYS.items():
            results = measured(command, what, arguments.turns)
            timing.report(f"threads-{what}", results, f"{what} by a small model")
            wall = {name: median(turn["wall"] for turn in turns) for name, turns in results.items()}
            alone = wall[f"{ours}, alone"] / wall[f"{rival}, alone"]
            print(f"  {ours}, alone: {alone:.2f} × the seconds of {rival}  (goal ≤ {GOALS[0]})")
            for way in (ours, rival):
                share = wall[f"{way}, beside"] / (2 * wall[f"{rival}, alone"])
                print(f"  {way}, beside two busy cores: {share:.2f} × a fair share  (goal ≤ {GOALS[1]})", flush=True)


if __name__ == "__main__":
    main()
