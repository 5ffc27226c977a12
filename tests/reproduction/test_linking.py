"""MORCELA on LI-Adger's released scores, against what was computed on them by another program.

That program put single conditions into folds, and so its predictions differ a little.
"""

import math
import os

import pandas as pd
import pytest

from helpers import COMPILED, MIRROR, copy_checkout, snakemake

CONFIG = """studies: [adc]
run: [trigram-morcela, bert-morcela]
criteria: {thresholds: [0.5]}
fitted:
  trigram-morcela: {label: Trigram, row: trigram-published/log_prob}
  bert-morcela: {label: BERT, row: bert-large-uncased-mlm-published/pll, unigrams: trigram-published}
"""


@pytest.fixture(scope="module")
def metrics(tmp_path_factory):
    folder = copy_checkout(tmp_path_factory.mktemp("linking") / "checkout", built=COMPILED)
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    names = ("linking", "criteria", "sentences_correlations")
    run = snakemake(folder, *(f"results/metrics/li-adger/{name}.csv" for name in names), mirror=os.path.abspath(MIRROR))
    assert run.returncode == 0, run.stdout[-4000:]
    return {name: pd.read_csv(folder / f"results/metrics/li-adger/{name}.csv") for name in names}


def test_coefficients(metrics):
    found = metrics["linking"].set_index(["system", "coefficient"])["estimate"]
    trigram, bert = found["trigram-morcela"], found["bert-morcela"]
    assert trigram["alpha"] * math.log(10) == pytest.approx(1.114, abs=0.005)
    assert [trigram["beta"], bert["beta"]] == pytest.approx([1.174, 0.833], abs=0.005)
    assert trigram["gamma"] / math.log(10) == pytest.approx(1.81, abs=0.005)
    assert bert["gamma"] == pytest.approx(21.3, abs=0.05)
    assert set(metrics["linking"]["sentences"]) == {4124}


@pytest.mark.parametrize(("system", "r"), [("trigram-morcela", 0.379), ("bert-morcela", 0.580)])
def test_correlation_with_ratings(metrics, system, r):
    table = metrics["sentences_correlations"].set_index(["row", "column"])["pearson_r"]
    assert table[f"{system}/morcela", "human"] == pytest.approx(r, abs=0.005)


@pytest.mark.parametrize(
    ("system", "measure", "share", "tolerance"),
    [
        ("trigram-published", "slor", 0.300, 0.001),
        ("trigram-morcela", "morcela", 0.310, 0.005),
        ("bert-large-uncased-mlm-published", "pll", 0.375, 0.005),
        ("bert-morcela", "morcela", 0.392, 0.005),
        ("bert-morcela", "morcela_own_scale", 0.266, 0.01),
    ],
)
def test_adc(metrics, system, measure, share, tolerance):
    table = metrics["criteria"].query("criterion == 'adc' and threshold == 0.5 and variant == 'corrected'")
    found = table.set_index(["system", "measure"])["share"]
    assert found[system, measure] == pytest.approx(share, abs=tolerance)
