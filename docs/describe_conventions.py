"""Write the tables of docs/conventions.md: conventions, what programs do, and how much it matters.

`make docs` runs it. With `--programs`, it first runs the calls of docs/programs.tsv (of all programs, or those that
are named after it) on the conformance kit, in the environments that `make test-thorough` installs.
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

import acceptability
from acceptability.conformance import kit
from acceptability.scoring.conventions import conventions

ROOT = Path(__file__).parents[1]
PAGE, PROGRAMS = ROOT / "docs/conventions.md", ROOT / "docs/programs.tsv"
PARTS = re.compile(r"(<!-- (\w+): written by docs/describe_conventions.py -->\n).*?(<!-- until here -->\n)", re.DOTALL)
VALUES = ROOT / "tests/support/rival_lines.py"
IMPORTS = "import math, os\nos.chdir({folder!r})\ntexts = {texts!r}\ngaps = [math.nan] * len(texts)\n"
# What calls need first, and the environment in build/ of a program; that of this project if there is none.
SETUPS = {
    "minicons": (
        "minicons",
        """
from minicons import scorer
gpt2, llama = (scorer.IncrementalLMScorer(f"tiny-{name}", "cpu") for name in ("gpt2", "llama"))
bert = scorer.MaskedLMScorer("tiny-bert", "cpu")
total = lambda logprobs: logprobs.sum(0).item()
""",
    ),
    "lm-evaluation-harness": (
        "lm_eval",
        """
from lm_eval.api.instance import Instance
from lm_eval.models.huggingface import HFLM
gpt2, llama = (HFLM(pretrained=f"tiny-{name}", dtype="float32", device="cpu") for name in ("gpt2", "llama"))
ask = lambda *texts: [Instance("loglikelihood", {}, texts, 0)]
""",
    ),
    "surprisal": (
        "surprisal",
        """
from surprisal import AutoHuggingFaceModel
gpt2, llama = (AutoHuggingFaceModel.from_pretrained(f"tiny-{name}", model_class="causal") for name in ("gpt2", "llama"))
""",
    ),
    "llama-cpp-python": ("llama_server", "from rival_llama import evaluated\n"),
    "llama-cpp-python's server": (
        "",
        """
from acceptability import score
from rival_servers import completion, llama_cpp_server
server = llama_cpp_server(os.getcwd())
longer = [text for text in texts[:-1] if len(text) > 1 and "<|endoftext|>" not in text]
""",
    ),
    "vLLM (stand-in)": (
        "",
        """
from acceptability import score
from rival_servers import completion, stand_in
gpt2, llama = stand_in("tiny-gpt2"), stand_in("tiny-llama")
several = texts[:-1]
""",
    ),
    "SGLang (stand-in)": (
        "",
        """
from acceptability import score
from rival_servers import generation, stand_in
gpt2, llama = stand_in("tiny-gpt2"), stand_in("tiny-llama")
several = texts[:-1]
""",
    ),
    "BabyLM's pipeline (formulas)": ("", "from rival_babylm import causal, mlm\n"),
    "pangoling (its Python calls)": ("surprisal", "from rival_pangoling import causal_tokens_pred, total\n"),
    "transformers": (
        "",
        """
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer
gpt2, llama = (AutoModelForCausalLM.from_pretrained(f"tiny-{name}").eval() for name in ("gpt2", "llama"))
tokenizers = {kind: AutoTokenizer.from_pretrained(f"tiny-{kind}") for kind in ("gpt2", "llama")}
def loss(model, text):
    ids = tokenizers[model.config.model_type](text, return_tensors="pt")["input_ids"]
    return model(ids, labels=ids).loss.item()
def total(model, text):
    ids = tokenizers[model.config.model_type](text, return_tensors="pt")["input_ids"]
    return model(ids).logits[0, :-1].float().log_softmax(-1).gather(1, ids[0, 1:, None]).sum()
""",
    ),
    "acceptability": (
        "",
        """
