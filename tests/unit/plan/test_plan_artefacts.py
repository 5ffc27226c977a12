"""Figures, tables and reports of a run: what each reads, and what it is told."""

import inspect
import re
from dataclasses import fields
from importlib import import_module

import pytest

from acceptability.analyses import coverage
from acceptability.analyses.analysis import POPULATIONS, Files, Level, Other, Part
from acceptability.analyses.disagreements.manifest import KINDS
from acceptability.analyses.registry import analyses, package_of, tables
from acceptability.analyses.subject import Example, Overview, Subject, Training, words
from acceptability.errors import InputError
from acceptability.evaluation import WANTED
from acceptability.plan import artefacts, reports
from acceptability.plan.datasets import DIVISIONS
from acceptability.plan.derived import Classifier
from acceptability.plan.plan import Plan
from configurations import DEMO, ENCODERS, OWN, OWN_PAIRS, PAPER, changed, is_made, keys, planned
from helpers import ROOT
from shown import FOLDERS, ROWS

CONFIGS = {"paper": PAPER, "full": PAPER | {"run": "all"}, "demo": DEMO, "own": OWN}
CONFIGS["study called like its dataset"] = PAPER | {"studies": ["adc", "cola"]}
KNOWN = {
    name
    for kind in (Subject, Overview, Training, Example)
    for name in (*dir(kind), *(it.name for it in fields(kind)))
    if not name.startswith("_")
}
TRAITS = {
    *WANTED,  # what may be given from Python
    "features",
    "major_features",
    "minor_features",
    "thresholds",
    "targeted",
    "released",
    "other_ratings",
    "splits",
    "classifiers",
    "restarts",
    "fitted",
    "linking_functions",
    "divisions",
    *DIVISIONS,
    "shallow",
    "examples",
    "suites",
    "formulas",
    "several_systems",
}
TOLD = {
    "accuracies",
    "assumed_raters",
    "decides",
    "families",
    "lines",
    "log_probs",
    "other_measures",
    "preference",
    "pseudo",
    "variants",
}
OF_PAIRS = {"scored", "scores", "systems", "shares", "pairs", "labelled"}
OF_SENTENCES = {"scored", "scores", "systems", "sentences_only"}


def owned(plan: Plan, kind: str) -> list[tuple[str, str]]:
    return [(owner.key, name) for _, owner, name in artefacts.shown(plan, kind)]


def made_of(plan: Plan, kind: str, ending: str, owner: str) -> list[str]:
    """The names of an owner's tables or figures among the files of one format."""
    paths, folder = getattr(artefacts, kind)(plan, ending), f"results/{kind}/{owner}/"
    return [path.removeprefix(folder).removesuffix(ending) for path in paths if path.startswith(folder)]


@pytest.mark.parametrize("kind", ROWS)
@pytest.mark.parametrize("which", CONFIGS)
def test_what_figures_and_tables_read_is_made_by_some_rule_and_taken_by_their_functions(which, kind):
    config = planned(CONFIGS[which])
    found = owned(config, kind)
    assert found
    for owner, name in found:
        made = artefacts.recipe(config, kind, owner, name)
        for path in made["reads"].values():
            assert is_made(path), f"{owner}/{name}: {path}"
        module = import_module(f"acceptability.{made['module']}")
        function, contracts = getattr(module, made["function"]), made["contracts"]
        assert set(made["reads"]) <= set(contracts), name
        given = [*contracts, *made["settings"], *(["width"] if kind == "figures" else [])]
        inspect.signature(function).bind(**dict.fromkeys(given))  # TypeError where one is missing or unknown
        assert not set(contracts) & set(made["settings"])


@pytest.mark.parametrize("kind", ROWS)
def test_rows_say_only_what_is_known(kind):
    owners = {"dataset": TRAITS, "model": set(), "study": {"claims", "printed"}}
    for name, row in ROWS[kind].items():
        assert set(row.settings) <= KNOWN | {"part"}, name
        assert set(artefacts.when(FOLDERS[kind][name], row)) <= owners[row.owner], name
        parts = [part for part in row.caption if isinstance(part, Part)]
        words_of_caption = {word for part in parts for word in (*part.when, *part.unless)}
        assert words_of_caption <= owners[row.owner] | TOLD, name
        assert set(words_of(row.optional)) <= owners[row.owner], name
        assert row.parts in ("", "disagreements", "examples", "contaminating", "suites"), name


