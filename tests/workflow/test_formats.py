"""GGUF files and adapters in the real workflow: scored by words, and computed again where their contents change."""

import json
import shutil

import numpy as np
import pandas as pd
import pytest
from peft import LoraConfig, get_peft_model
from safetensors.torch import load_file, save_file

import acceptability
import tiny_gguf
from helpers import copy_checkout, planned, run_workflow, snakemake, write_csv

PAIRS = [("The dogs bark.", "The dogs barks."), ("The cats see it.", "The cats sees it.")]


def save_adapter(folder, model, size: float) -> None:
    network = get_peft_model(model, LoraConfig(r=2, target_modules=["q_proj"]))
    for weight in filter(lambda weight: weight.requires_grad, network.parameters()):
        weight.data.fill_(size)
    network.save_pretrained(folder)


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """Return a checkout that has scored pairs with a GGUF file, and with an adapter whose base is that file."""
    folder = copy_checkout(tmp_path_factory.mktemp("formats") / "checkout")
    write_csv(folder / "my_pairs.csv", ("good", "bad"), PAIRS)
    tiny_gguf.write(folder / "small.gguf", tiny_gguf.llama(), "Q8_0")
    save_adapter(folder / "lora", tiny_gguf.llama(), 0.1)
    words = "pairs=my_pairs.csv", "model=small.gguf,lora", "base=small.gguf", "beginning=true", "folder=run"
    run = snakemake(folder, "score", "--config", *words)
    assert run.returncode == 0, run.stdout
    return folder, run.stdout


def scores_of(folder) -> pd.DataFrame:
    table = pd.read_csv(folder / "run/results/scores/my-pairs.csv").set_index("sentence_id")
    return table[["small/log_prob", "lora/log_prob"]]


def test_both_are_scored_as_python_scores_them(scored):
    folder, said = scored
    assert "small (Q8_0) log-prob" in said and "lora log-prob" in said
    table = pd.read_csv(folder / "run/results/scores/my-pairs.csv")
    for key, options in (("small", {}), ("lora", {"base": folder / "small.gguf"})):
        model = folder / ("lora" if options else "small.gguf")
        own = acceptability.score(table["sentence"].tolist(), model, beginning=True, **options)["log_prob"]
        np.testing.assert_allclose(table[f"{key}/log_prob"], own, atol=1e-9)
    assert abs(table["small/log_prob"] - table["lora/log_prob"]).min() > 1e-3


def test_what_was_scored_is_recorded(scored):
    folder, _ = scored
    recorded = [
        json.loads((folder / f"run/results/tokens/my-pairs/{key}.json").read_text()) for key in ("small", "lora")
    ]
    for one in recorded:
        assert list(one["files"]) == ["small.gguf"]
        assert one["gguf"] == {"architecture": "llama", "quantisation": "Q8_0", "tensors": {"Q8_0": 16, "F32": 5}}
    assert set(recorded[1]["adapter"]["files"]) == {"adapter_config.json", "adapter_model.safetensors"}
    assert "adapter" not in recorded[0] and recorded[0]["files"] == recorded[1]["files"]


def test_another_adapter_is_merged_again_and_the_base_is_not_scored_again(scored, tmp_path):
    folder, _ = scored
    folder = shutil.copytree(folder, tmp_path / "copy", symlinks=True)
    before = scores_of(folder)
    assert not planned(folder, "--directory", "run", "results/scores/my-pairs.csv")
    path = folder / "lora/adapter_model.safetensors"
    save_file({name: weight.clone() * 2 for name, weight in load_file(path).items()}, path)
    run_workflow(folder, "--directory", "run", "results/scores/my-pairs.csv")
    after = scores_of(folder)
    assert (before["small/log_prob"] == after["small/log_prob"]).all()
    assert abs(before["lora/log_prob"] - after["lora/log_prob"]).min() > 1e-4
