"""`make humans` on the real data: every dataset has its tables, figures and report."""

import os

import pandas as pd
import pytest

from helpers import COMPILED, MIRROR, copy_checkout, snakemake

RATED = [
    "li-adger",
    "lau-none",
    "lau-real",
    "lau-random",
    "islands-2016",
    "islands-dlinking",
    "islands-2012",
    "li-2016",
]


@pytest.mark.skipif(not MIRROR, reason="needs the external files: run `make test-thorough MIRROR=<folder>`")
def test_rated_datasets_and_preferences_from_one_command(tmp_path):
    folder = copy_checkout(tmp_path / "checkout", built=COMPILED)
    options = ("--configfile", "resources/humans.yaml")
    run = snakemake(folder, *options, mirror=os.path.abspath(MIRROR))
    assert run.returncode == 0, run.stdout[-4000:]
    results = folder / "results"
    reports = {path.stem for path in (results / "reports").glob("*.pdf")}
    assert reports == {"adc", "dais", *RATED} - {"li-adger"}
    for dataset in RATED:
        table = pd.read_csv(results / f"metrics/{dataset}/sentences_correlations.csv")
        r = table[table["column"] == "human"].set_index("row")["pearson_r"]
        assert {"brown-trigram/slor", "brown-trigram/log_prob", "brown-trigram-morcela/morcela"} <= set(r.index)
        assert r.abs().between(0, 0.6).all()  # a trigram of a small corpus knows something, and never much
    assert len(pd.read_csv(results / "pairs/dais.csv")) == 4998
    # What docs/humans.md says of the second sample from Linguistic Inquiry.
    criteria = pd.read_csv(results / "metrics/li-2016/criteria.csv")
    criteria.index = criteria["system"] + "/" + criteria["measure"]
    at_half = criteria[criteria["threshold"] == 0.5]
    assert at_half["share"]["reference/best_constant_left_out"] == pytest.approx(0.555, abs=0.0005)
    assert at_half["share"]["reference/oracle"] == pytest.approx(0.546, abs=0.0005)
    assert at_half["share"]["brown-trigram/slor"] == pytest.approx(0.244, abs=0.0005)
    assert at_half["chance"]["brown-trigram/slor"] == pytest.approx(0.262, abs=0.0005)
