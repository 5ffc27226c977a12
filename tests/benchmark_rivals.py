"""Scoring beside its rivals, in turns and in processes of their own: `make bench ONLY=masked` or `ONLY=causal`.

A model of BERT's or GPT-2's shape with random weights, the same sentences and threads for all. Loading is not counted.
Rivals: minicons at its best batch size, a plain loop, and, for a causal model, lm-evaluation-harness.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import torch

import benchmark_turns
from benchmark_causal import PIECES, first_lines, read_pairs
from benchmark_models import make_model
from tiny_models import save_gpt2

TESTS = Path(__file__).resolve().parent
BATCHES = {"masked": [5, 10, 20], "causal": [8, 32, 128]}
HARNESS_BATCHES = [32, 256]
LOOP = {"masked": 6, "causal": 60}  # sentences of the plain loop, which is slow
GOAL = {"masked": 2, "causal": 2.5}  # × minicons, and the harness


def make_gpt2(folder: Path, corpus: Path) -> None:
    """A GPT-2 with random weights, and a tokenizer of its vocabulary's size from a corpus."""
    with open(corpus, encoding="utf-8") as lines:
        save_gpt2(folder, lines, size=PIECES, seed=0)
    described = folder / "tokenizer_config.json"  # the plain class, which the rivals' older transformers has too
    known = json.loads(described.read_text(encoding="utf-8")) | {"tokenizer_class": "PreTrainedTokenizerFast"}
    described.write_text(json.dumps(known), encoding="utf-8")


def take_pairs(archive: Path, each: int, folder: Path) -> list[str]:
    """The first pairs of each paradigm of BLiMP as files of JSON lines; gives their different sentences."""
    folder.mkdir()
    for name, lines in first_lines(archive, each).items():
        (folder / name).write_bytes(b"\n".join(lines) + b"\n")
    return list(dict.fromkeys(text for pair in read_pairs(archive, each) for text in pair))


def best(commands: dict[int, list]) -> list:
    """The command of the batch size that takes least processor time, in one run of each."""
    return commands[min(commands, key=lambda size: benchmark_turns.measured(commands[size], said=True)["cpu"])]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["masked", "causal"])
    parser.add_argument("--sentences", type=Path, help="of a masked model: text file, one sentence a line")
    parser.add_argument("--archive", type=Path, help="of a causal model: BLiMP.zip")
    parser.add_argument("--corpus", type=Path, required=True, help="text file that the vocabulary is made from")
    parser.add_argument("--minicons", help="the Python of an environment with tests/minicons.txt")
    parser.add_argument("--harness", help="the Python of an environment with tests/lm_eval.txt")
    parser.add_argument("--count", type=int, default=100, help="sentences, or pairs of BLiMP, about")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--turns", type=int, default=5)
    arguments = parser.parse_args()
    kind, threads = arguments.kind, ["--threads", arguments.threads]
    with tempfile.TemporaryDirectory() as temporary:
        scratch, model, text = Path(temporary), Path(temporary) / "model", Path(temporary) / "sentences.txt"
        if kind == "masked":
            make_model(model, "base", arguments.corpus)
            every = list(dict.fromkeys(arguments.sentences.read_text(encoding="utf-8").splitlines()))
            sentences = every[:: max(1, len(every) // arguments.count)][: arguments.count]
        else:
            make_gpt2(model, arguments.corpus)
            sentences = take_pairs(arguments.archive, max(1, arguments.count // 67), scratch / "pairs")
        text.write_text("\n".join(sentences) + "\n", encoding="utf-8")
        ours = [sys.executable, TESTS / "scorer.py"]
        commands = {"ours": [*ours, "ours", kind, model, text, *threads]}
        if arguments.minicons:
            theirs = [arguments.minicons, TESTS / "rival_minicons.py", model, text, "--kind", kind, *threads]
            commands["minicons"] = best({size: [*theirs, "--batch", size] for size in BATCHES[kind]})
        if arguments.harness and kind == "causal":
            theirs = [arguments.harness, TESTS / "rival_harness.py", model, scratch / "pairs", scratch / "answers.json"]
            commands["harness"] = best({size: [*theirs, size, arguments.threads] for size in HARNESS_BATCHES})
        commands["plain loop"] = [*ours, "loop", kind, model, text, *threads, "--first", LOOP[kind]]
        print(
            f"{len(sentences)} sentences, {kind} model, {arguments.threads} threads, {torch.get_num_threads()} cores "
            f"(goal ≥ {GOAL[kind]} × minicons{' and the harness' if kind == 'causal' else ''}):",
            flush=True,
        )
        found = benchmark_turns.in_turns(commands, arguments.turns, said=True)
        benchmark_turns.report(kind, found, "sentence")
        for rival in {"minicons", "harness"} & set(found):
            times = ([turn["cpu"] for turn in found[name]] for name in ("ours", rival))
            reached = benchmark_turns.ratio(*times)[0] >= GOAL[kind]
            print(f"  goal beside {rival}, by processor time: {'reached' if reached else 'MISSED'}")


if __name__ == "__main__":
    main()
