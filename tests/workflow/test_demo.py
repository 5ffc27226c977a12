"""The real Snakefile on the toy data."""

import json
import os
import re
import shutil
import struct
from textwrap import indent

import pandas as pd
import pypdf
import pytest
import yaml

import pages
from acceptability.papers.toy import language as toy_language
from acceptability.statistics import uncertainty
from helpers import (
    ROOT,
    copy_checkout,
    explorer_data,
    files_below,
    planned,
    planned_jobs,
    readme_block,
    replace_in,
    results_of,
    run_workflow,
    snakemake,
)
from named_paths import missing_files


def test_the_demo_makes_all_tables_figures_and_the_report(demo):
    made = set(files_below(demo / "results"))
    for figure in ("criteria", "phenomena", "correlations", "sentences", "pairs", "ceiling"):
        assert {f"figures/toy-simulated/{figure}.{ending}" for ending in ("pdf", "png")} <= made
    for table in ("criteria", "examples/words-but-not-their-order", "examples/blimp-but-not-adc"):
        assert {f"tables/toy-simulated/{table}.{ending}" for ending in ("csv", "tex")} <= made
    figures = ["toy-bert-simulated/losses", "toy-simulated/stability"]
    figures += [f"toy-labels-simulated/{name}" for name in ("restarts", "major_features")]
    assert {f"figures/{name}.{ending}" for name in figures for ending in ("pdf", "png")} <= made
    tables = ["toy-labels-simulated/classifiers", "toy-labels-simulated/selected", "toy-simulated/stability"]
    tables += ["toy-simulated/restart_shares", "toy-simulated/contamination/toy-labels-simulated"]
    tables += [f"toy-simulated/{name}" for name in ("agreement", "phenomenon_ranking", "phenomenon_shares")]
    kinds = ("humans_against_experts", "missed_by_all", "met_by_one")
    tables += [f"toy-simulated/disagreements/{kind}" for kind in kinds]
    tables += [f"toy-simulated/{name}" for name in ("ceiling", "human_error", "noise_floor", "mixed_model")]
    assert {f"tables/{name}.{ending}" for name in tables for ending in ("csv", "tex")} <= made
    assert {"reports/toy-simulated.pdf", "reports/toy-simulated-details.pdf", "explorer/index.html"} <= made
    assert not any(name.endswith(".part") for name in made)


TIMES_OF_THE_RUN = {  # of jobs about no dataset and no model: seconds and memory alone
    f"benchmarks/{job}.tsv" for job in ("build_kenlm", "build_explorer", "record_provenance")
}


def test_every_artefact_says_simulated(demo):
    for name, content in files_below(demo / "results").items():
        if name.startswith(("logs/", "tools/", "record/", "ro-crate-")) or name in TIMES_OF_THE_RUN:
            continue
        if name.endswith("provenance.json"):
            assert b"-simulated" in content
        if name == "provenance.json":
            continue
        if name == "explorer/index.html":
            labels = [dataset["label"] for dataset in explorer_data(demo)["datasets"]]
            assert labels == ["Toy language (simulated data)"]
        elif name.startswith("reports/"):
            report = pypdf.PdfReader(demo / "results" / name)
            assert all("Simulated data" in page.extract_text() for page in report.pages)
        else:
            assert "simulated" in name
        if name.endswith(".tex"):
            assert b"imulated data" in content
        if name.startswith("figures/") and name.endswith(".pdf"):
            assert "Simulated data" in pages.text_of(demo / "results" / name)


def test_the_pages_of_the_report_are_those_of_a_paper(demo):
    results = demo / "results"
    names = pages.row_labels(results / "tables/toy-simulated/criteria.csv")
    for name in ("toy-simulated", "toy-simulated-details"):
        assert pages.problems(results / f"reports/{name}.pdf", names, summary=name == "toy-simulated") == []
        assert "corrected" not in pages.text_of(results / f"reports/{name}.pdf").lower()
    assert len(pypdf.PdfReader(results / "reports/toy-simulated.pdf").pages) <= 7
    first = pypdf.PdfReader(results / "reports/toy-simulated.pdf").pages[0].extract_text()
    assert first.index("Toy language: how well 5 systems match human judgments") < first.index("Abstract")


