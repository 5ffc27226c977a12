"""`make score` from a table and a small model to table, figure and page, beside minicons alone: `make bench`.

In turns, in one run: seconds of the clock and of the processors. minicons gives the log-probabilities of tokens, ours
the criteria, the figure and the page too. The tokens of both are compared.
"""

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from helpers import copy_checkout, snakemake_command
from tiny_models import bert, save, wordpiece_tokenizer

GOAL = 40  # seconds of the clock on two cores
PAIRS = 30
SUBJECTS = ["boy", "girl"]
RIVAL = """
import json, sys
from minicons import scorer
model = scorer.MaskedLMScorer(sys.argv[1], "cpu")
sentences = open(sys.argv[2], encoding="utf-8").read().splitlines()
scored = []
for first in range(0, len(sentences), 10):
    scored += model.token_score(sentences[first : first + 10])
print(json.dumps([[value for _, value in sentence] for sentence in scored]))
"""


def write_pairs(path: Path) -> list[str]:
    """A table of pairs; its sentences, good and bad in turns."""
    rows, sentences = ["pair_id,phenomenon,good,bad"], []
    for i in range(PAIRS):
        subject, other = SUBJECTS[i % 2], "s" * (i % 5)
        good, bad = f"The {subject} sees the {other}able boy {i}.", f"The {subject} see the {other}able boy {i}."
        rows.append(f"p{i},{'abc'[i % 3]},{good},{bad}")
        sentences += [good, bad]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return sentences


def understood_by_both(path: Path) -> None:
    """Name the plain class of tokenizers, which minicons' older transformers has too."""
    described = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(described | {"tokenizer_class": "PreTrainedTokenizerFast"}), encoding="utf-8")


def timed(work: Callable[[], subprocess.CompletedProcess]) -> tuple[float, float, str]:
    """Seconds of the clock and of the processors, and what was printed."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    run = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode:
        sys.exit(f"error: the run failed:\n{run.stdout[-2000:]}{run.stderr or ''}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start, cpu, run.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minicons", help="the Python of an environment with tests/minicons.txt")
    parser.add_argument("--model", type=Path, help="folder of a masked model (a tiny one with random weights)")
    parser.add_argument("--turns", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        checkout = copy_checkout(Path(scratch) / "checkout")
        model = checkout / "model"
        if arguments.model:
            shutil.copytree(arguments.model, model)
        else:
            save(model, bert(), wordpiece_tokenizer())
        understood_by_both(model / "tokenizer_config.json")
        sentences = write_pairs(checkout / "pairs.csv")
        (checkout / "sentences.txt").write_text("\n".join(sentences) + "\n", encoding="utf-8")
        (checkout / "rival.py").write_text(RIVAL, encoding="utf-8")
        rival = [str(Path(arguments.minicons).absolute()), "rival.py", str(model), "sentences.txt"]
        seconds: dict[str, list[tuple[float, float]]] = {"make score": [], "minicons": []}
        for turn in range(arguments.turns):
            words = ["score", "--config", "pairs=pairs.csv", f"model={model}", f"folder=turn-{turn}"]
            for name, command in (("make score", snakemake_command(*words)), ("minicons", rival)):
                clock, cpu, printed = timed(
                    lambda command=command: subprocess.run(
                        command, cwd=checkout, capture_output=True, text=True, check=False
                    )
                )
                seconds[name].append((clock, cpu))
        theirs = json.loads(printed.splitlines()[-1])
        (tokens,) = (checkout / "turn-0/results/tokens/pairs").glob("*.csv")
        table = pd.read_csv(tokens, keep_default_na=False)
        ours = [group["log_prob"].tolist() for _, group in table.groupby("sentence_id", sort=False)]
    greatest = max(abs(a - b) for x, y in zip(ours, theirs, strict=True) for a, b in zip(x, y, strict=True))
    best = {name: [min(column) for column in zip(*turns, strict=True)] for name, turns in seconds.items()}
    for name, (clock, cpu) in best.items():
        print(f"{name}: {clock:.1f} s by the clock, {cpu:.1f} s of processors (best of {arguments.turns})")
    (clock, cpu), (rival_clock, rival_cpu) = best["make score"], best["minicons"]
    print(
        f"ratio: {clock / rival_clock:.1f} by the clock, {cpu / rival_cpu:.1f} of processors; goal: {GOAL} s by the clock"
    )
    print(f"log-probabilities of {sum(map(len, ours))} tokens differ by {greatest:.1e} at most (goal: 1e-4)")
    print("reached" if clock <= GOAL and greatest <= 1e-4 else "MISSED")


if __name__ == "__main__":
    main()
