"""`make released` on the real data: its report, and what README.md, docs/papers.md and docs/humans.md say of it."""

import json
import os
import re
import shutil

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS
from acceptability.contracts.deltas import DELTAS
from acceptability.papers.released.findings import (
    UNCERTAIN,
    WEAKER,
    Sample,
    carries_over,
    compare,
    difference,
    error_of_difference,
    judge,
)
from acceptability.papers.released.study import TASKS
from acceptability.rounding import percent
from acceptability.sources import fetching
from acceptability.statistics.clusters import holm
from helpers import COMPILED, MIRROR, ROOT, copy_checkout, run_workflow

README = {  # of its table: the row in RELEASED_MODELS whose numbers it has
    "DGL (eight constructions)": ("dgl", "llama-2-13b-dgl-published/log_prob"),
    "BLiMP-650": ("blimp-650", "pythia-6-9b-blimp-650-published/log_prob"),
    "QFrBLiMP (French)": ("qfrblimp", "qfrblimp-published/qwen2_5_72b"),
}
SMOLLM2 = "SmolLM2 135M Q4_1, scored here: log-probability"
BESIDE = {  # rows of the table of SmolLM2 in docs/humans.md: the system and the measure in each of its datasets
    SMOLLM2: dict.fromkeys(("li-adger", "li-2016", "dtfit", "blimp-650"), "smollm2/log_prob"),
    "… mean per token": dict.fromkeys(("li-adger", "li-2016", "dtfit", "blimp-650"), "smollm2/mean_lp"),
    "GPT-2 log-probability": {"li-adger": "gpt2-published/log_prob"},
    "… mean per word": {"li-adger": "gpt2-published/mean_lp"},
    "GPT-2 XL log-probability": {"dtfit": "gpt2-xl-dtfit-published/log_prob"},
    "BERT base uncased PLL": {"li-adger": "bert-base-uncased-mlm-published/pll"},
    "BERT large cased PLL": {
        "li-adger": "bert-large-cased-mlm-published/pll",
        "dtfit": "bert-large-cased-dtfit-published/pll",
    },
    "Pythia 1B log-probability": {"blimp-650": "pythia-1b-blimp-650-published/log_prob"},
    "*Human ratings, SD 1 (oracle)*": dict.fromkeys(("li-adger", "li-2016", "dtfit"), "reference/oracle"),
    "*Best constant delta*": dict.fromkeys(("li-adger", "li-2016"), "reference/best_constant"),
    "*A single participant*": dict.fromkeys(("li-adger", "blimp-650"), "people/single"),
}
REPORT = ("results/reports/released.pdf", "results/explorer/index.html")


@pytest.fixture(scope="module")
def results(smollm2, tmp_path_factory):
    if not MIRROR:
        pytest.skip("needs the external files: run `make test-thorough MIRROR=<folder>`")
    folder = copy_checkout(tmp_path_factory.mktemp("released") / "checkout", built=COMPILED)
    (folder / "resources/raw").mkdir()
    shutil.copy2(smollm2, folder / "resources/raw")
    options = ("--configfile", "resources/released.yaml", "--", *REPORT)
    run_workflow(folder, *options, mirror=os.path.abspath(MIRROR))
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
    assert (models.loc["li-adger"]["pairs"].drop("people/single") == 1067).sum() == 13


def test_the_page_on_papers_has_the_numbers(results, models):
    lines, front = ((ROOT / name).read_text(encoding="utf-8") for name in ("docs/papers.md", "README.md"))
    for label, (dataset, row) in README.items():
        line = re.search(rf"^\| {re.escape(label)} (.*)\|$", lines, re.M)
        assert line[0] in front
        _, _, rows, _, right, task, people = [cell.strip() for cell in line[1].split("|")]
        scoring = models.loc[dataset].query("asked.isna() and ~index.str.startswith('people/')")
        assert int(rows) == len(scoring) and models.loc[(dataset, row), "share"] == scoring["share"].max()
        assert task == TASKS[dataset]
        for cell, key in ((right, row), (people, "people/single")):
            numbers = models.loc[(dataset, key)]
            low, high = (percent(numbers[end], 0) for end in ("low", "high"))
            assert cell == f"{percent(numbers['share'], 1)} [{low}, {high}]"
    gpt_4 = models.loc[("dgl", "gpt-dgl-published/gpt_4"), "share"]
    assert f"GPT-4 gets {percent(gpt_4, 1)} % of DGL" in lines
    linking = pd.read_csv(results / "tables/released/linking.csv").set_index("Row")
    ends = re.search(r"−(\S+), −(\S+)\], p = 0(\S+)", linking.loc["GPT-2 log-prob", "Minus the mean, δ = 0.5"])
    beside_bert = linking.loc["GPT-2 mean per word", "Minus BERT, δ = 0.5"]
    apart, low, high = re.match(r"(\S+) \[(\S+), (\S+)\]", beside_bert).groups()
    summed, mean, bert = (
        linking.loc[row, "ADC, δ = 0.5"].split(" ")[0]
        for row in ("GPT-2 log-prob", "GPT-2 mean per word", "BERT base uncased PLL")
    )
    partial = pd.read_csv(results / "metrics/li-adger/differences.csv").query("family == 'partial'")
    rows = partial[["first", "second"]].isin(["gpt2-published/log_prob", "gpt2-published/mean_lp"]).all(axis=1)
    p = partial[rows & (partial["threshold"] == 0.5)]["p_holm"].item()
    said = (
        f"{summed} by its sum and {mean} per word. The mean per word is {ends[2]} to {ends[1]} above the sum (*p* = {ends[3]} "
        "for 7 comparisons, "
        f"{f'{p:.3f}'.lstrip('0')} for all {len(partial)}). BERT base has {bert} (GPT-2's mean per word minus BERT: {apart} "
        f"[{low}, {high}])"
    )
    assert said in " ".join(lines.split())