def test_ratings_are_standardised_by_participant_and_one_pair_is_unrated(demo):
    sentences = pd.read_csv(demo / "results/sentences/toy-simulated.csv").set_index("sentence_id")
    table = pd.read_csv(ROOT / "resources/demo/phenomena.csv")
    pairs = toy_language.minimal_pairs(toy_language.read_grammar(ROOT / "resources/demo/grammar.txt"), table)
    raw = toy_language.simulated_ratings(pairs, dict(zip(table["phenomenon"], table["effect"], strict=True)))
    z = raw.groupby("participant")["rating"].transform(lambda x: (x - x.mean()) / x.std(ddof=1))
    single = pd.read_csv(demo / "results/ratings/toy-simulated.csv")
    pd.testing.assert_frame_equal(single, raw[["participant", "sentence_id"]].assign(z_score=z), check_exact=False)
    expected = z.groupby(raw["sentence_id"]).mean()
    pd.testing.assert_series_equal(sentences["rating"].dropna().sort_index(), expected.sort_index(), check_names=False)
    assert sentences.index[sentences["rating"].isna()].tolist() == ["10-12.good", "10-12.bad"]


def test_table_1_can_be_recomputed_by_hand_from_the_scores(demo):
    results = demo / "results"
    pairs = pd.read_csv(results / "pairs/toy-simulated.csv")
    rating = pd.read_csv(results / "sentences/toy-simulated.csv").set_index("sentence_id")["rating"]
    scores = pd.read_csv(results / "scores/toy-simulated/toy-trigram-simulated.csv")
    scores = scores[scores["measure"] == "slor"].set_index("sentence_id")["score"]
    z = (scores - scores.sum() / len(scores)) / ((scores - scores.mean()) ** 2).mean() ** 0.5
    met = {"blimp": 0, "adc": 0, "rated": 0}
    for pair in pairs.itertuples():
        human, model = rating[pair.good_id] - rating[pair.bad_id], z[pair.good_id] - z[pair.bad_id]
        if human == human:
            met["rated"] += 1
            met["blimp"] += model > 0
            met["adc"] += human * model > 0 and abs(human - model) < 0.5
    table = pd.read_csv(results / "metrics/toy-simulated/criteria.csv").query(
        "system == 'toy-trigram-simulated' and measure == 'slor'"
    )
    found = table[table["variant"] == "corrected"].fillna({"threshold": 0}).set_index(["criterion", "threshold"])
    assert (found.loc[("blimp", 0), "met"], found.loc[("adc", 0.5), "met"]) == (met["blimp"], met["adc"])
    assert set(table["pairs"]) == {met["rated"]} == {119}
    assert set(table["variant"]) == {"corrected"}  # others belong to studies (see test_extension.py)
    printed = pd.read_csv(results / "tables/toy-simulated/criteria.csv", dtype=str).iloc[1]
    assert printed["BLiMP"].startswith(f"{met['blimp'] / 119:.3f} [")
    assert printed["ADC, δ = 0.5"] in pages.text_of(results / "reports/toy-simulated.pdf")


def test_the_provenance_says_what_the_run_was_made_from_and_the_report_what_is_the_same_everywhere(demo):
    made = json.loads((demo / "results/provenance.json").read_text(encoding="utf-8"))
    assert made["same_everywhere"].keys() == {"commit", "config", "inputs"}
    seeds = made["here"]["seeds"]
    assert (seeds["toy-bert-simulated"], seeds["toy-classifier-simulated"]) == (1, [1, 2, 3])
    assert seeds["sign flips"] == uncertainty.SEED
    assert {"pandas", "torch", "gguf"} <= made["here"]["packages"].keys()  # of each file of requirements
    assert made["here"]["devices"] and made["here"]["packages"]["torch"].startswith("2.13.0")
    text = pages.text_of(demo / "results/reports/toy-simulated.pdf").replace(" ", "")
    assert made["same_everywhere"]["config"] in text
    assert made["here"]["packages"]["torch"] not in text


def test_a_second_run_does_nothing(demo):
    assert planned(demo) == set()


