"""BLiMP by a causal model: tokens computed where sentences share their beginnings, and processor time by turns.

The model has the shape of GPT-2 and random weights; its tokenizer is a byte-level BPE that is learnt from a corpus.
"""

import argparse
import contextlib
import io as text_io
import json
import statistics
import sys
import time
import zipfile
from pathlib import Path

import numpy as np
import torch
from transformers import GPT2Config, GPT2LMHeadModel

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "workflow/scripts"))

from acceptability.scoring import batches, causal, tries  # noqa: E402
from tiny_models import gpt2_tokenizer  # noqa: E402

PIECES = 50_257
GOAL = 1.6  # × fewer tokens, of which the comparison takes some 2,000 more


def first_lines(archive: Path, of_each: int) -> dict[str, list[bytes]]:
    """The first lines of each paradigm's file, by its name."""
    with zipfile.ZipFile(archive) as files:
        names = sorted(name for name in files.namelist() if name.endswith(".jsonl") and name.startswith("data/"))
        return {Path(name).name: files.read(name).splitlines()[:of_each] for name in names}


def read_pairs(archive: Path, of_each: int) -> list[tuple[str, str]]:
    """The first pairs of each paradigm."""
    rows = (json.loads(line) for lines in first_lines(archive, of_each).values() for line in lines)
    return [(row["sentence_good"], row["sentence_bad"]) for row in rows]


def scored(model, tokenizer, pairs: list[tuple[str, str]], savings: bool) -> tuple[dict[str, float], float, int]:
    """Log-probabilities of the different sentences, processor seconds, and tokens computed."""
    sentences = list(dict.fromkeys(sentence for pair in pairs for sentence in pair))
    start = time.process_time()
    prepared = causal.prepare(tokenizer, sentences, sentences, True, False, True)
    with batches.counted(model) as counts, contextlib.redirect_stderr(text_io.StringIO()):
        found = causal.score(model, tokenizer, prepared, savings=savings)
    seconds = time.process_time() - start
    sums = [float(columns["log_prob"].sum()) for columns in found]
    return dict(zip(sentences, sums, strict=True)), seconds, sum(counts)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--archive", type=Path, required=True, help="BLiMP.zip")
    parser.add_argument("--corpus", type=Path, required=True, help="text file, one sentence a line")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--timed", type=int, default=4, help="pairs of each paradigm that are scored")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    with open(arguments.corpus, encoding="utf-8") as lines:
        tokenizer = gpt2_tokenizer(lines, size=PIECES)
    for of_each in (10, 100, 1000):
        sentences = list(dict.fromkeys(text for pair in read_pairs(arguments.archive, of_each) for text in pair))
        for ending in (False, True):
            rows = [row.ids for row in causal.prepare(tokenizer, sentences, sentences, True, ending, True)]
            trie, total = tries.build(rows), sum(map(len, rows))
            computed = sum(len(part.nodes) for part in tries.parts(trie, causal.PART, ends=not ending))
            goal = f"  (goal ≥ {GOAL})" if of_each == 100 else ""
            print(
                f"{67 * of_each:6,} pairs, ending: {str(ending).lower():5}  {total:9,} tokens, {len(trie.tokens):,} "
                f"distinct prefixes, {computed:,} computed: {total / computed:.2f} × fewer{goal}",
                flush=True,
            )
    torch.manual_seed(0)
    model = GPT2LMHeadModel(GPT2Config(vocab_size=PIECES)).eval()
    pairs = read_pairs(arguments.archive, arguments.timed)
    seconds, sums = {True: [], False: []}, {}
    for turn in range(arguments.turns):
        for savings in (True, False) if turn % 2 else (False, True):
            sums[savings], spent, count = scored(model, tokenizer, pairs, savings)
            seconds[savings].append(spent)
            print(
                f"  turn {turn + 1}, savings {savings!s:5}: {spent:6.1f} s of processors, {count:,} tokens", flush=True
            )
    ratios = [plain / trie for plain, trie in zip(seconds[False], seconds[True], strict=True)]
    good, bad = ([np.array([of[pair[side]] for pair in pairs]) for of in sums.values()] for side in (0, 1))
    decided = [one > other for one, other in zip(good, bad, strict=True)]
    apart = max(abs(one - other).max() for one, other in ((good[0], good[1]), (bad[0], bad[1])))
    print(
        f"{len(pairs)} pairs: {statistics.median(ratios):.2f} × less processor time (from {min(ratios):.2f} to "
        f"{max(ratios):.2f}); {int((decided[0] != decided[1]).sum())} decisions differ, scores by {apart:.1g} at most"
    )


if __name__ == "__main__":
    main()
