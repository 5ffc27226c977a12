"""Time and peak memory of scoring all of BLiMP, each step in a process of its own, beside the goal: `make bench`.

The masked model needs about half an hour on two cores.
"""

import argparse
import json
import resource
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import pandas as pd

from acceptability import measuring

VOCABULARY = 8_192


def write_sentences(archive: Path, path: Path) -> int:
    """The different sentences of all pairs, in order, as a table of sentences; how many they are."""
    from acceptability.contracts import io
    from acceptability.contracts.data import SENTENCES

    found = {}
    with zipfile.ZipFile(archive) as files:
        for name in sorted(name for name in files.namelist() if name.endswith(".jsonl") and name.startswith("data/")):
            for line in files.read(name).splitlines():
                row = json.loads(line)
                found |= dict.fromkeys((row["sentence_good"], row["sentence_bad"]))
    table = pd.DataFrame({"sentence_id": [f"s{number}" for number in range(len(found))], "sentence": list(found)})
    io.write_table(table.assign(rating=float("nan")), path, SENTENCES)
    return len(found)


def make_model(folder: Path, shape: str, corpus: Path) -> None:
    """A BERT of a shape (5 million parameters, if it is small) with random weights, and a tokenizer from a corpus."""
    import torch
    from transformers import BertConfig, BertForMaskedLM

    from acceptability.kinds.masked import training
    from benchmarks.models import SHAPES

    torch.manual_seed(0)
    BertForMaskedLM(BertConfig(vocab_size=VOCABULARY, **SHAPES[shape])).save_pretrained(folder)
    with open(corpus, encoding="utf-8") as lines:
        training.train_tokenizer(lines, VOCABULARY, lowercase=True).save_pretrained(folder)


def adapter(name: str, arguments: dict) -> None:
    """The script of a rule."""
    import_module(name).main(**arguments)


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of some work, and peak GB of the process that did it."""
    start = time.perf_counter()
    work()
    seconds, peak = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return seconds, peak / (1e9 if sys.platform == "darwin" else 1e6)


def apart(work: Callable[[], object]) -> tuple[float, float]:
    """The same, in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        return pool.submit(measured, work).result()


def masked_model(sentences: Path, count: int, corpus: Path, shape: str, threads: int, scratch: Path) -> None:
    """Time the way from sentences to scores by a masked model: its tokens as one shard, all shards' tokens, measures, all scores."""
    model, results = scratch / "model", scratch / "masked"
    apart(partial(make_model, model, shape, corpus))
    results.mkdir()
    system = {"kind": "masked", "precision": "float32", "shards": 1, "threads": threads, "as_published": False}
    shard, tokens, scores = results / "1.csv", results / "tokens.csv", results / "bert.csv"
    to_shard = {"to_tokens": shard, "to_provenance": results / "1.json"}
    to_tokens = {"to_tokens": tokens, "to_provenance": results / "tokens.json"}
    steps = [
        ("score_model", {"model": [model / "config.json"], "system": system, "shard": 1, **to_shard}),
        ("gather_tokens", {"shards": [shard], "provenances": [results / "1.json"], **to_tokens}),
    ]
    measures = [
        ("measure_sentences", {"tokens": tokens, "measures": ["pll", "pll_word_l2r"], "to": scores}),
        ("gather_scores", {"scores": [scores], "to": results / "scores.csv"}),
    ]
    print(f"BLiMP by a {shape} BERT, {count:,} sentences, CPU, {threads} threads  (goal ≤ 2 GB)")
    work = [(name, partial(adapter, name, {"sentences": sentences, **arguments})) for name, arguments in steps]
    work += [
        (name, partial(getattr(measuring, name), sentences=sentences, **arguments)) for name, arguments in measures
    ]
    for name, call in work:
        seconds, peak = apart(call)
        print(f"  {name:<20} {seconds:6.1f} s, {count / seconds:8,.0f} sentences/s, peak {peak:.2f} GB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--archive", type=Path, required=True, help="BLiMP.zip")
    parser.add_argument("--corpus", type=Path, required=True, help="text file that the vocabulary is made from")
    parser.add_argument("--shape", default="small", help="of the model: one of benchmarks.models.SHAPES")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        sentences = Path(temporary) / "sentences.csv"
        count = write_sentences(arguments.archive, sentences)
        masked_model(sentences, count, arguments.corpus, arguments.shape, arguments.threads, Path(temporary))


if __name__ == "__main__":
    main()
