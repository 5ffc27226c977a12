"""The function `acceptability.score` beside the workflow's own step and minicons, in turns: `make bench ONLY=python`.

A masked model of BERT's shape with random weights, loaded once; the same sentences and one thread for all. The workflow's
step is what its job does between reading and writing files. Ours makes all columns of the table of tokens, minicons the
plain pseudo-log-likelihood.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import pandas as pd
import torch

import acceptability
from acceptability.kinds.masked.scoring import MASKED, SCORER
from acceptability.scoring import pretrained
from acceptability.scoring.token_scores import scores_of_tokens
from benchmarks import ROOT, timing
from benchmarks.models import SHAPES, make_model
from benchmarks.rivals import BATCHES, TRIED, best, write_masked

GOALS = {"workflow": 1 / 1.1, "minicons": 2}  # their time ÷ ours


def score(model, tokenizer, texts: list[str]) -> None:
    acceptability.score(texts, (model, tokenizer), measures=["pll"])


def workflow(model, tokenizer, texts: list[str]) -> None:
    table = pd.DataFrame({"sentence_id": [str(number) for number in range(len(texts))], "sentence": texts})
    system = {"shards": 1, "as_published": False}
    tokens, _, _ = SCORER.score_table(model, tokenizer, table, system)
    scores_of_tokens(table, tokens, ["pll"])


def one_side(way: str, folder: Path, file: Path) -> None:
    """Print the seconds for a sentence of one side, after the model is loaded and warm."""
    torch.set_num_threads(1)
    model, tokenizer = pretrained.load(folder, MASKED)
    texts = file.read_text(encoding="utf-8").splitlines()
    function = {"ours": score, "workflow": workflow}[way]
    function(model, tokenizer, texts[:2])
    print(json.dumps(timing.worked(lambda: function(model, tokenizer, texts), len(texts))))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sentences", type=Path, help="text file, one sentence a line")
    parser.add_argument("--corpus", type=Path, help="text file that the vocabulary is made from")
    parser.add_argument("--minicons", help="the Python of an environment with envs/separate/minicons.txt")
    parser.add_argument("--shape", choices=list(SHAPES), default="base", help="of the model")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--turns-of-batches", type=int, default=TRIED, help="in which batch sizes are tried")
    parser.add_argument("--side", nargs=3, help="run one side: its name, the folder of the model, the sentences")
    arguments = parser.parse_args()
    if arguments.side:
        return one_side(arguments.side[0], *map(Path, arguments.side[1:]))
    with tempfile.TemporaryDirectory() as temporary:
        model = Path(temporary) / "model"
        make_model(model, arguments.shape, arguments.corpus)
        every = list(dict.fromkeys(arguments.sentences.read_text(encoding="utf-8").splitlines()))
        sentences = write_masked(
            every[:: max(1, len(every) // arguments.count)][: arguments.count], Path(temporary) / "all"
        )
        write_masked(sentences[::10], Path(temporary) / "sample")
        side = [sys.executable, "-m", "benchmarks.python", "--side"]
        sentences_of = {name: Path(temporary) / name / "sentences.txt" for name in ("all", "sample")}
        commands = {name: [*side, name, model, sentences_of["all"]] for name in ("ours", "workflow")}
        if arguments.minicons:
            rival = [arguments.minicons, ROOT / "benchmarks/rival_minicons.py", model]
            tried = [*rival, sentences_of["sample"], "--batch"]
            size = best(tried, BATCHES["masked", "minicons"], arguments.turns_of_batches)
            commands["minicons"] = [*rival, sentences_of["all"], "--batch", size]
        print(f"{len(sentences)} sentences, one thread (goals: workflow ≥ {1 / 1.1:.2f} ×, minicons ≥ 2 ×):")
        results = timing.in_turns(commands, arguments.turns, said=True, cwd=ROOT)
        timing.report("python", results, "sentence")
        for name in [name for name in GOALS if name in results]:
            reached = timing.ratio(*([turn["cpu"] for turn in results[side]] for side in ("ours", name)))[0]
            print(f"  beside {name}, by processor time: {'reached' if reached >= GOALS[name] else 'MISSED'}")


if __name__ == "__main__":
    main()
