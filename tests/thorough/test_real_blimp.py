"""SmolLM2, a real language model, on all of BLiMP: an hour of computing, in two jobs."""

import shutil

import pandas as pd
import pytest

from helpers import MIRROR, copy_checkout, run_workflow

CONFIG = """studies: []
run: all
datasets: {blimp: {kind: blimp, label: BLiMP}}
criteria: {thresholds: [0.5]}
models:
  smollm2: {label: SmolLM2, kind: causal, source: smollm2-135m-instruct.q4_1.gguf, beginning: "<|endoftext|>",
    measures: [log_prob], shards: 2}
"""
SAMPLE = (0.737, 0.827)  # the 95 % interval of its share of BLiMP-650, which `make released` shows


@pytest.mark.skipif(not MIRROR, reason="needs BLiMP: run `make test-thorough MIRROR=<folder>`")
def test_its_share_of_all_pairs_is_in_the_interval_of_the_sample(smollm2, tmp_path):
    folder = copy_checkout(tmp_path / "checkout")
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    (folder / "resources/raw").mkdir()
    shutil.copy2(smollm2, folder / "resources/raw")
    run_workflow(folder, "results/metrics/blimp/by_level.csv", mirror=str(MIRROR))
    levels = pd.read_csv(folder / "results/metrics/blimp/by_level.csv").query("system == 'smollm2'")
    (whole,) = levels.query("level == 'all'").to_dict("records")
    paradigms = levels.query("level == 'paradigm'")
    assert whole["pairs"] == 67_000 and len(paradigms) == 67
    print(f"SmolLM2 gets {whole['share_ties_half']:.4f} of BLiMP's pairs right")
    assert SAMPLE[0] < whole["share_ties_half"] < SAMPLE[1]
    assert paradigms["share_ties_half"].mean() == pytest.approx(whole["share_ties_half"])
