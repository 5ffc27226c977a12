"""Scoring beside its rivals, in turns and in processes of their own: `make bench ONLY=masked` or `ONLY=causal`.

A model of BERT's or GPT-2's shape with random weights, the same sentences and threads for all. Loading is not counted.
Rivals: minicons at its best batch size, which gets sentences of similar length together; a plain loop; and, for a causal
model, lm-evaluation-harness at its best batch size, whose decisions are compared with ours, too. A causal model scores one
pair of each paradigm of BLiMP, which share nothing, and a hundred, for which the goal is set.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks import ROOT, timing
from benchmarks.causal import PIECES, first_lines, pairs_of, sentences_of
from benchmarks.models import SHAPES, make_model
from tiny_models import save_gpt2

BATCHES = {("masked", "minicons"): [5, 10, 20], ("causal", "minicons"): [4, 8, 32], ("causal", "harness"): [8, 32, 256]}
TRIED, SAMPLE = 2, 20  # turns in which batch sizes are tried, and sentences of a masked model in them
LOOP = {"masked": 6, "causal": 60}  # sentences of the plain loop, which is slow
GOAL = {"masked": 2, "causal": 2.5}  # × minicons, and the harness
GPT2_SHAPES = {"base": {}, "tiny": {"n_positions": 128, "n_embd": 16, "n_layer": 2, "n_head": 2}}
MANY = 50  # pairs of each paradigm: from here on, sentences share their beginnings, and a turn takes many minutes


def make_gpt2(folder: Path, corpus: Path, shape: str) -> None:
    """A GPT-2 of a shape with random weights, and a tokenizer of its vocabulary's size from a corpus."""
    with open(corpus, encoding="utf-8") as lines:
        save_gpt2(folder, lines, size=PIECES, seed=0, **GPT2_SHAPES[shape])
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
        command = [
            given.minicons,
            ROOT / "benchmarks/rival_minicons.py",
            folder.parent / "model",
            folder / "sentences.txt",
        ]
        found["minicons"] = [*command, "--kind", kind, "--threads", given.threads, "--batch"]
    if given.harness and kind == "causal":
        command = [given.harness, ROOT / "benchmarks/rival_harness.py", folder.parent / "model", folder / "pairs"]
        found["harness"] = [*command, folder / "answers.json", given.threads]
    return found


def best(command: list, sizes: list[int], turns: int = TRIED, kind: str = "cpu") -> int:
    """Return the batch size with which the command takes the least time of a kind, median of some turns."""
    found = timing.in_turns({size: [*command, size] for size in sizes}, turns, said=True)
    return min(sizes, key=lambda size: median(turn[kind] for turn in found[size]))


def compare(folder: Path, pairs: list[tuple[str, str]]) -> str:
    """Return how many pairs our scores and the harness's decide alike, and how far the scores are apart."""
    sentences = (folder / "sentences.txt").read_text(encoding="utf-8").splitlines()
    ours = dict(zip(sentences, json.loads((folder / "ours.json").read_text(encoding="utf-8")), strict=True))
    theirs = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    both = (
        np.array([[ours[sentence] for sentence in pair] for pair in pairs]),
        np.array([answer["scores"] for name in sorted(theirs) for answer in theirs[name]]),
    )
    differ = np.not_equal(*(np.sign(scores[:, 0] - scores[:, 1]) for scores in both)).sum()
    return f"  {len(pairs)} pairs: {differ} decisions differ from the harness's, scores by {abs(both[0] - both[1]).max():.1g} at most"


def write_masked(sentences: list[str], folder: Path) -> list[str]:
    """Write the sentences that all programs score into a new folder."""
    folder.mkdir()
    (folder / "sentences.txt").write_text("\n".join(sentences) + "\n", encoding="utf-8")
    return sentences


def write_causal(lines: Mapping[str, list[bytes]], folder: Path) -> list[str]:
    """Write pairs, and their sentences, into a new folder; returns the sentences."""
    sentences = write_masked(sentences_of(pairs_of(lines)), folder)
    write_lines(lines, folder / "pairs")
    return sentences