def words_of(optional) -> list[str]:
    """Return all words that what is optional depends on."""
    return [word for words, _ in optional.values() for word in ([words] if isinstance(words, str) else words)]


@pytest.mark.parametrize("name", analyses())
def test_an_analysis_says_only_what_is_known(name):
    """Its tables and settings exist, and ``compute`` takes just these."""
    row = analyses()[name]
    read = [*row.reads.values(), *(named for _, named in row.optional.values())]
    for named in read:
        if isinstance(named, str):
            assert named in tables()
        elif isinstance(named, Level):
            assert "{level}" in tables()[named.table].path and named.level in ("sentences", "pairs")
        elif isinstance(named, Other):
            assert named.table in tables() and named.dataset in ("thresholds_from", "labelled")
        else:
            assert isinstance(named, Files) or (named.table in tables() and named.systems in KNOWN)
    assert {*row.when, *words_of(row.optional)} <= TRAITS | {"claims", "printed"}
    assert set(row.settings) <= KNOWN
    if row.writes:
        compute = import_module(f"acceptability.{package_of(name)}.compute").compute
        others = {"dataset", "level"} | ({"number_of_pairs"} if row.by_coverage else set())  # see analyses.coverage
        given = {*row.reads, *row.optional, *row.settings} - ({*POPULATIONS} if row.by_coverage else set())
        assert given <= set(inspect.signature(compute).parameters) <= given | others


@pytest.mark.parametrize("name", [name for name, row in analyses().items() if row.by_coverage])
def test_what_is_analysed_by_coverage_says_which_rows_are_the_same(name):
    """Tables have keys, as rows of several groups, such as references, stand in the result once."""
    row = analyses()[name]
    assert "pairs" in row.reads and {*coverage.BY_SYSTEM} & {*row.reads}
    for table in row.writes:
        keys = [column for column, declared in table.columns.items() if declared.unique] or list(table.unique)
        assert keys and {*keys} <= {*table.columns}, table.name


def test_no_two_tables_have_one_name_or_one_path():
    every = [table for it in analyses().values() for table in it.writes]
    names = [table.name for table in every]
    assert len(set(names)) == len(names) - 1  # two analyses write doubts, of different datasets
    paths = [table.path for table in tables().values()]
    assert len(set(paths)) == len(paths) and all(
        path.startswith(("results/", "paper/", "resources/")) for path in paths
    )


def test_figures_and_tables_of_the_demo():
    """Written down, so that none goes by accident."""
    demo = planned(DEMO)
    toy = "criteria differences phenomena adc_curves specifications correlations sentence_correlations sentences pairs"
    toy += " linking_functions people ceiling stability"
    labels = "restarts expected_maximum calibration major_features learning_curve source_splits left_out_sources"
    expected = {"toy-simulated": toy.split(), "toy-labels-simulated": labels.split()}
    expected |= {"toy-bert-simulated": ["losses"], "toy-lstm-simulated": ["losses"]}
    for owner, names in expected.items():
        assert sorted(made_of(demo, "figures", ".pdf", owner)) == sorted(names), owner
    assert len(artefacts.figures(demo, ".pdf")) == sum(map(len, expected.values()))
    assert len(artefacts.figures(demo)) == 6 * len(artefacts.figures(demo, ".pdf"))
    names = "criteria first_page agreement separation by_phenomenon phenomenon_ranking phenomenon_shares phenomenon_systems ranks noise_floor ceiling"
    names += " human_error mixed_model people rating_noise swapped chance_steps companions predictions strength"
    parts = [f"disagreements/{kind}" for kind in KINDS] + [f"examples/{name}" for name in DEMO["examples"]]
    parts += ["contamination/toy-labels-simulated", "stability", "restart_shares"]
    expected = {"toy-simulated": [*names.split(), *parts]}
    expected |= {"toy-labels-simulated": ["classifiers", "calibration", "selected", "divisions", "separation"]}
    for owner, names in expected.items():
        assert sorted(made_of(demo, "tables", ".csv", owner)) == sorted(names), owner
    assert len(artefacts.tables(demo, ".csv")) == sum(map(len, expected.values()))


