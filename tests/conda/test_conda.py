"""With --use-conda, from an environment that holds Snakemake alone, the workflow makes the bytes of a plain run."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from extension import MIRROR, extend
from fake_hub import NAME, REVISION, serving
from helpers import (
    COMPILED,
    ROOT,
    SMALL_CORPUS,
    SMALL_TRIGRAM,
    UNLIKE,
    copy_checkout,
    planned,
    results_of,
    small_text,
    snakemake,
)
from tiny_models import byte_tokenizer, gpt2, save

ENVIRONMENTS = list((ROOT / "envs").glob("*.yaml"))
# A fetched dataset, a paper, and a system of every kind: every stage runs, each rule in its own environment.
CONFIG = f"""papers: [../papers]
studies: [sketch]
run: all
datasets:
  toy-labels-simulated: {{kind: toy-labels, label: Toy labels}}
criteria: {{thresholds: [0.5]}}
corpora:
{SMALL_CORPUS}ngram:
{SMALL_TRIGRAM}models:
  tiny-gpt: {{label: Tiny GPT, kind: causal, hub: {NAME}, revision: {REVISION}, beginning: true, measures: [log_prob]}}
  tiny-bert:
    label: Tiny BERT
    kind: masked
    corpus: small
    training:
      {{vocabulary: 60, lowercase: true, layers: 1, hidden: 16, heads: 2, epochs: 2, batch_tokens: 200, learning_rate: 0.01, seed: 1, threads: 1}}
    measures: [pll, pll_as_published]
classifiers:
  tiny-classifier-simulated:
    label: Tiny classifier
    base: tiny-bert
    labelled: toy-labels-simulated
    restarts: [1, 2]
    training: {{epochs: 1, learning_rate: 0.001, threads: 1}}
    stability: [doodles]
    measures: [cola_score]
"""


@pytest.fixture(scope="module")
def alone(tmp_path_factory) -> Path:
    """Python of an environment that holds the pinned Snakemake, what that needs, and no other package."""
    folder, pins = tmp_path_factory.mktemp("alone") / "venv", ROOT / "envs/requirements.txt"
    (pin,) = (line for line in pins.read_text(encoding="utf-8").splitlines() if line.startswith("snakemake=="))
    install = ["install", "--quiet", "--disable-pip-version-check", "--constraint", pins, pin]
    for command in ([sys.executable, "-m", "venv", folder], [folder / "bin/pip", *install]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert done.returncode == 0, done.stdout
    python = folder / "bin/python"
    assert subprocess.run([python, "-c", "import pandas"], capture_output=True, check=False).returncode == 1
    return python


def extended(folder: Path, built: Path | None = None) -> Path:
    """A checkout with the extension and CONFIG; ``built`` as in copy_checkout."""
    copy_checkout(folder, built)
    extend(folder)
    small_text(folder)
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    return folder


def test_snakemake_alone_plans_the_paper(alone, checkout):
    rules = {"fetch_source", "prepare_dataset", "train_ngram", "draw_figure", "check_printed", "compile_report"}
    assert rules < planned(checkout, python=alone)


def test_rules_run_in_their_environments_and_make_the_bytes_of_a_plain_run(alone, tmp_path, monkeypatch):
    if not shutil.which("conda"):
        pytest.skip("there is no conda on PATH: `make test-conda CONDA=folder` takes one from another folder")
    with serving(save(tmp_path / "hub", gpt2(), byte_tokenizer(mask=False))) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        plain, own = extended(tmp_path / "plain", built=COMPILED), extended(tmp_path / "own")
        run = snakemake(plain, mirror=str(MIRROR))
        assert run.returncode == 0, run.stdout[-4000:]
        try:
            for more in (["--conda-create-envs-only"], []):
                run = snakemake(own, "--use-conda", *more, mirror=str(MIRROR), python=alone)
                assert run.returncode == 0, run.stdout[-4000:]
            assert len(list((own / ".snakemake/conda").glob("*.yaml"))) == len(ENVIRONMENTS)
        finally:
            shutil.rmtree(own / ".snakemake/conda", ignore_errors=True)  # gigabytes
    unlike = (*UNLIKE, "tools/", "provenance.json")  # which has the packages of its own environment
    assert results_of(own, unlike=unlike) == results_of(plain, unlike=unlike)
    same, theirs = (
        json.loads((folder / "results/provenance.json").read_text(encoding="utf-8"))["same_everywhere"]
        for folder in (own, plain)
    )
    assert same == theirs