def test_one_more_system_is_in_a_table_that_is_there_already(demo, tmp_path):
    """The job that makes the table runs again, because it has outputs of the new system, too, and these are missing."""
    folder, table = tmp_path / "more", "results/metrics/toy-simulated/criteria.csv"
    shutil.copytree(demo, folder, symlinks=True)
    bigram = yaml.safe_load((folder / "config.yaml").read_text(encoding="utf-8"))["ngram"]["toy-trigram-simulated"]
    entry = yaml.safe_dump({"toy-bigram-simulated": bigram | {"label": "Toy bigram", "order": 2}})
    replace_in(folder / "config.yaml", "\nngram:\n", f"\nngram:\n{indent(entry, '  ')}")
    jobs = planned_jobs(folder, table)
    assert {
        ("score_ngram", "dataset=toy-simulated, system=toy-bigram-simulated"),
        ("evaluate_toy_simulated", ""),
    } < jobs
    (folder / "config.yaml").write_text((demo / "config.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert planned(folder, table) == set()


AGAIN = (
    "figures/toy-simulated/criteria.svg",
    "tables/toy-simulated/criteria.tex",
    "explorer/index.html",
    "reports/toy-simulated.pdf",
)


def test_figures_alone_and_what_people_look_at_is_made_again_byte_for_byte(demo, tmp_path):
    """One of each kind. (That trainings and measures repeat is tested by runs that are killed.)"""
    again = tmp_path / "again"
    shutil.copytree(demo, again, symlinks=True)
    for name in AGAIN:
        (again / "results" / name).unlink()
    for step in ("figures+criteria", "tables+criteria"):
        shutil.rmtree(again / "results/cache/evaluate/toy-simulated" / step)
    rules = {rule for rule, _ in planned_jobs(again, "figures")}
    assert rules <= {"evaluate_toy_simulated", "detail_toy_simulated", "detail_toy_labels_simulated", "figures"}
    run_workflow(again)
    log = (again / "results/logs/evaluate/toy-simulated.log").read_text(encoding="utf-8")
    made = [line.split(":")[0] for line in log.splitlines() if re.search(r": \d+\.\d s$", line)]
    assert sorted(made) == ["figures/criteria", "tables/criteria"]  # all else is unchanged
    before, after = results_of(demo), results_of(again)
    assert before.keys() == after.keys()
    assert [name for name in before if before[name] != after[name]] == []


def test_the_report_reads_nothing_but_its_inputs(demo, tmp_path):
    folder = tmp_path / "pruned"
    shutil.copytree(demo, folder, symlinks=True)
    only = ["--rerun-triggers", "mtime", "--forcerun", "compile_report", "--allowed-rules", "compile_report"]
    plan = snakemake(folder, "--dry-run", *only, "--", "results/reports/toy-simulated.pdf").stdout
    inputs = set(re.search("rule compile_report:\n +input: (.*)", plan)[1].split(", "))
    assert "results/tables/toy-simulated/criteria.csv" in inputs
    for name in files_below(folder / "results"):
        if f"results/{name}" not in inputs:
            (folder / "results" / name).unlink()
    run_workflow(folder, *only, "--", "results/reports/toy-simulated.pdf")
    assert (folder / "results/reports/toy-simulated.pdf").read_bytes() == (
        demo / "results/reports/toy-simulated.pdf"
    ).read_bytes()


def test_a_report_with_categories_and_captions(demo, tmp_path):
    run_workflow(demo, "--report", str(tmp_path / "report.html"))
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Content of this page" in text
    assert '"Toy language (simulated data)": {"' in text
    assert "Share of minimal pairs that" in text
    assert "A page to explore the minimal pairs" in text


def test_the_readme_shows_the_demos_figure(demo):
    """Its bytes follow from training, which differs in the last digits between processors; what it says must hold."""
    shown, made = (
        struct.unpack(">8x8xII", path.read_bytes()[:24])  # a PNG's width and height, after its signature and a header
        for path in (ROOT / "paper/toy-phenomena.png", demo / "results/figures/toy-simulated/phenomena.png")
    )
    assert shown == made
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    (alt_text,) = re.findall(r"!\[([^]]*)\]\(paper/toy-phenomena.png\)", readme)
    assert "the trigram gets all local contrasts right and hardly any long ones; BERT's PLL gets both right" in alt_text
    table = pd.read_csv(demo / "results/metrics/toy-simulated/phenomena.csv").query("criterion == 'blimp'")
    table = table.assign(kind=table["phenomenon"].str.split(":").str[0])
    trigram = table.query("system == 'toy-trigram-simulated' and measure == 'slor'").groupby("kind")["share"]
    assert trigram.size().to_dict() == {"local": 5, "long": 5}
    assert trigram.min()["local"] >= 0.9 and trigram.max()["long"] <= 0.5
    shares = table.pivot_table(index=["system", "measure"], columns="kind", values="share")
    assert shares.loc["toy-trigram-simulated", "slor"].to_dict() == pytest.approx({"local": 1, "long": 0}, abs=0.15)
    assert (shares.loc["toy-bert-simulated", "pll"] >= 0.9).all()
    assert (shares.loc["toy-classifier-simulated"] >= 0.9).all(axis=None)


def test_the_parts_of_phenomena_sum_to_the_whole_of_table_1(demo):
    whole = pd.read_csv(demo / "results/metrics/toy-simulated/criteria.csv")
    parts = pd.read_csv(demo / "results/metrics/toy-simulated/phenomena.csv")
    keys = ["system", "measure", "criterion", "threshold"]
    whole = whole[whole["ties"].notna()]  # they have deltas
    whole = (
        whole.assign(met=whole["share_ties_half"] * whole["pairs"]).groupby(keys, dropna=False)[["met", "pairs"]].sum()
    )
    pd.testing.assert_frame_equal(parts.groupby(keys, dropna=False)[["met", "pairs"]].sum(), whole)


def test_the_readmes_own_pairs_and_text_run_as_written(demo, tmp_path):
    folder = copy_checkout(tmp_path / "checkout", built=demo)
    (folder / "my_pairs.csv").write_text(readme_block("pair_id,phenomenon,"), encoding="utf-8")
    config = folder / "config.yaml"
    replace_in(config, "\ndatasets:\n", "\ndatasets:\n" + readme_block("  my-pairs:"))
    jobs = planned_jobs(folder)
    prepared = {("prepare_dataset", f"dataset={dataset}") for dataset in ("li-adger", "my-pairs")}
    assert prepared | {("train_ngram", "system=brown-trigram"), ("check_printed", "study=adc")} < jobs

    replace_in(config, "\nstudies: [adc, blimp, thesis]\n", "\nstudies: []\n")
    replace_in(config, "\ncorpora:\n", "\ncorpora:\n" + readme_block("  my-text:"))
    replace_in(config, "\nngram:\n", "\nngram:\n" + readme_block("  my-trigram:"))
    replace_in(config, "\nrun: [brown-trigram]\n", "\nrun: [my-trigram]\n")
    of_small_text = "label: My trigram\n    discount_fallback: true\n"
    replace_in(config, "label: My trigram\n", of_small_text)
    (folder / "my_text.txt").write_text("The child slept.\nThe dog sleeps.\nIn winter, the bed was cold.\n")
    datasets = {about for rule, about in planned_jobs(folder) if rule == "prepare_dataset"}
    assert datasets == {"dataset=my-pairs"}  # of the paper, nothing is left
    run_workflow(folder, "results/metrics/my-pairs/criteria.csv")
    table = pd.read_csv(folder / "results/metrics/my-pairs/criteria.csv")
    assert set(table["criterion"]) == {"blimp", "adc"}
    assert set(table["pairs"]) == {2}
    met = table[table["criterion"] == "blimp"].set_index(["system", "measure"])["met"]
    # the first pair's good member is shorter; the second one's members are equally long
    assert met["my-trigram"].max() == 2
    assert met["reference", "negative_length"] == 1
    assert set(table["variant"]) == {"corrected"}


def test_what_needs_kenlm_is_planned_too_where_kenlm_is_older_than_its_code(demo, tmp_path):
    folder = copy_checkout(tmp_path / "checkout", built=demo)
    shutil.copy2(folder / "resources/demo/config.yaml", folder / "config.yaml")
    for program in (folder / "results/tools/kenlm").iterdir():
        os.utime(program, (0, 0))
    assert {"build_kenlm", "train_ngram", "compile_report"} < planned(folder)


def test_our_configurations_parse_with_the_real_snakefile(checkout):
    assert "compile_report" in planned(checkout)
    assert planned(checkout, "--config", "run=all") > {"fetch_model", "score_model", "finetune_classifier"}
    shutil.copy2(ROOT / "resources/demo/config.yaml", checkout / "config.yaml")
    assert "prepare_dataset" in planned(checkout)


def test_what_reports_and_the_page_name_is_there(demo):
    assert missing_files(demo) == {}
