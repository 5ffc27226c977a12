"""Speed of scoring with masked language models: `make bench`, and by itself on a machine with a GPU.

On a CPU its rivals are in rivals.py, on a GPU here. Models of BERT's shape with random weights, the same sentences and
threads for all. The share of the machine's rate counts the operations that are computed (see
acceptability.kinds.masked.operations). On a CPU, it is the median of turns: the rate of a product, then all sentences.
Our own time covers all ways of masking, the rivals' the plain one.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

from acceptability.kinds.masked import log_probs as masked
from acceptability.kinds.masked import operations, training
from acceptability.kinds.masked.scoring import MASKED
from acceptability.scoring import pretrained
from benchmarks import ROOT

SHAPES = {
    "base": {"hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072},
    "large": {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096},
    "small": {"hidden_size": 256, "num_hidden_layers": 4, "num_attention_heads": 4, "intermediate_size": 1024},
    "tiny": {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32},
}
VOCABULARY = 30_522
GPU_RIVAL_BATCHES = [10, 32, 128]
RIVAL_SENTENCES = 500  # on a GPU
TURNS = 3  # on a CPU: the rate of a product, then all sentences


def make_model(folder: Path, shape: str, corpus: Path) -> None:
    """A BERT of a shape with random weights, and a tokenizer of a real vocabulary's size from a corpus."""
    torch.manual_seed(0)
    BertForMaskedLM(BertConfig(vocab_size=VOCABULARY, **SHAPES[shape])).save_pretrained(folder)
    with open(corpus, encoding="utf-8") as lines:
        training.train_tokenizer(lines, VOCABULARY, lowercase=True).save_pretrained(folder)


def matrix_rate(model) -> float:
    """Operations a second of the model's two largest products, median of some."""
    hidden, inner = model.config.hidden_size, model.config.intermediate_size
    rows = 65_536 if model.device.type == "cuda" else 1_024
    options = {"device": model.device, "dtype": model.dtype}
    there, back = torch.nn.Linear(hidden, inner, **options), torch.nn.Linear(inner, hidden, **options)
    values, rates = torch.randn(rows, hidden, **options), []
    with torch.inference_mode():
        for _ in range(20):
            synchronise(model)
            start = time.perf_counter()
            for _ in range(4):
                back(there(values))
            synchronise(model)
            rates.append(4 * 2 * 2 * rows * hidden * inner / (time.perf_counter() - start))
    return statistics.median(rates)


def synchronise(model) -> None:
    if model.device.type == "cuda":
        torch.cuda.synchronize()


def timed(model, tokenizer, sentences: list[str]) -> dict:
    """Seconds of scoring, its meter, and the scores."""
    start = time.perf_counter()
    encoded = pretrained.encode(tokenizer, sentences, sentences)
    with operations.measured(model) as meter:
        scored = masked.score(model, tokenizer, encoded, list(masked.MASKINGS))
    synchronise(model)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "meter": meter, "scores": [float(row["log_prob"].sum()) for row in scored]}