def test_figures_show_the_rows_that_are_listed_in_their_order():
    rows = ["reference/random", "trigram-published/slor", "bert-base-uncased-mlm-published/pll"]
    listed = planned(PAPER | {"figures": {"rows": rows, "significance": 0.001}})
    told = artefacts.recipe(listed, "figures", "li-adger", "adc_curves")["settings"]
    assert list(told["labels"]) == list(told["colours"]) == rows[1:] and list(told["references"]) == rows[:1]
    assert artefacts.recipe(listed, "figures", "li-adger", "correlations")["settings"]["significance"] == 0.001
    assert len(artefacts.recipe(listed, "tables", "li-adger", "criteria")["settings"]["labels"]) > 2  # tables have all
    for other in (["brown-bert/pll"], ["reference/oracle"], ["brown-bert/pll", "reference/oracle"]):
        elsewhere = planned(PAPER | {"figures": {"rows": other}})  # brown-bert does not run
        told = artefacts.recipe(elsewhere, "figures", "li-adger", "adc_curves")["settings"]
        assert len(told["labels"]) > 2 and len(told["references"]) > 2
    with pytest.raises(InputError, match=r"figures.rows: the row 'trigram-published/slo' is not declared"):
        planned(PAPER | {"figures": {"rows": ["trigram-published/slo"]}})


def test_tables_of_the_paper_belong_to_its_study():
    tables = artefacts.tables(planned(PAPER))
    own = "claims reproduction reproduction_summary searches pair_construction_summary"
    own += " table-1 table-2 table-3 table-4 table-5 runs_on_cola flips halves"
    assert {path for path in tables if path.split("/")[2] == "adc"} == {
        f"results/tables/adc/{name}.{ending}" for name in own.split() for ending in ("csv", "tex")
    }
    assert "results/tables/cola/classifiers.csv" in tables and "results/tables/cola/selected.csv" not in tables
    assert "results/tables/cola/selected.csv" in artefacts.tables(planned(PAPER | {"run": "all"}))
    figures = artefacts.figures(planned(PAPER | {"run": "all"}))
    assert {f"results/figures/cola/{level}_features.png" for level in ("major", "minor")} < set(figures)
    assert "results/figures/brown-bert/losses.pdf" in figures


