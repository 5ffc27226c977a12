"""Labelled sentences that are judged by what was fitted on other ones: by the demo's systems, neural ones included."""

import shutil

import pandas as pd
import pytest

from helpers import replace_in, run_workflow

LABELS = "toy-labels-simulated"
ENTRY = f"""
  mine:
    kind: sentences
    label: Mine
    sentences: mine.csv
    thresholds_from: {LABELS}
"""


def test_the_test_split_as_a_table_of_ones_own_is_judged_as_the_test_split_is(demo, tmp_path):
    folder = tmp_path / "again"
    shutil.copytree(demo, folder, symlinks=True)
    labelled = pd.read_csv(folder / f"results/sentences/{LABELS}.csv").set_index("sentence_id")
    test = labelled[labelled["split"] == "test"]
    test.reset_index()[["sentence_id", "sentence", "label"]].to_csv(folder / "mine.csv", index=False)
    replace_in(folder / "config.yaml", "\ndatasets:\n", f"\ndatasets:{ENTRY}")
    run_workflow(folder, "results/tables/mine/targeted.csv", f"results/tables/{LABELS}/classifiers.csv")
    found = pd.read_csv(folder / "results/metrics/mine/targeted.csv").set_index("row")
    simple = pd.read_csv(folder / f"results/metrics/{LABELS}/simple_classifiers.csv")
    fitted = simple.query("split == 'test' and fitted == 'train'").set_index("row")
    assert {"toy-trigram-simulated/slor", "toy-bert-simulated/pll", "bag-of-words"} < set(fitted.index)
    for row in fitted.index:
        for number in ("mcc", "auc", "threshold"):
            known = fitted.loc[row, number]
            assert pd.isna(known) or found.loc[row, number] == pytest.approx(known, abs=1e-9), (row, number)
    restarts = pd.read_csv(folder / f"results/metrics/{LABELS}/restarts.csv").query("split == 'test'")
    restarts = restarts[restarts["system"] == "toy-classifier-simulated"]
    selected = pd.read_csv(folder / f"results/metrics/{LABELS}/selected.csv").query("variant == 'corrected'")
    selected = selected[selected["system"] == "toy-classifier-simulated"]
    (mcc,) = restarts[restarts["restart"] == selected["restart"].item()]["mcc"]
    for measure in ("cola_score", "logit_margin", "p_acceptable"):
        assert found.loc[f"toy-classifier-simulated/{measure}", "mcc"] == pytest.approx(mcc)
    shown = pd.read_csv(folder / f"results/tables/{LABELS}/classifiers.csv", dtype=str).set_index("Model")
    assert shown.loc["Toy BERT PLL, threshold", "AUC"] == f"{fitted.loc['toy-bert-simulated/pll', 'auc']:.3f}"
