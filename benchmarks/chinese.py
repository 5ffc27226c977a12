"""Chinese beside English with as many tokens: `make bench ONLY=chinese`.

Each Chinese character is three tokens of a byte-level tokenizer, and a word. Every English sentence has as many letters as
the Chinese one beside it has tokens. The model is tiny and has random weights, so that what is measured is the work
around it, where languages differ: reading, telling words apart, the table of tokens, the scores of sentences.
"""

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path

import pandas as pd
import torch

from acceptability import segmentation
from acceptability.kinds.causal.scoring import CAUSAL, SCORER
from acceptability.scoring import pretrained
from acceptability.scoring.token_scores import scores_of_tokens
from benchmarks import ROOT, timing
from tiny_models import byte_tokenizer, gpt2, save

GOAL = 2  # × the processor time of English, at most
CHARACTERS = [chr(0x4E00 + number) for number in range(3_000)]
LENGTHS = range(8, 21)  # characters of a sentence: up to 60 tokens, and the model has 64 places
LETTERS = "etaoinshrdlu"
BYTES = 3  # of such a character
SYSTEM = {"shards": 1, "exact_savings": True, "beginning": True, "ending": False, "leading_space": False}


def sentences_of(count: int) -> dict[str, pd.DataFrame]:
    """Return two tables of sentences by language; those of a row have as many bytes."""
    draw = random.Random(1)
    chinese = ["".join(draw.choices(CHARACTERS, k=draw.choice(LENGTHS))) for _ in range(count)]
    english = []
    for text in chinese:
        words: list[str] = []
        while len(" ".join(words)) < BYTES * len(text):
            words.append("".join(draw.choices(LETTERS, k=draw.randint(1, 9))))
        english.append(f"{' '.join(words)[: BYTES * len(text) - 1]}.")
    names = [str(number) for number in range(count)]
    words = [segmentation.BETWEEN.join(segmentation.split(text, "characters")) for text in chinese]
    return {
        "chinese": pd.DataFrame({"sentence_id": names, "sentence": chinese, segmentation.COLUMN: words}),
        "english": pd.DataFrame({"sentence_id": names, "sentence": english}),
    }


def score(model, tokenizer, table: pd.DataFrame) -> pd.DataFrame:
    """Return the tokens of a table's sentences, after their scores are made, too."""
    tokens, _, _ = SCORER.score_table(model, tokenizer, table, SYSTEM)
    scores_of_tokens(table, tokens, ["log_prob", "mean_lp"])
    return tokens


def one_side(language: str, folder: Path, count: int) -> None:
    """Print the seconds for a sentence of one language, after the model is loaded and warm."""
    torch.set_num_threads(1)
    model, tokenizer = pretrained.load(folder, CAUSAL)
    table = sentences_of(count)[language]
    print(f"{len(score(model, tokenizer, table[:100]))} tokens in the first 100 sentences")
    print(json.dumps(timing.worked(lambda: score(model, tokenizer, table), count)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=10_000, help="sentences of each language")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--side", nargs=2, help="run one side: the language, and the folder of the model")
    arguments = parser.parse_args()
    if arguments.side:
        return one_side(arguments.side[0], Path(arguments.side[1]), arguments.count)
    with tempfile.TemporaryDirectory() as temporary:
        model = save(Path(temporary) / "model", gpt2(), byte_tokenizer(mask=False))
        side = [sys.executable, "-m", "benchmarks.chinese", "--count", str(arguments.count), "--side"]
        commands = {language: [*side, language, model] for language in ("english", "chinese")}
        print(f"{arguments.count:,} sentences of Chinese and of English, as many tokens, one thread:")
        results = timing.in_turns(commands, arguments.turns, said=True, cwd=ROOT)
        timing.report("chinese", results, "sentence")
    cpu = {language: [turn["cpu"] for turn in turns] for language, turns in results.items()}
    value, low, high = timing.ratio(cpu["english"], cpu["chinese"])
    reached = "reached" if value <= GOAL else "MISSED"
    print(
        f"  Chinese takes {value:.2f} × the processor time of English [{low:.2f}, {high:.2f}]  (goal ≤ {GOAL}): {reached}"
    )


if __name__ == "__main__":
    main()
