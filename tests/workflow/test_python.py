"""From Python comes what the workflow writes, to the last digit; and the workflow runs its own code, whatever is installed."""

import doctest
import random
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import nbformat
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal, assert_series_equal
from transformers import AutoModelForMaskedLM

import acceptability
from acceptability.conformance import kit
from acceptability.evaluation import Evaluation
from helpers import COMPILED, ROOT, SMALL_CONFIG, copy_checkout, files_below, run_workflow, small_pairs, small_text
from tiny_models import bert, byte_tokenizer, gpt2, save, wordpiece_tokenizer

TOOLS = "results/tools/kenlm"
MODELS = """models:
  my-bert: {label: My BERT, kind: masked, path: bert, measures: [pll, pll_word_l2r, mean_pll]}
  my-gpt: {label: My GPT, kind: causal, path: gpt, measures: [log_prob, mean_lp, uid]}
"""
MEASURES = {
    "small-trigram": ["slor", "log_prob", "norm_lp", "word_lp_min_1"],
    "my-bert": ["pll", "pll_word_l2r", "mean_pll"],
    "my-gpt": ["log_prob", "mean_lp", "uid"],
}


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    """A finished run of a few rated pairs by three systems."""
    folder = copy_checkout(tmp_path_factory.mktemp("python") / "checkout", built=COMPILED)
    trigram = SMALL_CONFIG.replace("measures: [log_prob]", f"measures: [{', '.join(MEASURES['small-trigram'])}]")
    assert trigram != SMALL_CONFIG
    small_pairs(folder, trigram + MODELS)
    small_text(folder)
    save(folder / "bert", bert(), wordpiece_tokenizer())
    save(folder / "gpt", gpt2(positions=1024), byte_tokenizer(mask=False))  # enough for prompts
    run_workflow(folder, *(f"results/metrics/mine/{name}.csv" for name in ("criteria", "differences")))
    return folder


@pytest.fixture(scope="module")
def pairs(run):
    return acceptability.pairs(run / "pairs.csv")


@pytest.fixture(scope="module")
def systems(run) -> dict:
    """What ``score`` takes as a model, by the name of the system."""
    trigram = acceptability.train_ngram(run / "small.txt", discount_fallback=True, tools=run / TOOLS)
    return {"small-trigram": trigram, "my-bert": run / "bert", "my-gpt": str(run / "gpt")}


@pytest.fixture(scope="module")
def scores(pairs, systems) -> dict[str, pd.DataFrame]:
    return {name: acceptability.score(pairs, model, measures=MEASURES[name]) for name, model in systems.items()}


def test_pairs_are_those_that_the_workflow_prepares(run, pairs):
    for name in ("sentences", "pairs"):
        assert_frame_equal(getattr(pairs, name), acceptability.read(run / f"results/{name}/mine.csv"))


@pytest.mark.parametrize("name", MEASURES)
def test_tokens_and_scores_are_those_of_the_workflow(run, pairs, systems, scores, name):
    tokens = acceptability.score(pairs, systems[name], tokens=True)
    table = acceptability.read(run / f"results/tokens/mine/{name}.csv")
    for_words = set(tokens) - set(table)  # a causal model's, scored with what words need, apart from rounding
    assert for_words == ({"rank", "log_prob_whitespace"} if name == "my-gpt" else set())
    assert_frame_equal(tokens[[*table]], table, check_exact=not for_words)
    written = acceptability.read(run / f"results/scores/mine/{name}.csv").set_index(["sentence_id", "measure"])
    ours = scores[name].set_index("sentence_id")[MEASURES[name]].rename_axis(columns="measure").stack()
    assert_series_equal(ours.rename("score"), written["score"].reindex(ours.index), check_exact=True)
    kept = scores[name].scored.set_index(["sentence_id", "measure"])["change_per_nat"]
    assert_series_equal(kept, written["change_per_nat"], check_exact=True)


LABELS = {"small-trigram": "Small trigram", "my-bert": "My BERT", "my-gpt": "My GPT"}


@pytest.fixture(scope="module")
def evaluated(pairs, scores) -> Evaluation:
    """Return the evaluation of the same scores, with the labels of the run."""
    e = acceptability.evaluate(pairs, scores, thresholds=[0.5])
    names = [(row, LABELS[row.system]) for row in e.rows]
    rows = [replace(row, label=row.label.replace(row.system, name), system_label=name) for row, name in names]
    return Evaluation(e.data, replace(e.subject, rows=tuple(rows), label="Mine", key="mine"), e.by_system)


@pytest.mark.parametrize("folder", ["metrics", "tables"])
def test_results_are_those_of_the_workflow(run, evaluated, tmp_path, folder):
    """All tables are equal, byte for byte; and each that the run wrote can be had from Python."""
    evaluated.save(tmp_path, only={"metrics": evaluated.frames, "tables": evaluated.tables}[folder])
    ours, theirs = (files_below(place / f"{folder}/mine") for place in (tmp_path, run / "results"))
    if folder == "metrics":
        assert ours["signature.csv"].count(b"corpus:corpus@") == 1  # only a configuration names a corpus
        ours["signature.csv"] = ours["signature.csv"].replace(b"corpus:corpus@", b"corpus:small@")
    assert {name: ours.get(name) for name in theirs} == theirs
    assert len(theirs) > 15


