"""Scoring beside its rivals, in turns and in processes of their own: `make bench ONLY=masked` or `ONLY=causal`.

A model of BERT's or GPT-2's shape with random weights, the same sentences and threads for all. Loading is not counted.
Rivals: minicons at its best batch size, which gets sentences of similar length together; a plain loop; and, for a causal
model, lm-evaluation-harness at its best batch size, whose decisions are compared with ours, too.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median

import numpy as np
import torch

import benchmark_turns
from benchmark_causal import PIECES, first_lines, pairs_of, sentences_of
from benchmark_models import make_model
from tiny_models import save_gpt2

TESTS = Path(__file__).resolve().parent
BATCHES = {("masked", "minicons"): [5, 10, 20], ("causal", "minicons"): [4, 8, 32], ("causal", "harness"): [8, 32, 256]}
TRIED, SAMPLE = 2, 20  # turns that try batch sizes, and sentences of a masked model in them
LOOP = {"masked": 6, "causal": 60}  # sentences of the plain loop, which is slow
GOAL = {"masked": 2, "causal": 2.5}  # × minicons, and the harness


def make_gpt2(folder: Path, corpus: Path) -> None:
    """A GPT-2 with random weights, and a tokenizer of its vocabulary's size from a corpus."""
    with open(corpus, encoding="utf-8") as lines:
        save_gpt2(folder, lines, size=PIECES, seed=0)
    described = folder / "tokenizer_config.json"  # the plain class, which the rivals' older transformers has too
    known = json.loads(described.read_text(encoding="utf-8")) | {"tokenizer_class": "PreTrainedTokenizerFast"}
    described.write_text(json.dumps(known), encoding="utf-8")


def write_lines(lines: Mapping[str, list[bytes]], folder: Path) -> None:
    """Files of JSON lines, which the harness reads."""
    folder.mkdir()
    for name, of_file in lines.items():
        (folder / name).write_bytes(b"\n".join(of_file) + b"\n")


def rivals(kind: str, folder: Path, given: argparse.Namespace) -> dict[str, list]:
    """The commands that score the sentences of a folder, but for the batch size, which comes last."""
    found = {}
    if given.minicons:
        command = [given.minicons, TESTS / "rival_minicons.py", folder.parent / "model", folder / "sentences.txt"]
        found["minicons"] = [*command, "--kind", kind, "--threads", given.threads, "--batch"]
    if given.harness and kind == "causal":
        command = [given.harness, TESTS / "rival_harness.py", folder.parent / "model", folder / "pairs"]
        found["harness"] = [*command, folder / "answers.json", given.threads]
    return found


def best(command: list, sizes: list[int]) -> int:
    """The batch size with which the command takes the least processor time, median of some turns."""
    found = benchmark_turns.in_turns({size: [*command, size] for size in sizes}, TRIED, said=True)
    return min(sizes, key=lambda size: median(turn["cpu"] for turn in found[size]))


def compare(folder: Path, sentences: list[str], pairs: list[tuple[str, str]]) -> str:
    """What our scores and the harness's decide, and how far they are apart."""
    ours = dict(zip(sentences, json.loads((folder / "ours.json").read_text(encoding="utf-8")), strict=True))
    theirs = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    both = (
        np.array([[ours[sentence] for sentence in pair] for pair in pairs]),
        np.array([answer["scores"] for name in sorted(theirs) for answer in theirs[name]]),
    )
    differ = np.not_equal(*(np.sign(scores[:, 0] - scores[:, 1]) for scores in both)).sum()
    return f"  {len(pairs)} pairs: {differ} decisions differ from the harness's, scores by {abs(both[0] - both[1]).max():.1g} at most"


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
        model, some, whole = (Path(temporary) / name for name in ("model", "some", "whole"))
        some.mkdir()
        whole.mkdir()
        if kind == "masked":
            make_model(model, "base", arguments.corpus)
            every = list(dict.fromkeys(arguments.sentences.read_text(encoding="utf-8").splitlines()))
            sentences = every[:: max(1, len(every) // arguments.count)][: arguments.count]
            sample = sentences[:: max(1, len(sentences) // SAMPLE)]
        else:
            make_gpt2(model, arguments.corpus)
            lines = first_lines(arguments.archive, max(1, arguments.count // 67))
            few = {name: of_file[:2] for name, of_file in lines.items()}
            pairs = pairs_of(lines)
            sentences, sample = sentences_of(pairs), sentences_of(pairs_of(few))
            write_lines(lines, whole / "pairs")
            write_lines(few, some / "pairs")
        for folder, texts in ((some, sample), (whole, sentences)):
            (folder / "sentences.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
        ours = [sys.executable, TESTS / "scorer.py"]
        scored = [kind, model, whole / "sentences.txt", *threads]
        commands = {"ours": [*ours, "ours", *scored, "--to", whole / "ours.json"]}
        on_sample, on_all = (rivals(kind, folder, arguments) for folder in (some, whole))
        for name, command in on_all.items():
            size = best(on_sample[name], BATCHES[kind, name])
            print(f"{name} is fastest with batches of {size} ({', '.join(map(str, BATCHES[kind, name]))} tried)")
            commands[name] = [*command, size]
        commands["no savings"] = [*ours, "no-savings", *scored]
        commands["plain loop"] = [*ours, "loop", *scored, "--first", LOOP[kind]]
        print(
            f"{len(sentences)} sentences, {kind} model, {arguments.threads} threads, {torch.get_num_threads()} cores "
            f"(goal ≥ {GOAL[kind]} × minicons{' and the harness' if kind == 'causal' else ''}):",
            flush=True,
        )
        found = benchmark_turns.in_turns(commands, arguments.turns, said=True)
        benchmark_turns.report(kind, found, "sentence")
        for rival in on_all:
            times = ([turn["cpu"] for turn in found[name]] for name in ("ours", rival))
            reached = benchmark_turns.ratio(*times)[0] >= GOAL[kind]
            print(f"  goal beside {rival}, by processor time: {'reached' if reached else 'MISSED'}")
        if "harness" in on_all:
            print(compare(whole, sentences, pairs))


if __name__ == "__main__":
    main()
