"""Masked and causal models in the real workflow: the demo's BERT, folders, the hub, refusals."""

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForMaskedLM, AutoTokenizer

import acceptability
from fake_hub import NAME, REVISION, serving
from helpers import copy_checkout, error_lines, readme_block, replaced, run_workflow, snakemake
from tiny_models import (
    bert,
    byte_tokenizer,
    gpt2,
    of_letters,
    other_masked,
    save,
    t5_letters,
    wordpiece_tokenizer,
)

SYSTEM = "toy-bert-simulated"
PAIRS = """pair_id,phenomenon,good,bad
a,agreement,The boy sleeps.,The boy sleep.
b,agreement,The girls sleep.,The girls sleeps.
c,agreement,The boy sleeps.,The boys sleeps.
d,spelling,The boy sees.,The boy sees!
e,spelling,the boy sees.,the boy sees?
"""
BERT = "my-bert: {label: My BERT, kind: masked, path: masked, measures: [pll]}"
CONFIG = """run: all
datasets:
  my-pairs: {kind: pairs, label: My pairs, pairs: my_pairs.csv}
criteria: {thresholds: [0.5]}
models:
"""


@pytest.fixture(scope="module")
def demo_model(demo):
    folder = demo / "results/models" / SYSTEM
    return AutoModelForMaskedLM.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)


@pytest.fixture
def own(checkout: Path) -> Path:
    """A checkout whose dataset is ``PAIRS`` and that declares no model yet."""
    (checkout / "my_pairs.csv").write_text(PAIRS, encoding="utf-8")
    (checkout / "config.yaml").write_text(CONFIG, encoding="utf-8")
    return checkout


def declare(folder: Path, *models: str) -> None:
    with open(folder / "config.yaml", "a", encoding="utf-8") as file:
        file.writelines(f"  {model}\n" for model in models)


def read_tokens(folder: Path, dataset: str, system: str) -> pd.DataFrame:
    return pd.read_csv(folder / f"results/tokens/{dataset}/{system}.csv", keep_default_na=False)


def test_the_demos_tokens_one_masked_copy_at_a_time(demo, demo_model):
    """From the saved model's files alone, by the library's own full output."""
    model, tokenizer = demo_model
    sentences = pd.read_csv(demo / "results/sentences/toy-simulated.csv").set_index("sentence_id")["sentence"]
    tokens = read_tokens(demo, "toy-simulated", SYSTEM)
    assert set(tokens["sentence_id"]) == set(sentences.index)
    for name in sentences.index[::12]:
        rows = tokens[tokens["sentence_id"] == name]
        ids = tokenizer(sentences[name])["input_ids"]
        assert rows["token"].tolist() == tokenizer.tokenize(sentences[name])
        expected = []
        for place in range(1, len(ids) - 1):
            copy = torch.tensor([ids])
            copy[0, place] = tokenizer.mask_token_id
            with torch.no_grad():
                expected.append(float(model(input_ids=copy).logits[0, place].log_softmax(0)[ids[place]]))
        np.testing.assert_allclose(rows["log_prob"], expected, atol=1e-4)


def test_scores_are_sums_of_tokens(demo):
    tokens = read_tokens(demo, "toy-simulated", SYSTEM).groupby("sentence_id")
    scores = pd.read_csv(demo / f"results/scores/toy-simulated/{SYSTEM}.csv").pivot(
        index="sentence_id", columns="measure", values="score"
    )
    for measure, column in [
        ("pll", "log_prob"), ("pll_word_l2r", "log_prob_word_l2r"), ("pll_as_published", "log_prob_as_published")
    ]:  # fmt: skip
        pd.testing.assert_series_equal(scores[measure], tokens[column].sum(), check_names=False, rtol=1e-12)
    assert (scores["pll_word_l2r"] != scores["pll"]).any()  # the vocabulary splits some words


def test_the_number_of_shards_changes_no_score(demo, tmp_path):
    folder = tmp_path / "sharded"
    shutil.copytree(demo, folder, symlinks=True)
    config = (folder / "config.yaml").read_text(encoding="utf-8")
    (folder / "config.yaml").write_text(
        replaced(config, "kind: masked\n", "kind: masked\n    shards: 3\n"), encoding="utf-8"
    )
    run_workflow(folder, f"results/scores/toy-simulated/{SYSTEM}.csv")
    before, after = (read_tokens(root, "toy-simulated", SYSTEM) for root in (demo, folder))
    same = ["sentence_id", "position", "token", "word", "oov"]
    pd.testing.assert_frame_equal(before[same], after[same])
    for column in ("log_prob", "log_prob_word_l2r", "log_prob_as_published"):
        np.testing.assert_allclose(before[column], after[column], atol=1e-4)


