"""The paper's numbers, and the claims that docs/papers.md makes about them."""

import json
import os
import re

import matplotlib.image as mpimg
import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.correlations.manifest import CORRELATIONS
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.headlines.manifest import AGAINST_CHANCE
from acceptability.contracts import io
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import SCORES
from acceptability.contracts.studies import RELEASED
from acceptability.tables.text import p_or_dash
from claims_page import assert_as_on_the_page
from helpers import ROOT, SMALL_CORPUS, SMALL_TRIGRAM, planned_jobs, replace_in, run_workflow, small_text

ROWS = 8


@pytest.fixture
def reproduction(results):
    return pd.read_csv(results / "tables/adc/reproduction.csv", dtype=str, keep_default_na=False)


def test_the_page_of_claims_has_the_numbers_of_the_run(reproduction):
    assert_as_on_the_page("adc", reproduction)


def test_all_32_cells_of_table_1_come_out_as_published(reproduction):
    table = reproduction[reproduction["place"] == "Table 1"]
    assert len(table) == 32
    assert set(table["verdict"]) == {"reproduced", "as published only"}
    rounded = table["as_published"].astype(float).map(lambda value: f"{value:.3f}")
    assert rounded.tolist() == table["printed"].tolist()


def test_the_slip_is_two_pairs_in_every_adc_cell_and_none_under_blimp(results):
    criteria = io.read_table(results / "metrics/li-adger/criteria.csv", CRITERIA)
    wide = criteria.pivot_table(
        index=["system", "measure", "criterion", "threshold"], columns="variant", values="met", dropna=False
    )
    wide = wide.dropna()
    slip = wide["as_published"] - wide["corrected"]
    assert set(slip[slip.index.get_level_values("criterion") == "adc"]) == {2}
    assert set(slip[slip.index.get_level_values("criterion") == "blimp"]) <= {0}
    assert set(criteria["pairs"]) == {2365}
    # And the Brown trigram's three; the seven references have no published variant.
    assert len(criteria) == 2 * (ROWS + 3) * 4 + 7 * 4


def test_large_cased_cola_really_passes_724_pairs(results):
    criteria = io.read_table(results / "metrics/li-adger/criteria.csv", CRITERIA)
    row = criteria.query("system == 'bert-large-cased-cola-published' and threshold == 0.5").set_index("variant")["met"]
    assert row.to_dict() == {"as_published": 726, "corrected": 724}


@pytest.mark.parametrize(
    ("item", "printed", "recomputed"),
    [
        ("sentences in LI-Adger", {"4177", "4179"}, "4178"),
        ("sentence types in LI-Adger", {"519"}, "522"),
        ("sentence types of the Adger half", {"219"}, "222"),
        ("multi-condition phenomena of the Adger half", {"105"}, "83"),
        ("pairs that large-cased CoLA meets under BLiMP but not at δ = 5", {"58"}, "59"),
    ],
)
def test_what_the_release_contradicts(reproduction, item, printed, recomputed):
    rows = reproduction[reproduction["item"] == item]
    assert set(rows["printed"]) == printed
    assert set(rows["corrected"]) == {recomputed}
    assert set(rows["verdict"]) == {"differs"}


def test_tables_2_to_4_and_6_come_out(reproduction):
    for table in ("Table 2", "Table 3", "Table 4", "Table 6"):
        assert set(reproduction.loc[reproduction["place"] == table, "verdict"]) == {"reproduced"}


def test_table_7_has_one_misprint_and_table_8_two_pairs_against_its_caption(reproduction):
    differs = reproduction[reproduction["verdict"] == "differs"]
    seven = differs[differs["place"] == "Table 7"]
    (misprint,) = (row for row in seven.itertuples() if row.printed != "yes")
    assert misprint.printed == "-1.41472"
    assert float(misprint.corrected) == pytest.approx(-1.3816967, abs=5e-8)
    assert (differs["place"] == "Table 8").sum() == 2


def test_nothing_else_differs(reproduction):
    differs = reproduction[reproduction["verdict"].str.startswith("differs")]
    assert differs.groupby("place", sort=False).size().to_dict() == {
        "Table 5": 1,
        "Table 7": 1,
        "Table 8": 2,
        "Abstract": 2,
        "Section 1": 1,
        "Section 4": 4,
        "Section 5": 2,
        "Section 6": 1,
        "Figure 1, caption": 1,
        "Section 10": 1,
        "Appendix B": 1,
        "Table 3, caption": 4,
        "Appendix E": 2,
    }
    assert differs.loc[differs["kind"] == "reading", "place"].tolist() == ["Section 1"]