def shares(results, dataset, name="criteria"):
    """Return the share of pairs that each row of a dataset meets, by row and criterion (``blimp``, or ``adc`` at δ = 0.5)."""
    table = pd.read_csv(results / f"metrics/{dataset}/{name}.csv").query("variant == 'corrected'")
    table = table[(table["criterion"] == "blimp") | (table["threshold"] == 0.5)]
    return table.assign(row=table["system"] + "/" + table["measure"]).set_index(["row", "criterion"])["share"]


def test_the_page_on_judgments_shows_smollm2_beside_released_scores_and_people(results, models):
    docs = (ROOT / "docs/humans.md").read_text(encoding="utf-8")
    of = {name: shares(results, name, "common" if name == "li-adger" else "criteria") for name in BESIDE[SMOLLM2]}
    for name, share in models.xs("people/single", level="row")["share"].items():
        if name in of:
            of[name]["people/single", "blimp"] = share
    for label, rows in BESIDE.items():
        cells = [label]
        for dataset, table in of.items():
            wanted = ("blimp", "adc") if dataset.startswith("li-") else ("blimp",)
            known = [(rows.get(dataset), criterion) for criterion in wanted]
            cells += [percent(table[key], 1) if key in table.index and table[key] < 1 else "" for key in known]
        assert f"| {' | '.join(cells)} |".replace("  ", " ") in docs.replace("  ", " "), cells


def test_the_page_on_judgments_has_the_numbers_of_smollm2(results, models):
    docs = " ".join((ROOT / "docs/humans.md").read_text(encoding="utf-8").split())
    known = {name: shares(results, name) for name in BESIDE[SMOLLM2]}

    def said(table, criterion):
        return tuple(percent(table[f"smollm2/{measure}", criterion], 1) for measure in ("log_prob", "mean_lp"))

    right, adc = said(known["li-adger"], "blimp"), said(known["li-adger"], "adc")
    assert f"SmolLM2 gets {right[0]} % right by the sum and {right[1]} % by the mean per token." in docs
    constant = percent(known["li-adger"]["reference/best_constant", "adc"], 1)
    assert f"It meets the ADC on {adc[0]} % and {adc[1]} %; a constant meets it on {constant} %." in docs
    assert "Of BLiMP-650, it gets less right than any of the 13 larger models." in docs
    large = models.loc[("dtfit", "bert-large-cased-dtfit-published/pll")]
    assert large["low"] < known["dtfit"]["smollm2/log_prob", "blimp"] < large["high"]
    others = models.loc["blimp-650"].query("asked.isna() and ~index.str.startswith('people/')")["share"]
    assert (others.drop("smollm2/mean_lp").idxmin(), len(others) - 2) == ("smollm2/log_prob", 13)


def test_what_smollm2_was_scored_with_is_recorded(results):
    row = fetching.read_registry(ROOT / "resources/sources.tsv")["smollm2-135m-instruct.q4_1.gguf"]
    for dataset in BESIDE[SMOLLM2]:
        recorded = json.loads((results / f"tokens/{dataset}/smollm2.json").read_text(encoding="utf-8"))
        assert recorded["files"] == {row["name"]: row["sha256"]} and recorded["beginning_token"] == "<|endoftext|>"


FINDINGS = {  # of those that hold on LI-Adger: their numbers on both samples, the difference, its p, and the verdict
    "At δ = 0.5, people’s own ratings, at a standard deviation of 1, are above that constant": (
        ("yes, 0.284 [0.221, 0.347]", "not certain, −0.009 [−0.104, 0.086]", "−0.293 [−0.404, −0.181]", "<0.001"),
        WEAKER,
        "People's ratings, at a standard deviation of 1, are .284 above a constant on LI-Adger; on the second sample, this "
        "number is −.009 (difference −.293 [−.404, −.181], *p* <.001).",
    ),
    "… and at δ = 0.5 (Table 1)": (
        ("yes, 0.111 [0.077, 0.144]", "not certain, −0.020 [−0.097, 0.056]", "−0.131 [−0.213, −0.049]", "0.026"),
        WEAKER,
        "SLOR is .111 above the log-probability on LI-Adger; on the second sample, this number is −.020 (difference −.131 "
        "[−.213, −.049], *p* = .026).",
    ),
    "At δ = 0.5, every system loses more than 0.3 of the pairs (Section 8)": (
        (
            "yes, 0.114 [0.068, 0.160] (Brown trigram SLOR)",
            "not certain, −0.025 [−0.100, 0.051] (Brown trigram log-prob)",
            "−0.084 [−0.163, −0.005] (Brown trigram SLOR)",
            "0.338",
        ),
        UNCERTAIN,
        "On LI-Adger, SLOR loses least, .114 more than .3. On the second sample, the log-probability loses least: its number "
        "is −.025, with an interval from −.100 to .051. SLOR's number falls by .084 between the samples ([.005, .163]), but "
        "not certainly: corrected, *p* is .338.",
    ),
}