def test_provenance_and_loss_curve(demo):
    made = json.loads((demo / f"results/models/{SYSTEM}/provenance.json").read_text(encoding="utf-8"))
    assert made["corpus"]["name"] == "toy-simulated"
    assert made["training"]["vocabulary"] == 180
    scored = json.loads((demo / f"results/tokens/toy-simulated/{SYSTEM}.json").read_text(encoding="utf-8"))
    assert scored["system"] == {
        "kind": "masked",
        "precision": "float32",
        "shards": 1,
        "threads": 2,
        "as_published": True,
    }
    assert scored["devices"] == [made["made_with"]["device"]]
    assert set(scored["files"]) == {"config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"}
    curve = pd.read_csv(demo / f"results/models/{SYSTEM}/losses.csv")
    assert curve["held_out_loss"].iloc[-1] < curve["held_out_loss"].iloc[0] / 2
    assert not list((demo / "results").glob("checkpoints/*"))


def test_models_from_folders(own):
    save(own / "masked", bert(), wordpiece_tokenizer())
    save(own / "causal", gpt2(), byte_tokenizer(mask=False))
    save(own / "t5", of_letters("t5"), t5_letters())
    declare(
        own,
        "my-bert: {label: My BERT, kind: masked, path: masked, shards: 3, measures: [pll, mean_pll_word_l2r]}",
        "my-gpt: {label: My GPT, kind: causal, path: causal, shards: 2, beginning: true, ending: true, measures: [log_prob, mean_lp]}",
        "my-gpt-16: {label: My GPT 16, kind: causal, path: causal, shards: 2, precision: bfloat16, beginning: true, ending: true, measures: [log_prob]}",
        "my-t5: {label: My T5, kind: encoder_decoder, path: t5, encoder_reads: empty, measures: [log_prob]}",
    )
    run_workflow(own, "results/tables/my-pairs/criteria.csv", "results/words/my-pairs/my-gpt-16.csv")
    rows = pd.read_csv(own / "results/tables/my-pairs/criteria.csv").iloc[:, 0].tolist()
    assert rows[:4] == ["My BERT PLL", "My BERT mean PLL-word-l2r", "My GPT log-prob", "My GPT MeanLP"]
    assert set(rows[4:]) - {"My GPT 16 log-prob", "My T5 log-prob"} == {"Shorter is better", "Random scores"}
    scores = pd.read_csv(own / "results/scores/my-pairs/my-gpt.csv").set_index(["sentence_id", "measure"])["score"]
    assert scores["a.good", "log_prob"] == scores["c.good", "log_prob"]  # one string with two ids
    plls = pd.read_csv(own / "results/scores/my-pairs/my-bert.csv").set_index(["sentence_id", "measure"])["score"]
    assert plls["d.good", "pll"] == plls["e.good", "pll"]  # the same to an uncased model, whatever the shard
    # Independent of the engine: the library's own loss, times the number of tokens.
    tokenizer, model = byte_tokenizer(mask=False), gpt2()
    ids = torch.tensor([[0, *tokenizer("The boy sleep.", add_special_tokens=False)["input_ids"], 2]])
    with torch.no_grad():
        loss = float(model(input_ids=ids, labels=ids).loss)
    assert scores["a.bad", "log_prob"] == pytest.approx(-loss * (ids.shape[1] - 1), abs=1e-4)
    t5 = pd.read_csv(own / "results/scores/my-pairs/my-t5.csv").set_index("sentence_id")["score"]
    alone = acceptability.score(["The boy sleep."], own / "t5", measures="log_prob", encoder_reads="empty")
    assert t5["a.bad"] == pytest.approx(alone["log_prob"][0], abs=1e-4)
    recorded = json.loads((own / "results/tokens/my-pairs/my-t5.json").read_text(encoding="utf-8"))
    assert recorded["encoder_reads"] == recorded["system"]["encoder_reads"] == "empty"
    of_words = json.loads((own / "results/tokens_of_words/my-pairs/my-gpt-16.json").read_text(encoding="utf-8"))
    assert "precision_change" not in of_words and not of_words["doubts"]  # which are those of the first scores
    described = json.loads((own / "results/tokens/my-pairs/my-gpt-16.json").read_text(encoding="utf-8"))
    change = described["precision_change"]
    lower = pd.read_csv(own / "results/scores/my-pairs/my-gpt-16.csv").set_index(["sentence_id", "measure"])["score"]
    apart = (lower - scores).dropna().abs()
    assert change["largest"] == pytest.approx(apart.max(), abs=1e-4) and change["pairs"] > 0
    # Tokens of the different sentences of both shards; of so few, each goes through the model by itself.
    different = sorted(set(pd.read_csv(own / "results/sentences/my-pairs.csv")["sentence"]))
    count = sum(len(tokenizer(text, add_special_tokens=False)["input_ids"]) + 2 for text in different)
    scored = json.loads((own / "results/tokens/my-pairs/my-gpt.json").read_text(encoding="utf-8"))
    # After a last token, nothing is read.
    assert (scored["tokens"], scored["tokens_computed"]) == (count, count - len(different))


