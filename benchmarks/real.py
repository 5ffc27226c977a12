"""SmolLM2, a language model of today, beside its rivals, in turns and in processes of their own: `make bench ONLY=real`.

Pairs of BLiMP, as many of each paradigm (scattered) and all of one (whole): that in the middle of all paradigms by how
many tokens are saved. All programs read the same tokens: those of a sentence with a space before it, after the
end-of-text token; minicons and lm-evaluation-harness at their best batch size, minicons with sentences of similar length
together. Loading is not counted. How many pairs they decide alike is printed. Then bfloat16 beside float32; and how far
sums by different ways of computing are apart, for this model and for models of GPT-2's and BERT's shape with random
weights.

With fewer `--pairs`, `python -m benchmarks.real` takes minutes instead of an hour.

On a computer with a GPU, they are scored in each precision, with and without what sentences share, beside minicons in
float32, as the rows of a table: with `--pairs 67000`, all of BLiMP.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch

from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal import tries
from acceptability.kinds.causal.scoring import CAUSAL
from acceptability.scoring import pretrained
from acceptability.sources import fetching
from benchmarks import ROOT, timing
from benchmarks.causal import first_lines, pairs_of, sentences_of
from benchmarks.models import SHAPES, make_model
from benchmarks.rivals import TRIED, best, make_gpt2, write_lines

REGISTERED = "smollm2-135m-instruct.q4_1.gguf"
PARADIGMS, OF_PARADIGM = 67, 1_000
# In training, this token separated texts; the tokenizer's own one marks turns of a chat.
BEFORE = "<|endoftext|>"
BATCHES = [4, 16, 64]
GPU_BATCHES = [64, 256, 1024]
GPU_TRIED = 8
GPU_PRECISIONS = ("float32", "tf32", "bfloat16")
SAMPLE = 2  # pairs of each paradigm with which batch sizes are tried
GOALS = {"scattered": 2, "whole": 3}  # how many times as fast as the faster rival
FEW = 3  # pairs of each paradigm in which precisions and ways of computing are compared, and sentences of a slow way
SLOW = 60


def fetched(name: str) -> Path:
    """Return a registered file, which is fetched once."""
    path = ROOT / "build/models" / name
    row = fetching.read_registry(ROOT / "resources/sources.tsv")[name]
    fetching.fetch(row, path, os.environ.get("ACCEPTABILITY_MIRROR"))
    return path


def as_folder(gguf: Path, folder: Path) -> Path:
    """Write the model of a GGUF file as a folder once, which the rivals and their older libraries read, too.

    Its tokenizer names BEFORE as the token that begins a text.
    """
    if folder.exists():
        return folder
    model, tokenizer = pretrained.load(gguf, CAUSAL)
    model.hf_quantizer = None
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        made = Path(temporary) / "model"
        model.save_pretrained(made)
        tokenizer.save_pretrained(made)
        for name, known in {
            "config.json": {"rope_theta": model.config.rope_parameters["rope_theta"]},
            "tokenizer_config.json": {"tokenizer_class": "PreTrainedTokenizerFast", "bos_token": BEFORE},
        }.items():
            described = json.loads((made / name).read_text(encoding="utf-8")) | known
            (made / name).write_text(json.dumps(described, indent=1), encoding="utf-8")
        shutil.move(made, folder)
    return folder


def saved(tokenizer, texts: list[str]) -> tuple[int, int]:
    """Return how many tokens something is predicted from in sentences by themselves, and where they share beginnings."""
    rows = [row.ids for row in causal.prepare(tokenizer, texts, texts, True, False, True)]
    parts = tries.parts(tries.build(rows), causal.PART, ends=False)
    return sum(len(row) - 1 for row in rows), sum(len(part.nodes) for part in parts)


def middle(archive: Path, tokenizer) -> str:
    """Return the paradigm whose saving of tokens is the median."""
    times = {}
    for name, lines in first_lines(archive, OF_PARADIGM).items():
        alone, shared = saved(tokenizer, sentences_of(pairs_of({name: lines})))
        times[name] = alone / shared
    least, most = min(times.values()), max(times.values())
    name = sorted(times, key=times.__getitem__)[len(times) // 2]
    print(f"fewer tokens: {least:.2f} × to {most:.2f} × of whole paradigms, {times[name]:.2f} × of {Path(name).stem}")
    return name


class Side:
    """Hold a set of pairs in a folder, and the commands that score it, each of which writes scores of its sentences."""

    def __init__(self, lines: dict[str, list[bytes]], folder: Path, model: Path, given: argparse.Namespace) -> None:
        folder.mkdir()
        self.pairs, self.folder, self.model, self.given = pairs_of(lines), folder, model, given
        self.sentences = sentences_of(self.pairs)
        write_lines(lines, folder / "pairs")
        (folder / "sentences.txt").write_text("\n".join(self.sentences) + "\n", encoding="utf-8")
        (folder / "spaced.txt").write_text("".join(f" {text}\n" for text in self.sentences), encoding="utf-8")

    def ours(self, way: str = "ours", *options: str, to: str = "ours") -> list:
        """Return the command of our own scorer."""
        command = [sys.executable, "-m", "benchmarks.scorer", way, "causal", self.model, self.folder / "sentences.txt"]
        return [*command, "--threads", self.given.threads, "--to", self.folder / f"{to}.json", *options]

    def rivals(self) -> dict[str, list]:
        """Return the commands of the rivals, but for the batch size, which comes last."""
        scripts, threads = ROOT / "benchmarks", self.given.threads
        minicons = [self.given.minicons, scripts / "rival_minicons.py", self.model, self.folder / "spaced.txt"]
        minicons += ["--kind", "causal", "--threads", threads, "--sums", self.folder / "minicons.json", "--batch"]
        harness = [self.given.harness, scripts / "rival_harness.py", self.model, self.folder / "pairs"]
        return {"minicons": minicons, "harness": [*harness, self.folder / "harness.json", threads]}

    def scores(self, name: str) -> np.ndarray:
        """Return the scores of each pair that a command wrote, the good sentence first."""
        written = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
        if name == "harness":
            return np.array([row["scores"] for paradigm in sorted(written) for row in written[paradigm]])
        by_text = dict(zip(self.sentences, written, strict=True))
        return np.array([[by_text[text] for text in pair] for pair in self.pairs])

    def compared(self, name: str, other: str) -> str:
        """Return how many pairs two commands decide alike, and how far their scores are apart."""
        one, two = self.scores(name), self.scores(other)
        alike = (np.sign(one[:, 0] - one[:, 1]) == np.sign(two[:, 0] - two[:, 1])).sum()
        apart = abs(one - two)
        return f"{alike} of {len(one)} pairs decided alike, sums apart by {apart.mean():.2g} on average, {apart.max():.2g} at most"


def beside_rivals(name: str, side: Side, sizes: dict[str, int], turns: int, tokenizer) -> None:
    """Score a set of pairs by all programs, and print times, goals and decisions."""
    alone, shared = saved(tokenizer, side.sentences)
    print(
        f"{len(side.pairs)} pairs, {name}, {len(side.sentences)} sentences, {alone:,} tokens, {shared:,} with shared "
        f"beginnings ({alone / shared:.2f} × fewer), {side.given.threads} threads:",
        flush=True,
    )
    commands = {"ours": side.ours()} | {rival: [*command, sizes[rival]] for rival, command in side.rivals().items()}
    results = timing.in_turns(commands, turns, said=True, cwd=ROOT)
    timing.report(f"real-{name}-{len(side.pairs)}", results, "sentence")
    cpu = {program: [turn["cpu"] for turn in of_turns] for program, of_turns in results.items()}
    ratio = min(timing.ratio(cpu["ours"], cpu[rival])[0] for rival in sizes)
    verdict = "reached" if ratio >= GOALS[name] else "MISSED"
    print(f"  {ratio:.2f} × the better rival by processor time (goal ≥ {GOALS[name]}): {verdict}")
    for rival in sizes:
        print(f"  beside {rival}: {side.compared('ours', rival)}", flush=True)


def precisions(side: Side, turns: int) -> None:
    """Print what bfloat16 gains and changes."""
    commands = {"bfloat16": side.ours("ours", "--precision", "bfloat16", to="bfloat16"), "float32": side.ours()}
    results = timing.in_turns(commands, turns, said=True, cwd=ROOT)
    timing.report(f"real-bfloat16-{len(side.pairs)}", results, "sentence")
    print(f"  beside float32: {side.compared('bfloat16', 'ours')}", flush=True)


def on_gpu(side: Side, sample: Side) -> None:
    """Print, as rows of a table, how fast all programs score on a GPU, and what precisions change; one turn of each."""
    minicons = sample.rivals()["minicons"]
    size = best(minicons, GPU_BATCHES, kind="wall")
    commands = {precision: side.ours("ours", "--precision", precision, to=precision) for precision in GPU_PRECISIONS}
    commands["float32, nothing shared"] = side.ours("no-savings", to="float32, nothing shared")
    commands["minicons, float32"] = [*side.rivals()["minicons"], size]
    results = timing.in_turns(commands, 1, said=True, cwd=ROOT)
    print(f"on {torch.cuda.get_device_name()}, torch {torch.__version__}: {len(side.pairs):,} pairs of BLiMP")
    print("| SmolLM2 | seconds | sentences/s | beside ours in float32 |")
    print("| --- | --- | --- | --- |")
    for name, [turn] in results.items():
        seconds = turn["wall"] * len(side.sentences)
        beside = side.compared("float32", "minicons" if name.startswith("minicons") else name)
        print(f"| {name} | {seconds:,.0f} | {1 / turn['wall']:,.0f} | {beside} |")
    print(f"minicons' best batch size: {size}")


def rounding(side: Side, corpus: Path, shape: str) -> None:
    """Print how far the sums of ways of computing are apart, of SmolLM2 and of shapes with random weights."""
    shapes = side.folder.parent
    make_gpt2(shapes / "gpt2", corpus, shape)
    make_model(shapes / "bert", shape, corpus)
    for what, kind, model in (
        ("SmolLM2", "causal", side.model),
        ("GPT-2's shape", "causal", shapes / "gpt2"),
        ("BERT's shape", "masked", shapes / "bert"),
    ):
        sums = {}
        ways = ["ours", "no-savings", "loop"] if kind == "causal" else ["ours", "loop"]
        for way in ways:
            to = side.folder / f"{kind}-{way}.json"
            command = [sys.executable, "-m", "benchmarks.scorer", way, kind, model, side.folder / "sentences.txt"]
            command += ["--first", SLOW, "--to", to] + ([] if kind == "masked" else ["--space"])
            timing.measured(command, cwd=ROOT)
            sums[way] = np.array(json.loads(to.read_text(encoding="utf-8")))
        said = ", ".join(f"{way} by {abs(sums['ours'] - sums[way]).max():.1g}" for way in ways[1:])
        print(f"sums of {SLOW} sentences, {what}: ours are apart from {said} at most", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--archive", type=Path, required=True, help="BLiMP.zip")
    parser.add_argument("--corpus", type=Path, help="text file that vocabularies of shapes are made from")
    parser.add_argument(
        "--minicons", required=True, help="the Python of an environment with envs/separate/minicons.txt"
    )
    parser.add_argument(
        "--harness",
        required=not torch.cuda.is_available(),
        help="the Python of an environment with envs/separate/lm_eval.txt; not used on a GPU",
    )
    parser.add_argument("--model", type=Path, help="GGUF file of a causal model; SmolLM2 by default")
    parser.add_argument("--shape", choices=list(SHAPES), default="base", help="of the models with random weights")
    parser.add_argument("--pairs", type=int, default=OF_PARADIGM, help="in all, of each set")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--turns-of-batches", type=int, default=TRIED, help="in which batch sizes are tried")
    arguments = parser.parse_args()
    (ROOT / "build/bench").mkdir(parents=True, exist_ok=True)
    file = arguments.model or fetched(REGISTERED)
    model = as_folder(file, ROOT / "build/bench" / file.stem)
    archive, pairs = arguments.archive, arguments.pairs
    tokenizer = pretrained.load_tokenizer(model, CAUSAL)
    whole = middle(archive, tokenizer)
    sets = {
        "sample": first_lines(archive, SAMPLE),
        "few": first_lines(archive, FEW),
        "scattered": first_lines(archive, -(-pairs // PARADIGMS)),
        "whole": {whole: first_lines(archive, pairs)[whole]},
    }
    with tempfile.TemporaryDirectory() as temporary:
        if torch.cuda.is_available():
            sets = {"all": sets["scattered"], "sample": first_lines(archive, GPU_TRIED)}
        sides = {name: Side(lines, Path(temporary) / name, model, arguments) for name, lines in sets.items()}
        if torch.cuda.is_available():
            on_gpu(sides["all"], sides["sample"])
            return
        sizes = {
            rival: best(command, BATCHES, arguments.turns_of_batches)
            for rival, command in sides["sample"].rivals().items()
        }
        print("best batch sizes: " + ", ".join(f"{rival} {size}" for rival, size in sizes.items()), flush=True)
        for name in GOALS:
            beside_rivals(name, sides[name], sizes, arguments.turns, tokenizer)
        precisions(sides["few"], arguments.turns)
        if arguments.corpus:
            rounding(sides["few"], arguments.corpus, arguments.shape)


if __name__ == "__main__":
    main()
