"""The real Snakefile on the toy data."""

import json
import os
import re
import shutil
from pathlib import Path

import pandas as pd
import pypdf

from acceptability.analysis import uncertainty
from helpers import ROOT, copy_checkout, error_lines, explorer_data, files_below, readme_block, snakemake


def pdf_text(path: Path) -> str:
    return " ".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def test_the_demo_makes_all_tables_figures_and_the_paper(demo):
    made = set(files_below(demo / "results"))
    for figure in ("criteria", "phenomena", "correlations", "sentences", "pairs", "ceiling"):
        assert {f"figures/toy-simulated/{figure}.{ending}" for ending in ("pdf", "png")} <= made
    for table in ("criteria", "examples/words-but-not-their-order", "examples/blimp-but-not-adc"):
        assert {f"tables/toy-simulated/{table}.{ending}" for ending in ("csv", "tex")} <= made
    figures = ["training/toy-bert-simulated", "toy-simulated/stability"]
    figures += [f"toy-labels-simulated/{name}" for name in ("restarts", "major_features")]
    assert {f"figures/{name}.{ending}" for name in figures for ending in ("pdf", "png")} <= made
    tables = ["toy-labels-simulated/classifiers", "toy-labels-simulated/selected", "toy-simulated/stability"]
    tables += ["toy-simulated/contamination/toy-labels-simulated"]
    tables += [f"toy-simulated/{name}" for name in ("agreement", "phenomenon_ranking", "phenomenon_shares")]
    kinds = ("humans_against_experts", "missed_by_all", "met_by_one")
    tables += [f"toy-simulated/disagreements/{kind}" for kind in kinds]
    tables += [f"toy-simulated/{name}" for name in ("ceiling", "human_error", "noise_floor")]
    assert {f"tables/{name}.{ending}" for name in tables for ending in ("csv", "tex")} <= made
    assert {"paper/main.pdf", "explorer/index.html"} <= made
    assert not any(name.endswith(".part") for name in made)


def test_every_artefact_says_simulated(demo):
    for name, content in files_below(demo / "results").items():
        if name.startswith(("logs/", "tools/")):
            continue
        if name.endswith("provenance.json"):
            assert b"-simulated" in content
        if name == "provenance.json":
            continue
        if name == "explorer/index.html":
            labels = [dataset["label"] for dataset in explorer_data(demo)["datasets"]]
            assert labels == ["Toy language (simulated data)"]
        elif name == "paper/main.pdf":
            pages = pypdf.PdfReader(demo / "results" / name).pages
            assert all("Simulated data" in page.extract_text() for page in pages)
        else:
            assert "simulated" in name
        if name.endswith(".tex"):
            assert b"simulated data" in content
        if name.startswith("figures/") and name.endswith(".pdf"):
            assert "simulated data" in pdf_text(demo / "results" / name)


def test_ratings_are_standardised_by_participant_and_one_pair_is_unrated(demo):
    sentences = pd.read_csv(demo / "results/sentences/toy-simulated.csv").set_index("sentence_id")
    raw = pd.read_csv(demo / "results/toy-simulated/ratings.csv")
    z = raw.groupby("participant")["rating"].transform(lambda x: (x - x.mean()) / x.std(ddof=1))
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
    table = pd.read_csv(results / "metrics/toy-simulated/criteria.csv").query("measure == 'slor'")
    found = table[table["variant"] == "corrected"].fillna({"threshold": 0}).set_index(["criterion", "threshold"])
    assert (found.loc[("blimp", 0), "met"], found.loc[("adc", 0.5), "met"]) == (met["blimp"], met["adc"])
    assert set(table["pairs"]) == {met["rated"]} == {119}
    published = table.query("variant == 'as_published' and threshold == 0.5")["met"].item()
    assert published == met["adc"] + 1  # the unrated pair
    printed = pd.read_csv(results / "tables/toy-simulated/criteria.csv", dtype=str).iloc[1]
    assert printed["BLiMP"].startswith(f"{met['blimp'] / 119:.3f} [")
    assert printed["ADC, δ = 0.5"] in " ".join(pdf_text(results / "paper/main.pdf").split())


