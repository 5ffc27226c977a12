"""`make released` on the real data: its report, and what README.md says of it."""

import os
import re

import pandas as pd
import pytest

from acceptability.rounding import percent
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
        _, _, rows, _, right, people = [
            cell.strip() for cell in re.search(rf"^\| {re.escape(label)} (.*)\|$", lines, re.M)[1].split("|")
        ]
        scoring = models.loc[dataset].query("asked.isna() and ~index.str.startswith('people/')")
        assert int(rows) == len(scoring) and models.loc[(dataset, row), "share"] == scoring["share"].max()
        for cell, key in ((right, row), (people, "people/single")):
            numbers = models.loc[(dataset, key)] if cell else None
            if cell:
                low, high = (percent(numbers[end], 0) for end in ("low", "high"))
                assert cell == f"{percent(numbers['share'], 1)} [{low}, {high}]"
            else:
                assert (dataset, key) not in models.index
    gpt_4 = models.loc[("dgl", "gpt-dgl-published/gpt_4"), "share"]
    assert f"GPT-4 gets {percent(gpt_4, 1)} % of DGL" in lines
    linking = pd.read_csv(results / "tables/released/linking.csv").set_index("Row")
    ends = re.search(r"−(\S+), −(\S+)\]", linking.loc["GPT-2 log-prob", "Minus the mean, δ = 0.5"])
    summed, mean, bert = (
        linking.loc[row, "ADC, δ = 0.5"].split(" ")[0]
        for row in ("GPT-2 log-prob", "GPT-2 mean per word", "BERT base uncased PLL")
    )
    said = f"on {summed}, per word on {mean} (difference: {ends[2]} to {ends[1]}), as BERT base does"
    assert said in " ".join(lines.split()) and mean == bert