def test_whatever_labels_rows_knows_which_cover_a_part_of_the_pairs(tmp_path, monkeypatch):
    """Tables and figures of a dataset with a partial system, but those that have a column for it; of others, none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("pair_id,phenomenon,good,bad,good_rating,bad_rating\na,p,x,y,1,0\n")
    (tmp_path / "mine-scores.csv").write_text("sentence,score\nx,-1\n")
    scores = {"path": "mine-scores.csv", "measures": {"score": "score"}, "negate": [], "dataset": "mine"}
    for partial in (True, False):
        entry = scores | {"label": "Other", "partial": partial}
        plan = planned(OWN | {"scores": {"other": entry}, "run": [*OWN["run"], "other"]})
        assert ("partial" in plan.datasets["mine"].has) == partial
        for kind in ("tables", "figures"):
            for _, owner, name in artefacts.shown(plan, kind):
                made = artefacts.recipe(plan, kind, owner.key, name)
                has_column = kind == "tables" and name in ("criteria", "first_page", "common")
                counts = partial and "labels" in made["settings"] and not has_column
                assert (made["reads"].get("coverage") == "results/metrics/mine/criteria.csv") == counts, name
                assert ("coverage" in made["contracts"]) == counts, name
    assert "adc_curves" in made_of(planned(OWN), "figures", ".png", "mine")


def test_pairs_without_ratings_have_what_needs_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("pair_id,phenomenon,good,bad\na,p,x,y\n")
    own = planned(OWN)
    assert own.datasets["mine"].has == OF_PAIRS
    assert made_of(own, "figures", ".png", "mine") == ["criteria", "differences", "phenomena"]
    names = "criteria first_page agreement separation predictions by_phenomenon phenomenon_ranking phenomenon_shares"
    names += " phenomenon_systems disagreements/missed_by_all disagreements/met_by_one"
    assert set(made_of(own, "tables", ".csv", "mine")) == set(names.split())
    (tmp_path / "mine.csv").write_text("pair_id,phenomenon,good,bad,good_rating,bad_rating\na,p,x,y,1,0\n")
    assert planned(OWN).datasets["mine"].has == OF_PAIRS | {"rated", "linking_functions"}
    (tmp_path / "mine.csv").unlink()
    single = changed(OWN | {"datasets": OWN_PAIRS}, "datasets/mine/ratings", "ratings.csv")
    has = planned(single | {"classifiers": {}}).datasets["mine"].has
    assert has == OF_PAIRS | {"rated", "single_ratings", "responses", "linking_functions"}
    (tmp_path / "mine.csv").write_text("good,bad,good_rating,bad_rating\nx,y,1,0\n")
    judged = planned(OWN | {"run": ["brown-bert-cola"]})
    assert judged.datasets["mine"].has == OF_PAIRS | {"rated", "restarts"}


def test_what_thresholds_judge_is_a_table_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("sentence,label\nx,1\ny,0\n")
    entries = {
        "sets": {"kind": "cola-targeted", "label": "Sets", "thresholds_from": "cola"},
        "mine": {"kind": "sentences", "label": "Mine", "sentences": "mine.csv", "thresholds_from": "cola"},
        "alone": {"kind": "cola-targeted", "label": "Without thresholds"},
    }
    config = planned(OWN | {"run": ["brown-trigram", "brown-bert-cola"], "datasets": entries | PAPER["datasets"]})
    assert config.datasets["sets"].has == OF_PAIRS | {"thresholds", "targeted", "restarts"}
    assert config.datasets["mine"].has == OF_SENTENCES | {"labelled", "thresholds", "targeted"}
    assert config.datasets["alone"].has == OF_PAIRS | {"restarts"}
    tables = [path for path in artefacts.tables(config, ".csv") if path.endswith("/targeted.csv")]
    assert tables == [f"results/tables/{key}/targeted.csv" for key in ("sets", "mine")]
    labels = artefacts.recipe(config, "tables", "sets", "targeted")["settings"]["judge_labels"]
    assert labels["brown-bert-cola/restarts"] == "Brown BERT CoLA, restarts"
    assert list(labels)[-4:] == ["bag-of-words", "majority-class", "shorter", "best-length"]
    described = reports.describe(config, "sets")["datasets"][0]
    assert described["thresholds-from"] == "CoLA"


def test_sentences_without_pairs_have_their_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    entry = {"kind": "sentences", "label": "Mine", "sentences": "mine.csv"}
    (tmp_path / "mine.csv").write_text("sentence\nx\n")
    own = planned(OWN | {"datasets": {"mine": entry} | PAPER["datasets"]})
    assert own.datasets["mine"].has == OF_SENTENCES | {"text"}
    assert artefacts.tables(own, ".csv") == ["results/tables/mine/bits.csv"]
    assert artefacts.figures(own) == artefacts.explorer(own) == []
    assert artefacts.main_artefacts(own.datasets["mine"]) == ["results/tables/mine/bits.csv", "results/scores/mine.csv"]
    (tmp_path / "mine.csv").write_text("sentence,rating\nx,1\ny,0\n")
    rated = planned(OWN | {"datasets": {"mine": entry} | PAPER["datasets"]})
    assert set(made_of(rated, "figures", ".png", "mine")) == {"sentence_correlations", "sentences", "linking_functions"}
    assert artefacts.tables(rated, ".csv") == ["results/tables/mine/ratings.csv"]
    assert rated.reports == ["mine", "mine-details"]
    (tmp_path / "mine.csv").write_text("sentence,label\nx,1\ny,0\n")
    labelled = planned(OWN | {"datasets": {"mine": entry} | PAPER["datasets"]})
    assert labelled.datasets["mine"].has == OF_SENTENCES | {"labelled"}
    assert artefacts.tables(labelled, ".csv") == ["results/tables/mine/separation.csv"]
    assert artefacts.main_artefacts(labelled.datasets["mine"])[0] == "results/tables/mine/separation.csv"


def test_traits_are_fields_of_the_manifest_or_follow_from_what_runs():
    everything = planned(PAPER | {"run": "all"})
    of_people = {"rated", "single_ratings", "other_ratings", "choices"}
    of_rows = {"released", "restarts", "linking_functions", "examples"}
    assert everything.datasets["li-adger"].has == OF_PAIRS | of_people | of_rows
    features = {"features", "major_features", "minor_features"}
    assert everything.datasets["cola"].has == features | {"splits", "scores", "systems", "labelled", "classifiers"}
    divided = planned(PAPER | {"run": "all", "classifiers": PAPER["classifiers"] | ENCODERS}).datasets["cola"].has
    assert divided > everything.datasets["cola"].has and {*DIVISIONS, "divisions"} <= divided
    study = everything.studies["adc"]
    assert study.has == {"claims", "printed", *study.sources} | everything.datasets["li-adger"].has


def test_titles_are_of_datasets_models_and_studies():
    assert planned(PAPER).title("adc") == "The Acceptability Delta Criterion, recomputed"
    assert planned(OWN).title("mine") == "Mine"
    demo = planned(DEMO)
    assert demo.title("toy-labels-simulated") == "Toy labels (simulated data)"
    assert demo.title("toy-bert-simulated") == "Training of Toy BERT (simulated data)"


def test_an_example_names_its_own_systems_whether_they_run_or_not():
    demo = planned(DEMO | {"run": ["toy-trigram-simulated"]})
    example = demo.datasets["toy-simulated"].subject.examples["seen-by-bert-only"]
    assert example.example_systems == ["toy-bert-simulated", "toy-trigram-simulated"]
    told = artefacts.recipe(demo, "tables", "toy-simulated", "examples/seen-by-bert-only")["settings"]
    assert "toy-bert-simulated/pll" in told["example_labels"]
    caption = artefacts.recipe(demo, "tables", "toy-simulated", "examples/seen-by-bert-only")["caption"]
    assert caption[0][0].startswith(DEMO["examples"]["seen-by-bert-only"]["caption"])
    assert told["first_pairs"] == []


def test_labels_and_colours_are_told_in_the_order_of_the_systems():
    demo = planned(DEMO)
    toy = demo.datasets["toy-simulated"]
    given = words(("thresholds", "labels", "colours", "restart_labels"), toy.subject)
    assert given["thresholds"] == [0.5, 1, 5]
    assert list(given["labels"]) == [row for system in toy.systems for row in system.rows]
    assert list(given["colours"]) == list(given["labels"])
    assert list(given["restart_labels"]) == ["toy-classifier-simulated", "toy-encoder-simulated"]


def test_reports_are_of_ones_own_pairs_and_of_studies():
    assert planned(PAPER).reports == ["adc", "blimp", "thesis"]
    assert planned(OWN).reports == ["mine", "mine-details"]
    assert planned(DEMO).reports == ["toy-simulated", "toy-simulated-details"]
    both = planned(changed(PAPER, "datasets/mine", OWN_PAIRS["mine"]))
    assert both.reports == ["mine", "mine-details", "adc", "blimp", "thesis"]


def test_labelled_sentences_alone_have_a_report():
    """No pairs, no ratings, no study: what is trained on them runs, and the report is about them."""
    labels = changed(changed(DEMO, "datasets/toy-simulated", ...), "examples", {})
    for classifier in labels["classifiers"].values():
        classifier.pop("stability")
    config = planned(labels)
    assert config.reports == ["toy-labels-simulated", "toy-labels-simulated-details"]
    assert keys(reports.labelled_of(config, "toy-labels-simulated")) == ["toy-labels-simulated"]
    assert keys(config.running(Classifier)) == ["toy-classifier-simulated", "toy-encoder-simulated"]
    paths = reports.inputs(config, "toy-labels-simulated")
    assert "results/metrics/toy-labels-simulated/classifiers.csv" in paths and all(map(is_made, paths))
    described = reports.describe(config, "toy-labels-simulated")
    assert described["datasets"] == [] and [it["key"] for it in described["labelled"]] == ["toy-labels-simulated"]


def test_names_of_figures_fit_their_rule_and_no_column_is_taken_for_a_figure():
    rule = (ROOT / "workflow/rules/present.smk").read_text(encoding="utf-8").partition("rule draw_figure:")[2]
    pattern = re.search(r'name="(.+)",', rule)[1]
    names = {name for config in CONFIGS.values() for _, name in owned(planned(config), "figures")}
    assert {"criteria", "figure-1"} < names
    assert all(re.fullmatch(pattern, name) and not re.fullmatch(pattern, f"{name}-column") for name in names)


def test_tables_that_need_nothing_but_fetched_files_share_a_job():
    jobs = artefacts.jobs_of_tables(planned(PAPER | {"studies": ["cola"]}))
    sheets = ("split_sheet", "encoder_sheet", "size_sheet")
    fetched = {"class_counts", "annotators", "split_runs", "runs_by_feature", *sheets}
    _, first = jobs["make_tables_of_study_cola_of_files"]
    assert set(first) == {f"tables/{name}" for name in fetched}
    _, others = jobs["make_tables_of_study_cola"]
    assert "tables/matrices" in others and not set(first) & set(others)