def planned(folder: Path, *arguments: str) -> set[str]:
    """Rules that a dry run would run."""
    run = snakemake(folder, "--dry-run", *arguments)
    assert run.returncode == 0, run.stdout
    return {line.split()[1].rstrip(":") for line in run.stdout.splitlines() if line.startswith(("rule ", "localrule "))}


UNLIKE = ("logs/", "benchmarks/")


def test_the_provenance_says_what_the_run_was_made_from_and_the_paper_what_is_the_same_everywhere(demo):
    made = json.loads((demo / "results/provenance.json").read_text(encoding="utf-8"))
    assert made["same_everywhere"].keys() == {"commit", "config", "inputs"}
    seeds = made["here"]["seeds"]
    assert (seeds["toy-bert-simulated"], seeds["toy-classifier-simulated"]) == (1, [1, 2, 3])
    assert seeds["bootstraps and sign flips"] == uncertainty.SEED
    assert made["here"]["devices"] and made["here"]["packages"]["torch"].startswith("2.13.0")
    text = pdf_text(demo / "results/paper/main.pdf").replace("\n", "").replace(" ", "")
    assert made["same_everywhere"]["config"] in text
    assert made["here"]["packages"]["torch"] not in text


def test_a_second_run_does_nothing(demo):
    assert planned(demo) == set()


LATER = ("figures", "tables", "explorer", "paper")


def test_figures_alone_and_all_that_people_look_at_are_made_again_byte_for_byte(demo, tmp_path):
    """(That trainings and measures repeat is tested by runs that are killed.)"""
    again = tmp_path / "again"
    shutil.copytree(demo, again, symlinks=True)
    for folder in LATER:
        shutil.rmtree(again / "results" / folder)
    run = snakemake(again, "figures")
    assert run.returncode == 0, run.stdout
    before, after = (files_below(root / "results/figures") for root in (demo, again))
    assert before == after
    assert not (again / "results/paper").exists()
    run = snakemake(again)
    assert run.returncode == 0, run.stdout
    before, after = (files_below(folder / "results") for folder in (demo, again))
    before, after = ({n: b for n, b in found.items() if not n.startswith(UNLIKE)} for found in (before, after))
    assert before.keys() == after.keys()
    assert [name for name in before if before[name] != after[name]] == []


def test_the_paper_reads_nothing_but_its_inputs(demo, tmp_path):
    folder = tmp_path / "pruned"
    shutil.copytree(demo, folder, symlinks=True)
    only = ["--rerun-triggers", "mtime", "--forcerun", "compile_paper", "--allowed-rules", "compile_paper"]
    plan = snakemake(folder, "--dry-run", *only, "--", "results/paper/main.pdf").stdout
    inputs = set(re.search("rule compile_paper:\n    input: (.*)", plan)[1].split(", "))
    assert "results/tables/toy-simulated/criteria.csv" in inputs
    for name in files_below(folder / "results"):
        if f"results/{name}" not in inputs:
            (folder / "results" / name).unlink()
    run = snakemake(folder, *only, "--", "results/paper/main.pdf")
    assert run.returncode == 0, run.stdout
    assert (folder / "results/paper/main.pdf").read_bytes() == (demo / "results/paper/main.pdf").read_bytes()