def test_qualifying_pairs(results):
    counts = {path.stem: len(pd.read_csv(path)) for path in (results / "examples/li-adger").iterdir()}
    assert counts == {
        "table-6-text": 59,
        "table-6-caption": 42,
        "table-7": 340,
        "table-7-both-measures": 325,
        "table-8-text": 425,
        "table-8-caption": 135,
    }


def test_our_z_scores_and_deltas_are_the_released_ones(raw, results):
    released = pd.read_csv(raw / "li-adger-all-models.csv")
    pair = released["gramm_id"] + "|" + released["ungramm_id"]
    columns = {
        f"bert-{size}-{kind}-published": f"bert-{size}_{short}_zscore-delta"
        for size in ("base-uncased", "large-uncased", "large-cased")
        for kind, short in (("mlm", "mlm"), ("cola", "acc"))
    }
    for system, column in columns.items():
        deltas = io.read_table(results / f"deltas/li-adger/{system}.csv", DELTAS).set_index("pair_id")
        np.testing.assert_allclose(deltas.loc[pair, "model_delta"], released[column], atol=1e-12)
        np.testing.assert_allclose(deltas.loc[pair, "human_delta"], released["human_judge_delta"], atol=1e-12)
    trigram = io.read_table(results / "deltas/li-adger/trigram-published.csv", DELTAS)
    for measure, column in (("slor", "slor_zscore-delta"), ("log_prob", "logProb_zscore-delta")):
        deltas = trigram[trigram["measure"] == measure].set_index("pair_id")
        np.testing.assert_allclose(deltas.loc[pair, "model_delta"], released[column], atol=1e-12)


def test_the_trigram_is_partial_and_carries_its_population(results):
    scores = io.read_table(results / "scores/li-adger/trigram-published.csv", SCORES)
    by_measure = scores.groupby("measure").first()
    assert scores.groupby("measure").size().to_dict() == {"log_prob": 4124, "slor": 4124}
    ln10 = np.log(10)
    assert by_measure.loc["slor", "population_mean"] / ln10 == pytest.approx(0.489557, abs=5e-7)
    assert by_measure.loc["slor", "population_sd"] / ln10 == pytest.approx(0.319723, abs=5e-7)
    assert by_measure.loc["log_prob", "population_mean"] / ln10 == pytest.approx(-25.034186, abs=5e-7)
    assert by_measure.loc["log_prob", "population_sd"] / ln10 == pytest.approx(9.003834, abs=1e-6)


def test_weak_correlations_are_those_of_log_prob_with_cola(results):
    """p is known by points, as the paper computes it, and by clusters; by clusters, Brown log-prob is not significant either."""
    matrix = io.read_table(results / "metrics/li-adger/pairs_correlations.csv", CORRELATIONS)
    weak = matrix[matrix["p_value"] >= 1e-4]
    weak = weak[~weak["row"].str.startswith("brown") & ~weak["column"].str.startswith("brown")]
    assert len(weak) == 6
    assert all("trigram-published/log_prob" in (row.row, row.column) for row in weak.itertuples())
    human = matrix.set_index(["row", "column"]).loc[("human", "brown-trigram/log_prob")]
    assert human["p_value"] == pytest.approx(5.5e-5, rel=0.01) and human["cluster_p"] > 0.05
    assert human["low"] < 0 < human["high"]


def test_the_brown_trigram_ranks_sentences_much_as_the_published_one_does(results):
    matrix = io.read_table(results / "metrics/li-adger/sentences_correlations.csv", CORRELATIONS)
    r = matrix.set_index(["row", "column"])["pearson_r"]
    assert r["trigram-published/log_prob", "brown-trigram/log_prob"] > 0.95
    assert r["trigram-published/slor", "brown-trigram/slor"] > 0.6