def rival(python: str, model: Path, sentences: list[str], batches: list[int], threads: int, folder: Path) -> dict:
    """minicons on the same sentences, with the interpreter of its own environment."""
    text = folder / "sentences.txt"
    text.write_text("\n".join(sentences) + "\n", encoding="utf-8")
    command = [*python.split(), str(ROOT / "benchmarks/rival_minicons.py"), str(model), str(text)]
    command += ["--batch", *map(str, batches), "--threads", str(threads)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        sys.exit(f"error: minicons failed: {answer.stderr[-500:]}")
    return json.loads(answer.stdout.splitlines()[-1])


def peak_memory(folder: Path, sentences: list[str], threads: int) -> float:
    """Peak MB of a fresh process that loads the model and scores."""
    torch.set_num_threads(threads)
    model, tokenizer = pretrained.load(folder, MASKED)
    timed(model, tokenizer, sentences)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def on_cpu(shape: str, folder: Path, sentences: list[str], threads: int) -> None:
    torch.set_num_threads(threads)
    model, tokenizer = pretrained.load(folder, MASKED)
    timed(model, tokenizer, sentences[:5])
    half = sentences[: len(sentences) // 2]
    some, *turns = (timed(model, tokenizer, part) for part in [half, *[sentences] * TURNS])
    ours = min(turns, key=lambda turn: turn["seconds"])
    least = ours["meter"].computed / ours["meter"].least()
    share = statistics.median(turn["meter"].share() for turn in turns)
    rate = statistics.median(2 * turn["meter"].rate for turn in turns) / 1e9
    growth = 2 * (ours["seconds"] / ours["meter"].computed) / (some["seconds"] / some["meter"].computed)
    print(
        f"scoring with BERT-{shape:<5} {len(sentences) / ours['seconds']:6.2f} sentences/s, CPU, {threads} threads, float32"
    )
    print(f"  operations           {least:6.2f} × the least  (goal ≤ 1.1)")
    print(f"  rate of products     {share:6.1%} of {rate:.0f} GFLOP/s by one thread  (goal ≥ 90 %)")
    print(f"  twice the operations {growth:6.2f} × the time  (goal ≤ 2.1)")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        few, many = (pool.submit(peak_memory, folder, part, threads).result() for part in (half, sentences))
    print(
        f"  peak memory          {few:.0f} MB for {len(half)} sentences, {many:.0f} MB for {len(sentences)}  (goal: flat)"
    )


def on_gpu(shape: str, folder: Path, sentences: list[str], python: str, scratch: Path) -> None:
    theirs = rival(python, folder, sentences[:RIVAL_SENTENCES], GPU_RIVAL_BATCHES, 8, scratch)
    batch, seconds = min(theirs["seconds"].items(), key=lambda item: item[1])
    their_rate, exact = len(sentences[:RIVAL_SENTENCES]) / seconds, None
    for precision in ("float32", "tf32", "bfloat16"):
        model, tokenizer = pretrained.load(folder, MASKED, precision)
        timed(model, tokenizer, sentences[:200])
        few = len(sentences[:RIVAL_SENTENCES]) / timed(model, tokenizer, sentences[:RIVAL_SENTENCES])["seconds"]
        rate, ours = matrix_rate(model), timed(model, tokenizer, sentences)
        exact = exact or ours["scores"]
        drift = [abs(x - y) for x, y in zip(ours["scores"], exact, strict=True)]
        per_second = len(sentences) / ours["seconds"]
        print(
            f"| BERT-{shape} | {precision} | {per_second:,.0f} | {2 * ours['meter'].computed / ours['seconds'] / rate:.0%} of "
            f"{rate / 1e12:.0f} TFLOP/s | {few / their_rate:.1f} (batch {batch}) | "
            f"{sum(drift) / len(drift):.4f}, {max(drift):.4f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sentences", type=Path, required=True, help="text file, one sentence a line")
    parser.add_argument("--corpus", type=Path, required=True, help="text file that the vocabulary is made from")
    parser.add_argument("--minicons", help="on a GPU: the Python of an environment with envs/separate/minicons.txt")
    parser.add_argument(
        "--shape",
        choices=list(SHAPES),
        nargs="+",
        default=["base", "small"],
        help="of models; on a GPU, base and large",
    )
    parser.add_argument("--count", type=int, default=120, help="sentences to score (all of them on a GPU)")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    sentences = list(dict.fromkeys(arguments.sentences.read_text(encoding="utf-8").splitlines()))
    with tempfile.TemporaryDirectory() as temporary:
        scratch = Path(temporary)
        if torch.cuda.is_available():
            print(f"on {torch.cuda.get_device_name()}, torch {torch.__version__}, {len(sentences)} sentences:")
            print(
                "| model | precision | sentences/s | share of the matrix rate | × minicons | drift of a PLL: mean, greatest |"
            )
            print("| --- | --- | --- | --- | --- | --- |")
            for shape in ("base", "large"):
                make_model(scratch / shape, shape, arguments.corpus)
                on_gpu(shape, scratch / shape, sentences, arguments.minicons, scratch)
        else:
            chosen = sentences[:: max(1, len(sentences) // arguments.count)][: arguments.count]
            for shape in arguments.shape:
                make_model(scratch / shape, shape, arguments.corpus)
                on_cpu(shape, scratch / shape, chosen, arguments.threads)


if __name__ == "__main__":
    main()