def test_editing_a_module_reruns_what_depends_on_it(demo, tmp_path):
    folder = tmp_path / "edited"
    shutil.copytree(demo, folder, symlinks=True)
    assert planned(folder) == set()
    package = folder / "workflow/scripts/acceptability"

    def after_editing(name: str) -> set[str]:
        path = package / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "\n# edited\n", encoding="utf-8")
        rules = planned(folder)
        path.write_text(text, encoding="utf-8")
        return rules

    drawn = {rule for rule in after_editing("figures.py") if rule not in ("compile_paper", "all")}
    assert {"plot_criteria", "plot_scatter", "plot_losses"} <= drawn
    assert all(rule.startswith("plot_") for rule in drawn)
    criteria = after_editing("criteria.py")
    assert {
        "compute_deltas",
        "evaluate_criteria",
        "plot_criteria",
        "tabulate_criteria",
        "build_explorer",
        "compile_paper",
    } <= criteria
    statistics = after_editing("statistics.py")
    assert {"correlate_deltas", "plot_correlations", "compile_paper"} <= statistics
    assert not {"compute_deltas", "evaluate_phenomena", "plot_phenomena", "plot_losses"} & statistics
    assert {"evaluate_ceiling", "tabulate_ceiling", "compile_paper"} <= after_editing("ceiling.py")
    early = {"prepare_pairs", "prepare_ratings", "generate_toy_language", "train_ngram", "score_ngram", "score_length"}
    early |= {"train_masked", "score_model", "gather_tokens", "measure_sentences"}
    early |= (
        classifier := {"finetune_classifier", "select_restart", "judge_restart", "gather_restarts", "score_classifier"}
    )
    assert criteria & early == statistics & early == after_editing("io.py") & early == set()
    assert after_editing("restarts.py") & early == set()
    assert after_editing("classifier.py") & early == classifier
    assert after_editing("measures.py") & early == {"measure_sentences"}
    assert after_editing("ngram.py") & early == {"train_ngram", "score_ngram", "measure_sentences"}
    assert after_editing("masked.py") & early == {"score_model", "gather_tokens", "measure_sentences"}
    assert after_editing("training.py") & early == {
        "train_masked",
        "score_model",
        "gather_tokens",
        "measure_sentences",
        *classifier,
    }
    assert "build_kenlm" not in after_editing("ngram.py")


def test_a_report_with_categories_and_captions(demo, tmp_path):
    run = snakemake(demo, "--report", str(tmp_path / "report.html"))
    assert run.returncode == 0, run.stdout
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "toy-simulated" in text
    assert "Share of minimal pairs that" in text
    assert "A page to explore the minimal pairs" in text


def test_the_readme_shows_the_demos_figure(demo):
    shown, made = ROOT / "paper/toy-phenomena.png", demo / "results/figures/toy-simulated/phenomena.png"
    assert shown.read_bytes() == made.read_bytes()
    assert "paper/toy-phenomena.png" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_trigram_fails_on_long_contrasts_and_bert_on_none(demo):
    table = pd.read_csv(demo / "results/metrics/toy-simulated/phenomena.csv")
    table = table[(table["criterion"] == "blimp") & (table["measure"] == "slor")].set_index("phenomenon")
    local = table[table.index.str.startswith("local: ")]
    long = table[table.index.str.startswith("long: ")]
    assert len(local) == len(long) == 5
    assert (local["share"] >= 0.9).all()
    assert (long["share"] <= 0.5).all()
    bert = pd.read_csv(demo / "results/metrics/toy-simulated/phenomena.csv").query(
        "criterion == 'blimp' and measure == 'pll'"
    )
    assert (bert["share"] >= 0.9).all()
    # The phenomena's parts sum to the whole of Table 1.
    whole = pd.read_csv(demo / "results/metrics/toy-simulated/criteria.csv")
    parts = pd.read_csv(demo / "results/metrics/toy-simulated/phenomena.csv")
    keys = ["system", "measure", "criterion", "threshold"]
    whole = whole[whole["variant"] == "corrected"].groupby(keys, dropna=False)[["met", "pairs"]].sum()
    pd.testing.assert_frame_equal(parts.groupby(keys, dropna=False)[["met", "pairs"]].sum(), whole)


