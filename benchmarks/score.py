"""`make score` from a table and a small model to table, figure and page, beside minicons alone: `make bench`.

minicons gives the log-probabilities of tokens, ours the criteria, the figure and the page too. The tokens of both are
compared.
"""

import argparse
import json
import shutil
import tempfile
from pathlib import Path
from statistics import median

import pandas as pd

from benchmarks import timing
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
with open("theirs.json", "w") as file:
    json.dump([[value for _, value in sentence] for sentence in scored], file)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minicons", help="the Python of an environment with envs/separate/minicons.txt")
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
        words = ["score", "--forceall", "--config", "pairs=pairs.csv", f"model={model}", "folder=made"]
        rival = [str(Path(arguments.minicons).absolute()), "rival.py", str(model), "sentences.txt"]
        commands = {"make score": snakemake_command(*words), "minicons": rival}
        found = timing.in_turns(commands, arguments.turns, cwd=checkout)
        theirs = json.loads((checkout / "theirs.json").read_text(encoding="utf-8"))
        (tokens,) = (checkout / "made/results/tokens/pairs").glob("*.csv")
        table = pd.read_csv(tokens, keep_default_na=False)
        ours = [group["log_prob"].tolist() for _, group in table.groupby("sentence_id", sort=False)]
    greatest = max(abs(a - b) for x, y in zip(ours, theirs, strict=True) for a, b in zip(x, y, strict=True))
    clock = median(turn["wall"] for turn in found["make score"])
    print(f"make score, {len(sentences)} sentences, beside minicons alone (goal ≤ {GOAL} s by the clock):")
    timing.report("score", found, "run")
    print(f"  log-probabilities of {sum(map(len, ours))} tokens differ by {greatest:.1e} at most (goal: 1e-4)")
    print(f"  {'reached' if clock <= GOAL and greatest <= 1e-4 else 'MISSED'}")


if __name__ == "__main__":
    main()
