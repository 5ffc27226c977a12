"""`make released` on the real data: its report, and what README.md says of it."""

import os
import re

import pandas as pd
import pytest

from helpers import COMPILED, MIRROR, ROOT, copy_checkout, snakemake

README = {  # of its table: the row in RELEASED_MODELS whose numbers it has
    "DTFit (plausible events)": ("dtfit", "mpt-7b-dtfit-published/log_prob"),
    "DGL (eight constructions)": ("dgl", "llama-2-13b-dgl-published/log_prob"),
    "BLiMP-650": ("blimp-650", "pythia-6-9b-blimp-650-published/log_prob"),
    "QFrBLiMP (French)": ("qfrblimp", "qfrblimp-published/qwen2_5_72b"),
}
REPORT = ("results/reports/released.pdf", "results/explorer/index.html")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    if not MIRROR:
        pytest.skip("needs the external files: run `make test-thorough MIRROR=<folder>`")
    folder = copy_checkout(tmp_path_factory.mktemp("released") / "checkout", built=COMPILED)
    options = ("--configfile", "resources/released.yaml", "--", *REPORT)
    run = snakemake(folder, *options, mirror=os.path.abspath(MIRROR))
    assert run.returncode == 0, run.stdout[-4000:]
    assert all((folder / path).stat().st_size for path in REPORT)
    return folder / "results"


@pytest.fixture(scope="module")
def models(results):
    return pd.read_csv(results / "tables/released/released_models.csv").set_index(["dataset", "row"])


def test_gpt2_and_bert_on_the_same_pairs_are_as_in_the_acceptance(models):
    shares = {row: models.loc[("li-adger", row)] for row in ("gpt2-published/log_prob", "gpt2-published/mean_lp")}
    assert shares["gpt2-published/log_prob"]["share"] == pytest.approx(0.7891, abs=5e-5)
    assert shares["gpt2-published/mean_lp"]["share"] == pytest.approx(0.8304, abs=5e-5)
    bert = models.loc[("li-adger", "bert-base-uncased-mlm-published/pll")]
    assert bert["share"] == pytest.approx(0.8313, abs=5e-5) and bert["pairs"] == 1067
    assert (models.loc["li-adger"]["pairs"].drop("people/single") == 1067).sum() == 11


def test_readme_has_the_numbers(results, models):
    lines = (ROOT / "README.md").read_text(encoding="utf-8")
    for label, (dataset, row) in README.items():
        *_, right, people = [
            cell.strip() for cell in re.search(rf"^\| {re.escape(label)} (.*)\|$", lines, re.M)[1].split("|")
        ]
        for cell, key in ((right, row), (people, "people/single")):
            numbers = models.loc[(dataset, key)] if cell else None
            if cell:
                low, high = (f"{100 * numbers[end]:.0f}" for end in ("low", "high"))
                assert cell == f"{100 * numbers['share']:.1f} [{low}, {high}]"
            else:
                assert (dataset, key) not in models.index
        best = models.loc[dataset].query("asked.isna() and ~index.str.startswith('people/')")["share"].max()
        assert models.loc[(dataset, row), "share"] == best
    assert f"GPT-4 gets {100 * models.loc[('dgl', 'gpt-dgl-published/gpt_4'), 'share']:.1f} % of DGL" in lines
    linking = pd.read_csv(results / "tables/released/linking.csv").set_index("Row")
    p = linking.loc["GPT-2 log-prob", "Minus the mean, δ = 0.5"].split("p = ")[1]
    summed, mean, bert = (
        linking.loc[row, "ADC, δ = 0.5"].split(" ")[0]
        for row in ("GPT-2 log-prob", "GPT-2 mean per word", "BERT base uncased PLL")
    )
    assert f"{summed}, its mean per word on {mean} (p = {p}), BERT base on {bert}" in " ".join(lines.split())