def test_correlations_are_over_the_sentences_that_both_have(results):
    matrix = io.read_table(results / "metrics/li-adger/sentences_correlations.csv", CORRELATIONS)
    trigram, human = ((matrix["row"] + " " + matrix["column"]).str.contains(name) for name in ("trigram-p", "human"))
    for cells, points in ((trigram, 4124), (human & ~trigram, 4176), (~human & ~trigram, 4178)):
        assert set(matrix["points"][cells]) == {points}
    assert set(matrix["common_points"]) == {4124}  # scored by the published trigram
    z = {
        row: pd.read_csv(results / f"z_scores/li-adger/{row}.csv").set_index(["measure", "sentence_id"])["z_score"]
        for row in ("bert-base-uncased-mlm-published", "trigram-published", "brown-trigram")
    }
    bert, published, brown = (z[row][measure] for row, measure in zip(z, ("pll", "log_prob", "log_prob"), strict=True))
    r = matrix.set_index(["row", "column"])
    pair = r.loc[("bert-base-uncased-mlm-published/pll", "brown-trigram/log_prob")]
    assert pair["pearson_r"] == pytest.approx(bert.corr(brown))
    assert pair["common_r"] == pytest.approx(bert.corr(brown[brown.index.isin(published.dropna().index)]))
    assert pair["pearson_r"] != pytest.approx(pair["common_r"], abs=1e-4)


def test_the_provenance_names_all_that_was_fetched(results):
    """BLiMP too, which the study reads and no dataset does."""
    inputs = json.loads((results / "provenance.json").read_text(encoding="utf-8"))["same_everywhere"]["inputs"]
    registry = pd.read_csv(ROOT / "resources/sources.tsv", sep="\t", index_col="name")["sha256"].to_dict()
    assert {"blimp.zip", "blimp-models.jsonl", "blimp-humans.csv"} < set(inputs)
    assert set(inputs) == {path.name for path in (results.parent / "resources/raw").iterdir()}
    assert inputs == {name: registry[name] for name in inputs}


def test_brown_is_whole_and_doubles_no_mark(results):
    made = json.loads((results / "models/brown-trigram/provenance.json").read_text(encoding="utf-8"))
    assert made["corpus"]["sentences"] == 57340  # as NLTK counts them
    text = (results / "corpora/brown.txt").read_text(encoding="utf-8")
    assert " ?\n" in text
    assert not any(f"{mark} {mark}" in text for mark in "?!;:.,")
    assert "``" not in text


