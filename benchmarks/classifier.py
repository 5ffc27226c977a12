"""Speed of fine-tuning, beside the authors' way of padding: part of `make bench`, and by itself on a machine with a GPU.

Both sides run the same loop on the same sentences: ours with sentences of similar length together, padded to the longest
of a batch; theirs in random order, padded to 64 tokens. A model of BERT's shape with random weights.
"""

import argparse
import contextlib
import itertools
import os
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pandas as pd
import torch
from transformers import BertConfig, BertForMaskedLM

from acceptability.contracts import data, io
from acceptability.kinds.classifier import training as classifier
from acceptability.kinds.masked import training
from benchmarks.models import SHAPES, make_model

AT_ONCE = (1, 2, 4)  # restarts on one GPU


def finetune(base: Path, table: pd.DataFrame, restart: int, as_published: bool, rate: float, threads: int) -> tuple:
    """Seconds of one epoch (of its steps alone), and its loss on held-out sentences."""
    torch.set_num_threads(threads)
    settings = classifier.Settings(restart, 1, 20, rate, False, as_published, threads)
    steps: list[float] = []
    with open(os.devnull, "w") as quiet, contextlib.redirect_stderr(quiet):
        made = classifier.restart(
            base,
            table.assign(split="train"),
            settings,
            base / f"checkpoint-{restart}",
            lambda *_: steps.append(time.perf_counter()),
            base,
        )
    pauses = [after - before for before, after in itertools.pairwise(steps[:-1])]  # after the last, it judges
    return statistics.mean(pauses) * len(steps), made.curve["held_out_loss"].iloc[-1]


def on_cpu(labelled: pd.DataFrame, corpus: Path, scratch: Path, given: argparse.Namespace) -> None:
    threads = given.threads
    make_model(scratch / "base", given.shape, corpus)
    some = labelled.iloc[:: max(1, len(labelled) // given.count)][: given.count].reset_index(drop=True)
    ours, theirs = (finetune(scratch / "base", some, 1, way, 2e-5, threads)[0] for way in (False, True))
    kept = len(some) - len(some) // 10
    print(f"fine-tuning a BERT     {kept / ours:6.2f} sentences/s, CPU, {threads} threads, batches of 20")
    print(f"  padded to 64 tokens  {kept / theirs:6.2f}: ours is {theirs / ours:.1f} × as fast  (goal ≥ 3)")
    torch.manual_seed(0)
    small = BertConfig(
        vocab_size=8_192, hidden_size=128, num_hidden_layers=2, num_attention_heads=2, intermediate_size=512
    )
    BertForMaskedLM(small).save_pretrained(scratch / "small")
    with open(corpus, encoding="utf-8") as lines:
        training.train_tokenizer(lines, 8_192, lowercase=True).save_pretrained(scratch / "small")
    more = labelled.iloc[: given.count_of_small].reset_index(drop=True)
    seeds = range(1, given.seeds + 1)
    losses = {way: [finetune(scratch / "small", more, seed, way, 2e-4, threads)[1] for seed in seeds] for way in (0, 1)}
    apart = abs(statistics.mean(losses[0]) - statistics.mean(losses[1]))
    spread = max(statistics.stdev(losses[0]), statistics.stdev(losses[1]))
    print(
        f"  held-out loss after an epoch, small shape, {len(seeds)} seeds: {statistics.mean(losses[0]):.4f} and "
        f"{statistics.mean(losses[1]):.4f}, {apart:.4f} apart; SD over seeds {spread:.4f}  (goal: within noise)"
    )


def on_gpu(labelled: pd.DataFrame, corpus: Path, scratch: Path) -> None:
    """Restarts an hour: 4 epochs each, loading and judging left out."""
    print("| model | at once | restarts/h | × padded to 64 |")
    print("| --- | --- | --- | --- |")
    for shape in ("base", "large"):
        make_model(scratch / shape, shape, corpus)
        padded = finetune(scratch / shape, labelled, 1, True, 2e-5, 4)[0]
        for count in AT_ONCE:
            with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
                jobs = [pool.submit(finetune, scratch / shape, labelled, n, False, 2e-5, 4) for n in range(count)]
                slowest = max(job.result()[0] for job in jobs)
            print(f"| BERT-{shape} | {count} | {count * 3600 / (4 * slowest):.1f} | {count * padded / slowest:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--labelled", type=Path, required=True, help="results/sentences/cola.csv")
    parser.add_argument("--corpus", type=Path, required=True, help="text file that the vocabulary is made from")
    parser.add_argument("--shape", choices=list(SHAPES), default="base", help="of the model whose speed is measured")
    parser.add_argument(
        "--count", type=int, default=400, help="its sentences on a CPU; a whole epoch of CoLA has 7,695"
    )
    parser.add_argument(
        "--count-of-small", type=int, default=4_000, help="sentences of the small shape, whose loss counts"
    )
    parser.add_argument("--seeds", type=int, default=3, help="of its trainings, at least 2")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    labelled = io.read_table(arguments.labelled, data.SENTENCES)
    labelled = labelled[labelled["split"] == "train"]
    with tempfile.TemporaryDirectory() as temporary:
        if torch.cuda.is_available():
            on_gpu(labelled, arguments.corpus, Path(temporary))
        else:
            on_cpu(labelled, arguments.corpus, Path(temporary), arguments)


if __name__ == "__main__":
    main()