def test_which_findings_carry_over(results):
    """The table has the numbers that docs/humans.md writes without the 0 before the decimal point."""
    docs = " ".join((ROOT / "docs/humans.md").read_text(encoding="utf-8").split())
    findings = pd.read_csv(results / "tables/released/findings.csv", keep_default_na=False).set_index("Finding")
    counts = findings["Carries over"].value_counts().to_dict()
    assert counts == {"yes": 5, "clearly weaker": 2, "–": 3, "not certain": 3}
    for said in ("**5 carry over**", "**2 are clearly weaker**", "**3 are not certain**", "**0 fail**"):
        assert said in docs
    for finding, (cells, verdict, said) in FINDINGS.items():
        *shown, carries = findings.loc[finding]
        assert tuple(shown) == cells and carries == verdict
        assert said in docs
    refuted = findings[(findings["Carries over"] == "–") & findings["Linguistic Inquiry, 2016"].str.startswith("no,")]
    assert refuted.index.tolist() == ["At δ = 1, every system loses more than 0.2 of the pairs (Section 8)"]
    measures = set(pd.read_csv(results / "deltas/li-2016/brown-trigram.csv")["measure"])
    assert "“Every system” means three measures of one trigram" in docs and len(measures) == 3


def test_pythia_rises_with_size_and_dgl_allows_few_tests(results):
    sizes = pd.read_csv(results / "tables/released/sizes.csv").set_index(["Dataset", "Series"])
    rising = sizes.loc[("BLiMP-650", "Pythia")]
    assert rising[["Slope", "p", "Differ"]].tolist() == ["0.032 [0.011, 0.053]", "0.017", "48 of 67"]
    assert sizes.loc["DGL", "p"].to_dict() == {"Llama-2": "–", "Gemma": "–", "OLMo": "–", "Pythia": "0.369"}
    assert sizes.loc["DGL", "Differ"].tolist() == ["2 of 75", "1 of 75", "1 of 75", "10 of 75"]
    assert (sizes["p"].replace("–", "1").astype(float) < 0.05).sum() == 1


def test_samples_from_mostly_the_same_articles_differ_as_independent_ones_do(results):
    """An article that is left out of both samples makes these covary, which turns no verdict."""
    articles, judged = [], []
    for dataset in ("li-adger", "li-2016"):
        pairs = io.read_table(results / f"pairs/{dataset}.csv", PAIRS)
        files = {name: results / f"deltas/{dataset}/{name}.csv" for name in ("brown-trigram", "reference")}
        columns = systems.delta_columns({name: io.read_table(path, DELTAS) for name, path in files.items()})
        judged.append(judge(Sample(columns, pairs)))
        counted = columns.index[columns["human"].notna()]
        names = pairs.set_index("pair_id").loc[counted, "cluster"].unique()  # in the order of the jackknife
        articles.append([".".join(name.split(".")[:3]).lower() for name in names])
    shared = [name for name in articles[1] if name in articles[0]]
    docs = " ".join((ROOT / "docs/humans.md").read_text(encoding="utf-8").split())
    assert f"{len(shared)} of the second one's {len(articles[1])} articles are in LI-Adger, too" in docs
    assert "moves no end of a difference's interval by more than .005, and turns no verdict" in docs
    p = {}
    for finding, first in judged[0].items():
        second = judged[1][finding]
        numbers, deviations, variance = (first.numbers[first.place], second.numbers[first.place]), [], 0
        for number, names in zip(numbers, articles, strict=True):
            left_out = number.estimate.left_out
            deviations.append(dict(zip(names, (left_out - left_out.mean()) * np.sqrt(1 - 1 / len(names)), strict=True)))
            variance += number.estimate.standard_error() ** 2 + number.more
        covariance = sum(deviations[0][name] * deviations[1][name] for name in shared)
        value, low, high, _ = difference(first, second)
        narrower = np.sqrt(1 - 2 * covariance / variance)
        assert abs((high - low) / 2 * (narrower - 1)) < 0.005, finding
        error, df = error_of_difference(*numbers)
        p[finding] = 2 * stats.t.sf(abs(value) / (error * narrower), df)
    compared = compare(*judged)
    for (finding, first), p_holm in zip(judged[0].items(), holm(list(p.values())), strict=True):
        assert carries_over(first, judged[1][finding], p_holm) == compared[finding].verdict, finding
