"""Tiny sizes and made-up data, with which each part of the benchmarks runs to its end: `python -m benchmarks --tiny`."""

import json
import zipfile
from pathlib import Path

# What is added to the command line of each module.
OPTIONS = {
    "bnc": "--words 400 --words-of-text 100",
    "blimp": "--shape tiny --threads 1",
    "causal": "--of-each 1 2",
    "check": "--pairs 60",
    "chinese": "--count 10 --turns 1",
    "classifier": "--shape tiny --count 80 --count-of-small 80 --seeds 2 --threads 1",
    "explorer": "--of-each 2",
    "lstm": "--steps 1 --turns 1",
    "models": "--shape tiny --count 6 --threads 1",
    "prompts": "--sentences 4",
    "python": "--shape tiny --count 10 --turns 1 --turns-of-batches 1",
    "real": "--shape tiny --pairs 4 --turns 1 --turns-of-batches 1",
    "rivals": "--shape tiny --count 6 --of-each 1 2 --turns 1 --turns-of-many 1 --turns-of-batches 1",
    "score": "--turns 1",
    "threads": "--sentences 20 --turns 1",
    "workflow": "--pairs 12 --systems 2",
}
OF_PARADIGM = (1, 2)  # pairs of BLiMP by the trigram, in place of runs.SIZES
# The toy language, under the names of the data that the parts read.
CONFIG = """run: [brown-trigram]
datasets:
  li-adger: {kind: toy, label: Pairs of the toy language}
  cola: {kind: toy-labels, label: Labels of the toy language}
criteria: {thresholds: [0.5, 1, 5]}
corpora: {brown: {kind: toy}}
ngram:
  brown-trigram: {label: Trigram, corpus: brown, order: 3, tokenisation: words, lowercase: true, end_of_sentence: true,
    discount_fallback: true, measures: [slor, log_prob]}
models:
  brown-lstm: {label: LSTM, kind: lstm, corpus: brown, measures: [log_prob], training: {vocabulary: 60, embedding: 8,
    hidden: 8, layers: 1, dropout: 0.1, epochs: 1, batch_size: 8, sequence: 20, learning_rate: 0.01, seed: 1, threads: 1}}
"""


def configure(checkout: Path) -> None:
    """Let a checkout compute with the toy language."""
    (checkout / "config.yaml").write_text(CONFIG, encoding="utf-8")


def write_blimp(path: Path) -> None:
    """Write an archive in BLiMP's format: three paradigms of four pairs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as files:
        for noun in ("boy", "dog", "king"):
            rows = []
            for word in ("old", "young", "small", "tall"):
                good, bad = f"The {word} {noun}s sleep.", f"The {word} {noun}s sleeps."
                rows.append(json.dumps({"sentence_good": good, "sentence_bad": bad}))
            files.writestr(f"data/{noun}.jsonl", "\n".join(rows) + "\n")


def write_gguf(path: Path) -> Path:
    """Write a Llama with random weights, in place of SmolLM2."""
    import tiny_gguf

    return tiny_gguf.write(path, tiny_gguf.llama())