def test_a_model_of_the_hub_is_fetched_once_and_scored_without_it(own, tmp_path, monkeypatch):
    origin = save(tmp_path / "origin", bert(), wordpiece_tokenizer())
    declare(own, f"my-bert: {{label: My BERT, kind: masked, hub: {NAME}, revision: {REVISION}, measures: [pll]}}")
    for key in [key for key in os.environ if key.startswith("HF_")]:
        monkeypatch.delenv(key)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
    with serving(origin) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        run_workflow(own, f"resources/models/my-bert/{REVISION}/fetched.json")
    listing = json.loads((own / f"resources/models/my-bert/{REVISION}/fetched.json").read_text(encoding="utf-8"))
    assert (listing["hub"], listing["revision"]) == (NAME, REVISION)
    target = "results/scores/my-pairs/my-bert.csv"
    run = snakemake(own, target)  # the hub is gone
    assert run.returncode == 0, run.stdout
    scored = json.loads((own / "results/tokens/my-pairs/my-bert.json").read_text(encoding="utf-8"))
    assert {key: scored[key] for key in ("hub", "revision", "files")} == listing
    with open(own / f"resources/models/my-bert/{REVISION}/model.safetensors", "ab") as file:
        file.write(b"x")
    run = snakemake(own, "--forcerun", "score_model", "--", target)
    assert "its files are not those that were fetched; remove the folder" in error_lines(run)[0]


def refused(folder: Path, *targets: str) -> str:
    run = snakemake(folder, *targets)
    assert run.returncode != 0
    assert "Traceback" not in run.stdout
    lines = set(error_lines(run))
    assert len(lines) == 1, run.stdout
    assert not list(folder.glob("results/tokens/*/*"))
    return lines.pop()


def test_a_sentence_that_is_too_long(own):
    save(own / "masked", bert(positions=7), wordpiece_tokenizer())
    declare(own, BERT)
    message = refused(own)
    assert "results/sentences/my-pairs.csv: 2 sentences have more tokens than the 7 that the model accepts: " in message
    assert "'b.bad' (8), 'c.bad' (8)" in message and "TOO_LONG=skip for make score" in message


def test_weights_that_are_not_numbers(own):
    folder = save(own / "masked", bert(), wordpiece_tokenizer())
    weights = load_file(folder / "model.safetensors")
    weights["cls.predictions.bias"] = weights["cls.predictions.bias"] * float("nan")
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    declare(own, BERT)
    assert "the weight cls.predictions.bias contains values that are not finite numbers (NaN)" in refused(own)


def test_a_causal_model_declared_as_masked(own):
    save(own / "causal", gpt2(), byte_tokenizer(mask=False))
    declare(own, "my-gpt: {label: My GPT, kind: masked, path: causal, measures: [pll]}")
    assert "is not a masked language model, but a causal one: KIND=causal" in refused(own)


def test_a_measure_that_the_tokenizer_does_not_allow(own):
    save(own / "roberta", *other_masked("roberta"))
    declare(own, "my-bert: {label: My RoBERTa, kind: masked, path: roberta, measures: [pll, pll_as_published]}")
    assert "this model has another tokenizer; remove them from its measures" in refused(own)


def test_more_shards_than_sentences(own):
    save(own / "masked", bert(), wordpiece_tokenizer())
    declare(own, "my-bert: {label: My BERT, kind: masked, path: masked, shards: 9, measures: [pll]}")
    message = refused(own, "results/scores/my-pairs/my-bert.csv")
    assert "results/sentences/my-pairs.csv: has 8 different sentences for 9 shards; set fewer" in message


def test_a_folder_without_weights(own):
    save(own / "masked", bert(), wordpiece_tokenizer())
    (own / "masked/model.safetensors").unlink()
    declare(own, BERT)
    assert "models.my-bert.path: masked: has no *.safetensors" in refused(own)


def test_the_readmes_own_model_runs_as_written(tmp_path):
    folder = copy_checkout(tmp_path / "checkout")
    save(folder / "my_model", bert(), wordpiece_tokenizer())
    (folder / "my_pairs.csv").write_text(PAIRS, encoding="utf-8")
    (folder / "config.yaml").write_text(CONFIG + readme_block("  my-model:"), encoding="utf-8")
    run_workflow(folder, "results/metrics/my-pairs/criteria.csv")
    table = pd.read_csv(folder / "results/metrics/my-pairs/criteria.csv")
    assert set(table.loc[table["system"] != "reference", "measure"]) == {"pll", "pll_word_l2r"}
    config = (folder / "config.yaml").read_text(encoding="utf-8")
    config = replaced(config, "datasets:\n", "datasets:\n  cola: {kind: cola, label: CoLA}\n")
    config += "classifiers:\n" + readme_block("  my-classifier:")
    (folder / "config.yaml").write_text(config, encoding="utf-8")
    plan = snakemake(folder, "--dry-run")
    assert plan.returncode == 0, plan.stdout
    assert plan.stdout.count("rule finetune_classifier:") == 5