@pytest.mark.thorough
def test_figures_are_those_of_the_workflow(run, evaluated, tmp_path):
    """All figures look the same: each picture has equal pixels."""
    run_workflow(run, "results/figures/mine/criteria.png")
    evaluated.save(tmp_path, only=evaluated.figures)
    ours, theirs = (files_below(place / "figures/mine") for place in (tmp_path, run / "results"))
    theirs = {name: content for name, content in theirs.items() if name.endswith(".png") and "-column" not in name}
    assert {name: ours.get(name) for name in theirs} == theirs
    assert len(theirs) == 10


def test_doubts_from_python_include_those_about_unknown_tokens(evaluated):
    assert any("of the tokens are unknown to it" in doubt for doubt in evaluated["doubts"]["doubt"])


def test_a_loaded_model_scores_like_its_folder_and_stays_as_it_is(run, pairs, scores):
    model, tokenizer = bert(), wordpiece_tokenizer()
    model.load_state_dict(AutoModelForMaskedLM.from_pretrained(run / "bert").state_dict())
    model.train()
    ours = acceptability.score(pairs, (model, tokenizer), measures=MEASURES["my-bert"])
    assert_frame_equal(pd.DataFrame(ours), pd.DataFrame(scores["my-bert"]))
    assert model.training


def examples(page: str) -> str:
    """Return the examples of a page, such as ``docs/python.md``, one after the other."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return "\n".join(block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if ">>>" in block)


def check_examples(page: str) -> None:
    test = doctest.DocTestParser().get_doctest(examples(page), {}, page, page, 0)
    assert len(test.examples) > 5
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.filterwarnings("ignore:The mean log-probability")  # of a model with random weights
def test_the_examples_of_the_page_on_python_run(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_pairs.csv").write_text(
        "phenomenon,good,bad,good_rating,bad_rating\na,Dogs bark.,Dogs barks.,1,-1\nb,A dog barks.,A dog bark.,0.5,-0.5\n"
    )
    (tmp_path / "my_sentences.csv").write_text(
        "sentence,label\nDogs bark.,1\nDogs barks.,0\nA dog barks.,1\nA dog bark.,0\n"
    )
    (tmp_path / "my_answers.csv").write_text(
        "subject,text,answer\np,She left.,7\np,Left she.,1\nq,She left.,6\nq,Left she.,2\n"
    )
    shutil.copy(ROOT / "tests/unit/expectations/samples/agreement.json", tmp_path / "my_suite.json")
    of_kit = kit.expected().query("model == 'tiny-gpt2' and convention == 'none'")
    of_kit[["sentence_id", "log_prob"]].to_csv(tmp_path / "scores_of_the_kit.csv", index=False)
    draw = random.Random(1)
    words = ["a", "dog", "dogs", "bark", "barks", *(f"word{number}" for number in range(2000))]
    zipf = [1 / rank for rank in range(1, len(words) + 1)]
    lines = [" ".join(draw.choices(words, weights=zipf, k=8)) for _ in range(5000)]
    (tmp_path / "my_text.txt").write_text("\n".join(lines) + "\n")
    (tmp_path / "kenlm").symlink_to(run / TOOLS)
    (tmp_path / "gpt2").symlink_to(run / "gpt")
    shutil.copytree(run / "results/metrics/mine", tmp_path / "results/metrics/my-pairs")
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs/my_pairs").symlink_to(run)
    check_examples("docs/python.md")
    check_examples("README.md")
    assert (tmp_path / "criteria.pdf").read_bytes().startswith(b"%PDF")


def test_the_recipes_of_the_page_on_results_run(demo, tmp_path, monkeypatch):
    (tmp_path / "results").symlink_to(demo / "results")
    monkeypatch.chdir(tmp_path)
    check_examples("docs/results.md")
    long = pd.read_csv(tmp_path / "long.csv")
    assert len(long) == len(acceptability.read("results/ratings/toy-simulated.csv"))
    assert {"participant", "rating", "z_score", "sentence_id"} <= set(long)


def test_the_notebook_runs(run, tmp_path):
    (tmp_path / "kenlm").symlink_to(run / TOOLS)
    command = [sys.executable, "docs/run_notebook.py", str(tmp_path / "notebook.ipynb")]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    cells = nbformat.read(tmp_path / "notebook.ipynb", as_version=4)["cells"]
    drawn = [output for cell in cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    assert len(drawn) == 3
    committed = nbformat.read(ROOT / "docs/notebook.ipynb", as_version=4)["cells"]
    assert not any(cell.get("outputs") for cell in committed)


def test_the_workflow_runs_its_own_code_whatever_is_installed(run, tmp_path, monkeypatch):
    """An older copy, installed in the same environment, is never imported."""
    old = tmp_path / "site/acceptability"
    old.mkdir(parents=True)
    (old / "__init__.py").write_text("raise RuntimeError('an installed copy')\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(old.parent))
    target = "results/metrics/mine/criteria.csv"
    before = (run / target).read_bytes()
    (run / target).unlink()
    run_workflow(run, target)
    assert (run / target).read_bytes() == before