def test_the_pages_show_the_computed_table_and_figure(results):
    readme = (ROOT / "docs/papers.md").read_text(encoding="utf-8")
    table = pd.read_csv(results / "tables/li-adger/criteria.csv", dtype=str, keep_default_na=False)
    adc = [f"ADC, δ = {delta}" for delta in ("0.5", "1", "5")]
    shown = 0
    for row in table.to_dict("records"):
        label = row[table.columns[0]]
        strict = {name: row[f"{name}, strict"] or row[name].split(" ")[0] for name in ("BLiMP", *adc)}
        corrected = [strict[name] for name in adc]
        published = [row[f"{name}, as published"] for name in adc]
        if published[0] and not label.startswith("Brown"):  # nobody published a reference
            corrected = [f"{new} ({old})" for new, old in zip(corrected, published, strict=True)]
        first, *rest = corrected
        cells = [label if published[0] else f"*{label}*", strict["BLiMP"], first, row["Chance"], *rest]
        there = "| " + " | ".join(cells) + " |" in readme
        assert there or not published[0], label
        shown += there and not published[0]
    assert shown == 4
    # Not byte for byte: last digits of sums differ between processors.
    pictures = [mpimg.imread(path) for path in (ROOT / "paper/criteria.png", results / "figures/li-adger/criteria.png")]
    assert pictures[0].shape == pictures[1].shape
    assert np.abs(np.subtract(*pictures)).mean() < 0.001
    assert "paper/criteria.png" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_shows_what_make_score_prints(results):
    """Its table has a tie as half, as all tables on data that belong to no study."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    criteria = io.read_table(results / "metrics/li-adger/criteria.csv", CRITERIA).query("variant == 'corrected'")
    tested = io.read_table(results / "metrics/li-adger/against_chance.csv", AGAINST_CHANCE)
    rows = {"SLOR": "slor", "log-prob": "log_prob", "WordLP min-1": "word_lp_min_1"}
    for label, measure in rows.items():
        of_row = f"system == 'brown-trigram' and measure == '{measure}'"
        by_blimp, *by_adc = criteria.query(of_row).itertuples()
        (adc,) = (row for row in by_adc if row.threshold == 0.5)
        (test,) = tested.query(f"{of_row} and criterion == 'blimp'").itertuples()
        (line,) = re.findall(rf"^Brown trigram {label} +(.*)$", readme, re.M)
        blimp, right, p, *numbers = re.split(r" {2,}", line)
        assert (right, p) == (f"{test.right:,g} of {by_blimp.pairs:,}", p_or_dash(test.p)), label
        cells = [float(cell.replace("−", "-")) for cell in (blimp, *numbers)]
        expected = [by_blimp.share_ties_half, adc.share_ties_half, adc.chance, adc.excess]
        assert cells == pytest.approx(expected, abs=5.1e-4), label


def test_the_page_on_papers_states_the_verdicts_counted(reproduction):
    readme = " ".join((ROOT / "docs/papers.md").read_text(encoding="utf-8").split())
    counts = reproduction["verdict"].value_counts()
    assert f"{len(reproduction)} numbers and statements about numbers" in readme
    readings = reproduction.loc[reproduction["verdict"] == "reproduced", "kind"].eq("reading").sum()
    assert (
        f"{counts['reproduced']} come out as printed ({readings} of them by our reading of a statement without"
        in readme
    )
    assert f"{counts['as published only']} only with the published computation" in readme
    assert f"{counts['differs']} do not come out" in readme
    assert f"{counts['differs by our reading']} does not by our reading" in readme
    assert f"{counts['definition']} are definitions or choices" in readme
    assert f"{counts['consistent']} are about other printed numbers" in readme
    logged = counts["as the authors' log prints it"]
    assert f"{logged} are as the authors' log prints them" in readme
    assert f"The data for {counts['not found']} were not found" in readme
    assert f"{counts['not recomputable']} cannot be recomputed" in readme


def test_without_the_example_tables_the_rest_is_still_compared(again, reproduction):
    (again / "paper/adc/examples.yaml").unlink()
    run_workflow(again, "results/tables/adc/reproduction.csv")
    table = pd.read_csv(again / "results/tables/adc/reproduction.csv", dtype=str, keep_default_na=False)
    missing = table["note"].str.startswith("the study declares no example")
    assert missing.any()
    assert set(table.loc[missing, "verdict"]) == {"not recomputable"}
    assert table.loc[~missing, "verdict"].tolist() == reproduction.loc[~missing, "verdict"].tolist()


def test_more_systems_join_and_nothing_is_scored_again(again):
    replace_in(again / "config.yaml", "\nrun: [brown-trigram]\n", "\nrun: [brown-trigram, small-trigram]\n")
    replace_in(again / "config.yaml", "\ncorpora:\n", f"\ncorpora:\n{SMALL_CORPUS}")
    replace_in(again / "config.yaml", "\nngram:\n", f"\nngram:\n{SMALL_TRIGRAM}")
    small_text(again)
    jobs = planned_jobs(again, "results/metrics/li-adger/criteria.csv", "results/metrics/cola/simple_classifiers.csv")
    scored = {wildcards for rule, wildcards in jobs if rule.startswith(("score_", "train_", "import_"))}
    assert scored == {
        "system=small-trigram",
        *(f"dataset={dataset}, system=small-trigram" for dataset in ("li-adger", "cola")),
    }
    assert {("evaluate_li_adger", ""), ("evaluate_cola", "")} <= jobs


def test_a_language_model_on_li_adger(again):
    """The model's own description gives these shares, computed by another program."""
    if not os.environ.get("ACCEPTABILITY_MODEL"):
        pytest.skip("needs the model of tests/fixtures/minicons/model.json: run `make test MODEL=<its folder>`")
    entry = f"""  local-bert:
    label: Local BERT
    kind: masked
    path: {os.path.abspath(os.environ["ACCEPTABILITY_MODEL"])}
    measures: [pll, pll_as_published]
"""
    known = """  local-bert:
    system: bert-base-uncased-mlm-published
    measures: {pll: pll, pll_as_published: pll}
"""
    replace_in(again / "config.yaml", "\nmodels:\n", f"\nmodels:\n{entry}")
    replace_in(again / "config.yaml", "\nrun: [brown-trigram]\n", "\nrun: [local-bert]\n")
    replace_in(again / "paper/adc/study.yaml", "\nreleased:\n", f"\nreleased:\n{known}")
    run_workflow(again, "results/metrics/li-adger/criteria.csv", "results/metrics/li-adger/released.csv")
    criteria = io.read_table(again / "results/metrics/li-adger/criteria.csv", CRITERIA)
    found = criteria.query("system == 'local-bert' and measure == 'pll' and variant == 'corrected'")
    shares = found.fillna({"threshold": 0}).set_index("threshold")["share"]
    assert shares.to_dict() == pytest.approx({0: 0.7184, 0.5: 0.2004, 1: 0.3848, 5: 0.7142}, abs=5e-4)
    released = io.read_table(again / "results/metrics/li-adger/released.csv", RELEASED)
    assert released["sentences"].tolist() == [4178, 4178]