def test_your_own_pairs_need_a_csv_and_a_config_entry(checkout):
    (checkout / "my_pairs.csv").write_text(
        "pair_id,phenomenon,good,bad\n"
        "a,agreement,Dogs bark.,Dogs barks.\n"
        "b,agreement,The old dog barks.,The old dog bark.\n"
        'c,order,"Well, he left.","Well, left he then."\n'
    )
    (checkout / "config.yaml").write_text(
        "run: all\n"
        "datasets:\n  my-pairs: {kind: pairs, label: My pairs, pairs: my_pairs.csv}\n"
        "criteria: {thresholds: [0.5]}\n"
        "baselines:\n  sentence-length: {kind: length, label: Sentence length}\n"
    )
    run = snakemake(checkout, "results/metrics/my-pairs/criteria.csv")
    assert run.returncode == 0, run.stdout
    table = pd.read_csv(checkout / "results/metrics/my-pairs/criteria.csv")
    assert set(table["criterion"]) == {"blimp"}
    assert set(table["pairs"]) == {3}
    corrected = table[table["variant"] == "corrected"].set_index("measure")["met"].drop("random")
    assert corrected.groupby(level=0).first().to_dict() == {"negative_length": 1}
    assert error_lines(run) == []


def test_the_readmes_own_pairs_and_text_run_as_written(demo, tmp_path):
    folder = copy_checkout(tmp_path / "checkout", built=demo)
    (folder / "my_pairs.csv").write_text(readme_block("pair_id,"), encoding="utf-8")
    config = (folder / "config.yaml").read_text(encoding="utf-8")
    both = config.replace("\ndatasets:\n", "\ndatasets:\n" + readme_block("  my-pairs:"))
    (folder / "config.yaml").write_text(both, encoding="utf-8")
    assert {"prepare_li_adger", "prepare_pairs", "train_ngram", "compare_with_paper"} < planned(folder)

    alone = both.replace("  li-adger:\n    kind: li-adger\n    label: LI-Adger\n", "")
    alone = alone.replace("\ncorpora:\n", "\ncorpora:\n" + readme_block("  my-text:"))
    alone = alone.replace("\nngram:\n", "\nngram:\n" + readme_block("  my-trigram:"))
    alone = re.sub(r"\nrun:\n( .*\n)+", "\nrun: [my-trigram, sentence-length]\n", alone)
    alone = alone.replace("label: My trigram\n", "label: My trigram\n    discount_fallback: true\n")  # for a small text
    (folder / "config.yaml").write_text(alone, encoding="utf-8")
    (folder / "my_text.txt").write_text("The child slept.\nThe dog sleeps.\nIn winter, the bed was cold.\n")
    run = snakemake(folder)
    assert run.returncode == 0, run.stdout
    table = pd.read_csv(folder / "results/metrics/my-pairs/criteria.csv")
    assert set(table["criterion"]) == {"blimp", "adc"}
    assert set(table["pairs"]) == {2}
    met = table[table["criterion"] == "blimp"].groupby("system")["met"].max()
    # the first pair's good member is shorter; the second one's members are equally long
    assert met.drop("reference").to_dict() == {"my-trigram": 2, "sentence-length": 1}
    text = pdf_text(folder / "results/paper/main.pdf")
    assert "My pairs" in text
    assert "imulated" not in text


def test_what_needs_kenlm_is_planned_too_where_kenlm_is_older_than_its_code(demo, tmp_path):
    folder = copy_checkout(tmp_path / "checkout", built=demo)
    shutil.copy2(folder / "resources/demo/config.yaml", folder / "config.yaml")
    for program in (folder / "results/tools/kenlm").iterdir():
        os.utime(program, (0, 0))
    assert {"build_kenlm", "train_ngram", "compile_paper"} < planned(folder)


def test_our_configurations_parse_with_the_real_snakefile(checkout):
    assert "compile_paper" in planned(checkout)
    assert planned(checkout, "--config", "run=all") > {"score_length"}
    shutil.copy2(ROOT / "resources/demo/config.yaml", checkout / "config.yaml")
    assert "prepare_pairs" in planned(checkout)