def beside_rivals(
    kind: str, folder: Path, sizes: Mapping[str, int], arguments: argparse.Namespace, turns: int, whole: bool
) -> None:
    """Score the sentences of a folder by all programs and print their times.

    ``sizes``: the best batch size of each rival. ``whole``: these are the sentences for which the goal is set; the others
    are scored without savings and in a plain loop, too.
    """
    sentences = (folder / "sentences.txt").read_text(encoding="utf-8").splitlines()
    ours = [sys.executable, "-m", "benchmarks.scorer"]
    scored = [kind, folder.parent / "model", folder / "sentences.txt", "--threads", arguments.threads]
    commands = {"ours": [*ours, "ours", *scored, "--to", folder / "ours.json"]}
    commands |= {name: [*command, sizes[name]] for name, command in rivals(kind, folder, arguments).items()}
    if kind == "causal" and not whole:
        commands["no savings"] = [*ours, "no-savings", *scored]
    if kind == "masked" or not whole:
        commands["plain loop"] = [*ours, "loop", *scored, "--first", LOOP[kind]]
    goal = f" (goal ≥ {GOAL[kind]} × {' and '.join(sizes)})" if whole and sizes else ""
    print(f"{len(sentences)} sentences, {kind} model, {arguments.threads} threads of {os.cpu_count()} cores{goal}:")
    results = timing.in_turns(commands, turns, said=True, cwd=ROOT)
    timing.report(f"{kind}-{len(sentences)}", results, "sentence")
    for rival in sizes if whole else ():
        times = ([turn["cpu"] for turn in results[name]] for name in ("ours", rival))
        reached = timing.ratio(*times)[0] >= GOAL[kind]
        print(f"  goal beside {rival}, by processor time: {'reached' if reached else 'MISSED'}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["masked", "causal"])
    parser.add_argument("--sentences", type=Path, help="of a masked model: text file, one sentence a line")
    parser.add_argument("--archive", type=Path, help="of a causal model: BLiMP.zip")
    parser.add_argument("--corpus", type=Path, required=True, help="text file that the vocabulary is made from")
    parser.add_argument("--minicons", help="the Python of an environment with envs/separate/minicons.txt")
    parser.add_argument("--harness", help="the Python of an environment with envs/separate/lm_eval.txt")
    parser.add_argument("--shape", choices=sorted({*SHAPES} & {*GPT2_SHAPES}), default="base", help="of the model")
    parser.add_argument("--count", type=int, default=100, help="sentences of a masked model, about")
    parser.add_argument(
        "--of-each", type=int, nargs="+", default=[1, 100], help="pairs of each paradigm; the goal is set for the last"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--turns-of-many", type=int, default=2, help="where a turn takes many minutes")
    parser.add_argument("--turns-of-batches", type=int, default=TRIED, help="in which batch sizes are tried")
    arguments = parser.parse_args()
    kind = arguments.kind
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        if kind == "masked":
            make_model(folder / "model", arguments.shape, arguments.corpus)
            every = list(dict.fromkeys(arguments.sentences.read_text(encoding="utf-8").splitlines()))
            sentences = every[:: max(1, len(every) // arguments.count)][: arguments.count]
            write_masked(sentences[:: max(1, len(sentences) // SAMPLE)], folder / "sample")
            write_masked(sentences, folder / "all")
            compared = {"all": arguments.turns}
        else:
            make_gpt2(folder / "model", arguments.corpus, arguments.shape)
            write_causal(first_lines(arguments.archive, 2), folder / "sample")
            compared = {}
            for of_each in arguments.of_each:
                write_causal(first_lines(arguments.archive, of_each), folder / str(of_each))
                compared[str(of_each)] = arguments.turns if of_each < MANY else arguments.turns_of_many
        sizes = {}
        for name, command in rivals(kind, folder / "sample", arguments).items():
            sizes[name] = best(command, BATCHES[kind, name], arguments.turns_of_batches)
            print(f"{name} is fastest with batches of {sizes[name]} ({', '.join(map(str, BATCHES[kind, name]))} tried)")
        for name, turns in compared.items():
            beside_rivals(kind, folder / name, sizes, arguments, turns, whole=name == list(compared)[-1])
            if "harness" in sizes:
                print(compare(folder / name, pairs_of(first_lines(arguments.archive, int(name)))))


if __name__ == "__main__":
    main()
