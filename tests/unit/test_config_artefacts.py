"""Figures, tables and reports of a run: what each reads, and what it is told."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

from acceptability.config import artefacts, divisions, reports, systems
from acceptability.contracts.columns import Table
from acceptability.datasets.manifest import Manifest
from acceptability.errors import InputError
from acceptability.figures.registry import FIGURES
from acceptability.tables.kinds import KINDS
from acceptability.tables.registry import TABLES
from configurations import DEMO, OWN, OWN_PAIRS, PAPER, changed, checked, is_made
from helpers import ROOT

CONFIGS = {"paper": PAPER, "full": PAPER | {"run": "all"}, "demo": DEMO, "own": OWN}
CONFIGS["study called like its dataset"] = PAPER | {"studies": ["adc", "cola"]}
ROWS = {"figures": FIGURES, "tables": TABLES}
TRAITS = {
    "sentences_only",
    "pairs",
    "paradigms",
    "rated",
    "single_ratings",
    "other_ratings",
    "choices",
    "splits",
    "factorial",
    "labelled",
    "targeted",
    "classifiers",
    "unstable",
    "fitted",
    "linking_functions",
    "major_features",
    "minor_features",
    *divisions.KEYS,
    "divisions",
}


def owned(config: dict, kind: str) -> list[tuple[str, str]]:
    own = [(study, name) for study in config["studies"] for name in artefacts.of_study(study, kind)]
    return artefacts.owned(config, ROWS[kind]) + own


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("which", CONFIGS)
def test_what_figures_and_tables_read_is_made_by_some_rule(which, kind):
    config = checked(CONFIGS[which])
    found = owned(config, kind)
    assert found
    for owner, name in found:
        for path in artefacts.reads(config, kind, owner, name).values():
            assert is_made(path), f"{owner}/{name}: {path}"


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("which", CONFIGS)
def test_a_module_takes_what_its_rows_read_and_are_told(which, kind):
    config = checked(CONFIGS[which])
    for owner, name in owned(config, kind):
        row, base, _, module = artefacts.row_of(config, kind, owner, name)
        module = import_module(f"acceptability.{module}")
        own = getattr(module, kind.upper(), {}).get(base)
        function = getattr(own or module, {"figures": "draw", "tables": "make"}[kind])
        contracts = own.contracts if own else module.READS
        told = artefacts.told(config, kind, owner, name)
        missing = set(getattr(row, "optional", {})) - set(artefacts.reads(config, kind, owner, name))
        assert set(contracts) == set(artefacts.reads(config, kind, owner, name)) | missing, name
        given = [*contracts, *told, *(["width"] if kind == "figures" else [])]
        inspect.signature(function).bind(**dict.fromkeys(given))  # TypeError where one is missing or unknown
        assert not set(contracts) & set(told)
        assert all(contract in (None, Path) or isinstance(contract, Table) for contract in contracts.values())


@pytest.mark.parametrize("kind", ROWS)
def test_rows_say_only_what_is_known(kind):
    owners = {"dataset": TRAITS, "model": set(), "study": {"claims", "printed"}}
    for name, row in ROWS[kind].items():
        assert set(row.told) <= set(artefacts.TOLD), name
        assert set(row.when) <= owners[row.of], name
        assert {needed for needed, _ in row.optional.values()} <= owners[row.of], name
        assert row.parts in ("", "disagreements", "examples", "contaminating"), name
        assert row.caption, name


def test_figures_and_tables_of_the_demo():
    """Written down, so that none goes by accident."""
    demo = checked(DEMO)
    by_source = ("learning_curve", "source_splits", "left_out_sources")
    toy = "criteria differences phenomena adc_curves specifications correlations sentence_correlations sentences pairs"
    toy += " linking_functions"
    assert artefacts.figures(demo, ".pdf") == [
        *(f"results/figures/toy-simulated/{name}.pdf" for name in toy.split()),
        "results/figures/toy-simulated/people.pdf",
        "results/figures/toy-simulated/ceiling.pdf",
        "results/figures/toy-labels-simulated/restarts.pdf",
        "results/figures/toy-labels-simulated/expected_maximum.pdf",
        "results/figures/toy-labels-simulated/calibration.pdf",
        "results/figures/toy-labels-simulated/major_features.pdf",
        *(f"results/figures/toy-labels-simulated/{name}.pdf" for name in by_source),
        "results/figures/toy-simulated/stability.pdf",
        "results/figures/toy-bert-simulated/losses.pdf",
        "results/figures/toy-lstm-simulated/losses.pdf",
    ]
    assert len(artefacts.figures(demo)) == 6 * len(artefacts.figures(demo, ".pdf"))
    tables = artefacts.tables(demo, ".csv")
    names = "criteria agreement separation phenomenon_ranking phenomenon_shares phenomenon_systems ranks noise_floor ceiling"
    names += " human_error mixed_model people rating_noise swapped chance_steps companions predictions"
    parts = [f"disagreements/{kind}" for kind in KINDS] + [f"examples/{name}" for name in DEMO["examples"]]
    parts += ["contamination/toy-labels-simulated", "stability", "restart_shares"]
    expected = {f"results/tables/toy-simulated/{name}.csv" for name in [*names.split(), *parts]}
    names = ("classifiers", "calibration", "selected", "divisions", "separation")
    expected |= {f"results/tables/toy-labels-simulated/{name}.csv" for name in names}
    assert set(tables) == expected and len(tables) == len(expected)


def test_figures_show_the_rows_that_are_listed_in_their_order():
    rows = ["reference/random", "trigram-published/slor", "bert-base-uncased-mlm-published/pll"]
    listed = checked(PAPER | {"figures": {"rows": rows, "significance": 0.001}})
    told = artefacts.told(listed, "figures", "li-adger", "adc_curves")
    assert list(told["labels"]) == list(told["colours"]) == rows[1:] and list(told["references"]) == rows[:1]
    assert artefacts.told(listed, "figures", "li-adger", "correlations")["significance"] == 0.001
    assert len(artefacts.told(listed, "tables", "li-adger", "criteria")["labels"]) > 2  # tables have all
    for other in (["brown-bert/pll"], ["reference/oracle"], ["brown-bert/pll", "reference/oracle"]):
        elsewhere = checked(PAPER | {"figures": {"rows": other}})  # brown-bert does not run
        told = artefacts.told(elsewhere, "figures", "li-adger", "adc_curves")
        assert len(told["labels"]) > 2 and len(told["references"]) > 2
    with pytest.raises(
        InputError, match=r"figures.rows: the row 'trigram-published/slo' is not declared \(did you mean"
    ):
        checked(PAPER | {"figures": {"rows": ["trigram-published/slo"]}})


def test_tables_of_the_paper_belong_to_its_study():
    tables = artefacts.tables(checked(PAPER))
    own = "claims reproduction reproduction_summary pair_construction pair_construction_summary"
    own += " table-1 table-2 table-3 table-4 table-5 halves"
    assert {path for path in tables if path.split("/")[2] == "adc"} == {
        f"results/tables/adc/{name}.{ending}" for name in own.split() for ending in ("csv", "tex")
    }
    assert "results/tables/cola/classifiers.csv" in tables and "results/tables/cola/selected.csv" not in tables
    assert "results/tables/cola/selected.csv" in artefacts.tables(checked(PAPER | {"run": "all"}))
    figures = artefacts.figures(checked(PAPER | {"run": "all"}))
    assert {f"results/figures/cola/{level}_features.png" for level in ("major", "minor")} < set(figures)
    assert "results/figures/brown-bert/losses.pdf" in figures


def test_pairs_without_ratings_have_what_needs_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("pair_id,phenomenon,good,bad\na,p,x,y\n")
    own = checked(OWN)
    assert artefacts.traits(own, "mine") == {"pairs", "labelled"}
    assert [path.split("/")[-1] for path in artefacts.figures(own, ".png")] == [
        "criteria.png",
        "differences.png",
        "phenomena.png",
    ]
    names = {path.removeprefix("results/tables/mine/") for path in artefacts.tables(own, ".csv")}
    assert names == {
        "criteria.csv",
        "agreement.csv",
        "separation.csv",
        "phenomenon_ranking.csv",
        "phenomenon_shares.csv",
        "phenomenon_systems.csv",
        "predictions.csv",
        "disagreements/missed_by_all.csv",
        "disagreements/met_by_one.csv",
    }
    (tmp_path / "mine.csv").write_text("pair_id,phenomenon,good,bad,good_rating,bad_rating\na,p,x,y,1,0\n")
    assert artefacts.traits(checked(OWN), "mine") == {"pairs", "labelled", "rated", "linking_functions"}
    (tmp_path / "mine.csv").unlink()
    single = changed(OWN | {"datasets": OWN_PAIRS}, "datasets/mine/ratings", "ratings.csv")
    assert artefacts.traits(checked(single | {"classifiers": {}}), "mine") == {
        "pairs",
        "labelled",
        "rated",
        "single_ratings",
        "linking_functions",
    }
    (tmp_path / "mine.csv").write_text("good,bad,good_rating,bad_rating\nx,y,1,0\n")
    judged = checked(OWN | {"run": ["brown-bert-cola"]})
    assert artefacts.traits(judged, "mine") == {"pairs", "labelled", "rated", "unstable"}


def test_what_thresholds_judge_is_a_table_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("sentence,label\nx,1\ny,0\n")
    entries = {
        "sets": {"kind": "cola-targeted", "label": "Sets", "thresholds_from": "cola"},
        "mine": {"kind": "sentences", "label": "Mine", "sentences": "mine.csv", "thresholds_from": "cola"},
        "alone": {"kind": "cola-targeted", "label": "Without thresholds"},
    }
    config = checked(OWN | {"run": ["brown-trigram", "brown-bert-cola"], "datasets": entries | PAPER["datasets"]})
    assert artefacts.traits(config, "sets") == {"pairs", "labelled", "targeted", "unstable"}
    assert artefacts.traits(config, "mine") == {"sentences_only", "labelled", "targeted"}
    assert artefacts.traits(config, "alone") == {"pairs", "labelled", "unstable"}
    tables = [path for path in artefacts.tables(config, ".csv") if path.endswith("/targeted.csv")]
    assert tables == [f"results/tables/{key}/targeted.csv" for key in ("sets", "mine")]
    labels = artefacts.told(config, "tables", "sets", "targeted")["judge_labels"]
    assert labels["brown-bert-cola/restarts"] == "Brown BERT CoLA, restarts"
    assert list(labels)[-4:] == ["bag-of-words", "majority-class", "shorter", "best-length"]
    described = reports.describe(config, "sets")["datasets"][0]
    assert described["thresholds-from"] == "CoLA"


def test_sentences_without_pairs_have_their_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    entry = {"kind": "sentences", "label": "Mine", "sentences": "mine.csv"}
    (tmp_path / "mine.csv").write_text("sentence\nx\n")
    own = checked(OWN | {"datasets": {"mine": entry} | PAPER["datasets"]})
    assert artefacts.traits(own, "mine") == {"sentences_only"}
    assert artefacts.figures(own) == artefacts.tables(own) == artefacts.explorer(own) == []
    assert artefacts.main_artefacts(own, "mine") == ["results/scores/mine.csv"]
    (tmp_path / "mine.csv").write_text("sentence,rating\nx,1\ny,0\n")
    rated = checked(OWN | {"datasets": {"mine": entry} | PAPER["datasets"]})
    assert artefacts.figures(rated, ".png") == [
        "results/figures/mine/sentence_correlations.png",
        "results/figures/mine/sentences.png",
        "results/figures/mine/linking_functions.png",
    ]
    assert artefacts.tables(rated, ".csv") == ["results/tables/mine/ratings.csv"]
    assert artefacts.reports(rated) == ["mine"]
    (tmp_path / "mine.csv").write_text("sentence,label\nx,1\ny,0\n")
    labelled = checked(OWN | {"datasets": {"mine": entry} | PAPER["datasets"]})
    assert artefacts.traits(labelled, "mine") == {"sentences_only", "labelled"}
    assert artefacts.tables(labelled, ".csv") == ["results/tables/mine/separation.csv"]
    assert artefacts.main_artefacts(labelled, "mine") == [
        "results/tables/mine/separation.csv",
        "results/scores/mine.csv",
    ]


def test_traits_are_fields_of_the_manifest_or_follow_from_what_runs():
    everything = checked(PAPER | {"run": "all"})
    assert artefacts.traits(everything, "li-adger") == {
        "pairs",
        "labelled",
        "rated",
        "single_ratings",
        "choices",
        "other_ratings",
        "unstable",
        "linking_functions",
    }
    assert artefacts.traits(everything, "cola") == {
        "splits",
        "labelled",
        "classifiers",
        "major_features",
        "minor_features",
        *divisions.KEYS,
        "divisions",
    }
    assert artefacts.traits(everything, "adc") == {"claims", "printed"} | artefacts.traits(everything, "li-adger")
    assert {"pairs", "labelled", "rated", "single_ratings", "splits"} <= set(Manifest.__dataclass_fields__)


def test_titles_are_of_datasets_models_and_studies():
    assert artefacts.told_title(checked(PAPER), "adc") == "The Acceptability Delta Criterion, recomputed"
    assert artefacts.told_title(checked(OWN), "mine") == "Mine"
    demo = checked(DEMO)
    assert artefacts.told_title(demo, "toy-labels-simulated") == "Toy labels (simulated data)"
    assert artefacts.told_title(demo, "toy-bert-simulated") == "Training of Toy BERT (simulated data)"


def test_an_example_names_its_own_systems_whether_they_run_or_not():
    demo = checked(DEMO | {"run": ["toy-trigram-simulated"]})
    assert artefacts.example_systems(demo, "seen-by-bert-only") == ["toy-bert-simulated", "toy-trigram-simulated"]
    told = artefacts.told(demo, "tables", "toy-simulated", "examples/seen-by-bert-only")
    assert told["part"] == "seen-by-bert-only"
    assert "toy-bert-simulated/pll" in told["example_labels"]
    assert told["caption_text"] == DEMO["examples"]["seen-by-bert-only"]["caption"]
    assert told["first_pairs"] == []


def test_labels_and_colours_are_told_in_the_order_of_the_systems():
    demo = checked(DEMO)
    assert artefacts.TOLD["thresholds"](demo, "toy-simulated", "") == [0.5, 1, 5]
    rows = artefacts.TOLD["labels"](demo, "toy-simulated", "")
    assert list(rows) == [f"{s}/{m}" for s, m in systems.rows_of(demo, systems.systems_of(demo, "toy-simulated"))]
    assert list(artefacts.TOLD["colours"](demo, "toy-simulated", "")) == list(rows)
    assert list(artefacts.TOLD["unstable_labels"](demo, "toy-simulated", "")) == [
        "toy-classifier-simulated",
        "toy-encoder-simulated",
    ]


def test_reports_are_of_ones_own_pairs_and_of_studies():
    assert artefacts.reports(checked(PAPER)) == ["adc", "blimp", "thesis"]
    assert artefacts.reports(checked(OWN)) == ["mine"]
    assert artefacts.reports(checked(DEMO)) == ["toy-simulated"]
    both = checked(changed(PAPER, "datasets/mine", OWN_PAIRS["mine"]))
    assert artefacts.reports(both) == ["mine", "adc", "blimp", "thesis"]


def test_labelled_sentences_alone_have_a_report():
    """No pairs, no ratings, no study: what is trained on them runs, and the report is about them."""
    labels = changed(changed(DEMO, "datasets/toy-simulated", ...), "examples", {})
    for classifier in labels["classifiers"].values():
        classifier.pop("stability")
    config = checked(labels)
    assert artefacts.reports(config) == reports.labelled_of(config, "toy-labels-simulated") == ["toy-labels-simulated"]
    assert systems.running(config, "classifiers") == ["toy-classifier-simulated", "toy-encoder-simulated"]
    paths = reports.inputs(config, "toy-labels-simulated")
    assert "results/metrics/toy-labels-simulated/classifiers.csv" in paths and all(map(is_made, paths))
    described = reports.describe(config, "toy-labels-simulated")
    assert described["datasets"] == [] and [it["key"] for it in described["labelled"]] == ["toy-labels-simulated"]


def test_names_of_figures_fit_their_rule_and_no_column_is_taken_for_a_figure():
    rule = (ROOT / "workflow/rules/present.smk").read_text(encoding="utf-8").partition("rule draw_figure:")[2]
    pattern = re.search(r'name="(.+)",', rule)[1]
    names = {name for config in CONFIGS.values() for _, name in owned(checked(config), "figures")}
    assert {"criteria", "figure-1"} < names
    assert all(re.fullmatch(pattern, name) and not re.fullmatch(pattern, f"{name}-column") for name in names)