import warnings
warnings.simplefilter("ignore")
from acceptability import score
specials = ("<s>", "<|endoftext|>", "[MASK]")
several = [text for text in texts[:-1] if not any(token in text for token in specials)]
longer = [text for text in several if len(text) > 1]
""",
    ),
}


def read_programs() -> list[dict[str, str]]:
    """Return the rows of docs/programs.tsv."""
    with PROGRAMS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def scores(program: str, calls: Sequence[str], folder: Path) -> pd.DataFrame:
    """Return the kit's sentences with a column for each call of a program: its finite numbers, or nothing.

    ``folder`` has the kit.
    """
    environment, setup = SETUPS[program]
    python = ROOT / f"build/{environment}/bin/python" if environment else Path(sys.executable)
    trying = "def trying(call):\n    try:\n        return call()\n    except Exception:\n        return math.nan\n"
    whole = IMPORTS.format(folder=str(folder), texts=list(kit.sentences().values())) + setup + trying
    lines = []
    for call in calls:
        if scored := re.search(r"\bscore\((several|longer),", call):  # at once
            lines.append(f"[*map(dict(zip({scored[1]}, {call})).get, texts, gaps)]")
        else:
            lines.append(f"[trying(lambda: {call}) for text in texts]")
    paths = {"HF_HOME": str(folder / "cache"), "PYTHONPATH": "" if environment else str(ROOT / "src")}
    asked = json.dumps({"setup": whole, "lines": lines})
    run = subprocess.run([python, VALUES], input=asked, env=os.environ | paths, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"{program}: {run.stderr[-3000:]}")
    columns = json.loads(run.stdout.splitlines()[-1])
    table = {"sentence_id": list(kit.sentences())} | {f"score {n}": column for n, column in enumerate(columns, start=1)}
    return pd.DataFrame(table).replace([np.inf, -np.inf], np.nan)


def found(program: str, calls: Sequence[str], folder: Path) -> pd.DataFrame:
    """Return what `conform` finds about each call of a program."""
    table = scores(program, calls, folder)
    return pd.concat([acceptability.conform(table[["sentence_id", name]]) for name in list(table)[1:]])


def write_programs(folder: Path, programs: Sequence[str]) -> None:
    """Run all calls of programs, and write their conventions into docs/programs.tsv."""
    rows = read_programs()
    for program in programs:
        its_rows = [row for row in rows if row["program"] == program]
        findings = found(program, [row["call"] for row in its_rows], folder)
        for row, finding in zip(its_rows, findings.itertuples(), strict=True):
            assert finding.model == row["model"] or not finding.conforms, (row, finding)
            row["convention"] = f"{finding.convention} ({finding.precision})" if finding.conforms else "none"
    lines = ["\t".join(row) for row in ({name: name for name in rows[0]}, *rows) for row in [row.values()]]
    PROGRAMS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def table_of(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in (header, ["---"] * len(header), *rows)]
    return "\n" + "".join(f"| {' | '.join(row)} |\n" for row in escaped) + "\n"


def table_of_conventions() -> str:
    """Return the table of conventions without those that only add a space or the end-of-text token."""
    plain = [way for way in conventions() if way.space == "none" and way.ending == "no"]
    return table_of(["name", "kind", "tokens"], [(f"`{way.name}`", way.kind, way.words) for way in plain])


def table_of_programs() -> str:
    """Return the table of what each program does."""
    rows = [(row["program"], f"`{row['call']}`", row["convention"]) for row in read_programs()]
    return table_of(["program", "call", "convention of the scores"], rows)


def table_of_differences() -> str:
    """Return by how much the scores of the kit's sentences differ between conventions, in nats."""
    rows = []
    for model, first, others in (
        (
            "tiny-gpt2",
            "bos",
            ("none", "bos-from-second", "bos-twice", "bos-space-before", "bos-space-after", "bos-end"),
        ),
        ("tiny-llama", "bos", ("none", "bos-from-second", "eos", "bos-twice", "bos-twice-counted", "bos-space-before")),
        ("tiny-bert", "mask-token", ("mask-rest-of-word", "mask-text")),
    ):
        wide = kit.expected().query("model == @model").pivot(
            index="sentence_id", columns="convention", values="log_prob"
        )  # fmt: skip
        for other in others:
            change = (wide[other] - wide[first]).abs()
            order = wide[[first, other]].dropna().rank()
            rho = np.corrcoef(order[first], order[other])[0, 1]
            rows.append((model, f"`{first}`, `{other}`", f"{change.median():.1f}", f"{change.max():.1f}", f"{rho:.3f}"))
    header = ["model", "conventions", "median difference", "greatest difference", "rank correlation"]
    return table_of(header, rows)


TABLES = {
    "conventions": table_of_conventions,
    "programs": table_of_programs,
    "differences": table_of_differences,
}


def page(text: str) -> str:
    """Return the page with its tables written anew."""
    return PARTS.sub(lambda match: f"{match[1]}{TABLES[match[2]]()}{match[3]}", text)


if __name__ == "__main__":
    if "--programs" in sys.argv:
        with tempfile.TemporaryDirectory() as name:
            kit.write(Path(name))
            write_programs(Path(name), sys.argv[2:] or list(SETUPS))
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
