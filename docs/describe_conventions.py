"""Write the tables and the figure of docs/conventions.md: conventions, what programs do, and how much it matters.

`make docs` runs it. With `--programs`, it first runs the calls of docs/programs.tsv (of all programs, or those that
are named after it) on the conformance kit, in the environments that `make test-thorough` installs. The figure shows
what docs/measure_conventions.py measured.
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

import acceptability
from acceptability.analyses.criteria.figure import CHANCE
from acceptability.conformance import kit
from acceptability.figures import style
from acceptability.scoring.conventions import conventions
from acceptability.tables.text import p_or_dash

ROOT = Path(__file__).parents[1]
PAGE, PROGRAMS = ROOT / "docs/conventions.md", ROOT / "docs/programs.tsv"
EFFECTS, FIGURE = ROOT / "docs/convention_effects.tsv", ROOT / "docs/convention_effects.png"
PARTS = re.compile(r"(<!-- (\w+): written by docs/describe_conventions.py -->\n).*?(<!-- until here -->\n)", re.DOTALL)
VALUES = ROOT / "tests/support/rival_lines.py"
REFERENCE, LEVEL = "bos", 0.05
TITLES = {
    "BLiMP share": "BLiMP (% of pairs)",
    "ADC at δ = 0.5": "ADC, δ = 0.5 (% of pairs)",
    "bits per word": "Change in surprisal (bits)",
}
ABSENT = {"ha": "center", "va": "center", "fontsize": style.SMALLEST, "color": style.GREY, "backgroundcolor": "white"}
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


def read_effects() -> dict[str, pd.DataFrame]:
    """Return what docs/measure_conventions.py measured, by the measure; rows are conventions."""
    table = pd.read_csv(EFFECTS, sep="\t")
    return {str(name): part.set_index("convention") for name, part in table.groupby("measure", sort=False)}


def conventions_of(effects: Mapping[str, pd.DataFrame]) -> list[str]:
    """Return all conventions that were measured, the reference first."""
    return list(dict.fromkeys(name for part in effects.values() for name in part.index))


def differs(row: pd.Series) -> bool:
    """Return whether the difference from the reference is significant by Holm's correction over all comparisons."""
    return bool(row.get("p_holm", np.nan) < LEVEL)


def table_of_effects() -> str:
    """Return the results of SmolLM2 by each convention, and those that differ from the reference."""
    effects = read_effects()
    *shares, words = effects
    rows = []
    for name in conventions_of(effects):
        cells = [
            cell
            for share in shares
            for cell in (_of_share(effects[share].loc[name]) if name in effects[share].index else ("–", "–", "–"))
        ]
        bits = effects[words].loc[name] if name in effects[words].index else None
        last = "–" if bits is None else f"{bits['value']:.2f} [{bits['low']:.2f}, {bits['high']:.2f}]"
        rows.append((f"`{name}`", *cells, "reference" if name == REFERENCE else last))
    header = ["convention"]
    for share in shares:
        header += [f"{share} ({effects[share]['items'].iloc[0]} pairs)", "chance", "p"]
    header.append(f"bits per word ({effects[words]['items'].iloc[0]:,} words)")
    return f"{table_of(header, rows)}{_summary(effects, shares)}\n\n"


def _of_share(row: pd.Series) -> tuple[str, str, str]:
    """Return the cells of a share: the share with its difference from the reference, chance and the corrected p."""
    share, chance = (f"{row[name]:.1%}".replace("%", " %") for name in ("value", "chance"))
    if pd.isna(row["difference"]):
        return f"{share} (reference)", chance, "–"
    change, low, high = (f"{100 * row[name]:+.1f}" for name in ("difference", "difference_low", "difference_high"))
    return f"{share}: {change} [{low}, {high}]".replace("-", "−"), chance, p_or_dash(row["p_holm"])


def _summary(effects: Mapping[str, pd.DataFrame], shares: Sequence[str]) -> str:
    """Return in words how many intervals exclude 0, and which differences are significant after the correction."""
    compared = pd.concat([effects[share].dropna(subset="difference") for share in shares])
    excluding = int(((compared["difference_low"] > 0) | (compared["difference_high"] < 0)).sum())
    lines = [
        f"- {share}: " + (", ".join(f"`{name}`" for name, row in effects[share].iterrows() if differs(row)) or "none")
        for share in shares
    ]
    count = sum(differs(row) for _, row in compared.iterrows())
    above = 100 * (effects[shares[-1]]["value"] - effects[shares[-1]]["chance"])
    first = (
        f"The table has {len(compared)} comparisons with `{REFERENCE}`. Intervals are not corrected for this number: "
        f"{excluding} of {len(compared)} exclude 0; if no convention differed from `{REFERENCE}`, about one in 20 "
        f"would. After Holm's correction, {count} of {len(compared)} differences {'has' if count == 1 else 'have'} "
        f"p < {LEVEL}:"
    )
    last = f"{shares[-1]}: the shares minus chance are {above.min():+.1f} to {above.max():+.1f} percentage points."
    return "\n".join([textwrap.fill(first, 128, break_on_hyphens=False), "", *lines, "", last.replace("-", "−")])


def draw_effects() -> None:
    """Draw the results of SmolLM2 by each convention."""
    effects = read_effects()
    names = conventions_of(effects)[::-1]
    figure, panels = style.plt.subplots(
        1, len(effects), sharey=True, figsize=style.size(style.PAGE, 14 * len(names) + 30)
    )
    for axes, (measure, part) in zip(panels, effects.items(), strict=True):
        scale = 100 if "difference" in part and part["difference"].notna().any() else 1
        for place, name in enumerate(names):
            if name not in part.index:
                axes.annotate("not defined", (0.5, place), xycoords=("axes fraction", "data"), **ABSENT)
                continue
            row = part.loc[name]
            look = {"color": style.COLOURS[differs(row)], "marker": "os"[differs(row)]}
            ends = [[scale * (row["value"] - row["low"])], [scale * (row["high"] - row["value"])]]
            axes.errorbar([scale * row["value"]], [place], xerr=ends, markersize=4, linewidth=1, **look)
            if scale > 1:
                axes.plot([scale * row["chance"]], [place], **CHANCE | {"color": "black"})
        if scale > 1:
            axes.axvline(scale * part.loc[REFERENCE, "value"], color=style.GREY, linestyle=":", linewidth=0.8)
        axes.set_title(TITLES[measure])
        axes.grid(axis="y", **style.GRID)
    panels[0].set_yticks(range(len(names)), [f"{name} (reference)" if name == REFERENCE else name for name in names])
    figure.set_layout_engine("constrained")
    style.save(figure, FIGURE)


TABLES = {
    "effects": table_of_effects,
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
    draw_effects()
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
