"""What a report is told, and what it reads."""

import re

import pytest

from acceptability.analyses import registry
from acceptability.plan import artefacts, reports
from configurations import DEMO, OWN, PAPER, WITH_ENCODERS, changed, is_made, keys, planned

MODEL = {
    "key": "bert-base-uncased",
    "label": "BERT base uncased (here)",
    "trained": False,
    "origin": "google-bert/bert-base-uncased at 86b5e093",
}


@pytest.fixture
def mine(tmp_path, monkeypatch) -> dict:
    """One's own unrated pairs, and no study."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("pair_id,phenomenon,good,bad\na,p,x,y\n")
    return OWN


def test_a_report_on_ones_own_pairs_is_titled_after_them_and_knows_no_paper(mine):
    found = reports.describe(planned(mine), "mine")
    assert (found["title"], found["study"], found["citation"], found["claims"]) == ("Mine", None, None, False)
    (dataset,) = found["datasets"]
    assert (dataset["key"], dataset["label"], dataset["description"]) == ("mine", "Mine", "")
    assert not dataset["simulated"] and "pairs" in dataset["has"] and "rated" not in dataset["has"]
    assert dataset["variants"] == []
    assert dataset["labels"] == {
        "brown-trigram/slor": "Brown trigram SLOR",
        "brown-trigram/log_prob": "Brown trigram log-prob",
        "brown-trigram/word_lp_min_1": "Brown trigram WordLP min-1",
        "reference/negative_length": "Shorter is better",
        "reference/random": "Random scores",
    }
    assert list(dataset["disagreements"]) == ["missed_by_all", "met_by_one"]
    assert (dataset["contaminating"], dataset["examples"], found["labelled"]) == ([], [], [])
    assert found["ngram"] == [{"key": "brown-trigram", "label": "Brown trigram"}]
    assert found["models"] == []
    assert reports.input_names(planned(mine), "mine") == ["brown.zip", "mine.csv"]


def test_what_a_short_report_leaves_out_is_in_the_details(mine):
    plan = planned(mine)
    (short,), (details,) = (reports.describe(plan, name)["datasets"] for name in ("mine", "mine-details"))
    assert short["sections"] == ["doubts", "differences", "phenomena", "separation", "signature"]
    assert short["appendices"] == []
    assert set(short["sections"]) | set(details["sections"]) == set(details["appendices"])
    assert {"phenomena", "predictions", "disagreements"} <= set(details["sections"])
    assert not {"doubts", "differences"} & set(details["sections"])
    titles = [plan.report_title(name) for name in plan.reports]
    assert titles == ["Mine", "Mine: details"]
    for name, other in (("mine", "mine-details"), ("mine-details", "mine")):
        assert reports.describe(plan, name)["other"] == other
        assert reports.inputs(plan, name) == reports.inputs(plan, other)


def test_a_report_shows_the_common_pairs_where_sentences_may_have_no_score():
    asked = set(reports.inputs(planned(DEMO | {"too_long": "skip"}), "toy-simulated"))
    common = {f"results/{folder}/toy-simulated/common.csv" for folder in ("metrics", "tables")}
    assert asked - set(reports.inputs(planned(DEMO), "toy-simulated")) == common
    for choice in ("refuse", "skip", "window"):
        told = reports.describe(planned(DEMO | {"too_long": choice}), "toy-simulated")
        assert told["windows"] == (choice == "window")


def test_a_report_names_the_inputs_of_its_own_datasets_systems_and_study_only():
    config = planned(PAPER | {"studies": ["adc", "blimp", "cola"], "run": [*PAPER["run"], "bert-base-uncased"]})
    of = {report: set(reports.input_names(config, report)) for report in ("adc", "blimp", "cola")}
    assert "brown.zip" in of["adc"] & of["blimp"] & of["cola"]  # the n-gram models run everywhere
    assert {"li-adger-ratings.csv", "li-adger-restarts.csv", "li-adger-pll-scores.csv"} <= of["adc"]
    assert {"cola-train.csv", "bert-base-uncased/"} <= of["adc"]
    assert not any(name.startswith("li-") for name in of["blimp"] | of["cola"])
    assert {"blimp.zip", "blimp-answers.csv", "blimp-results-2020.csv"} <= of["blimp"]
    assert "cola-train.csv" in of["blimp"]  # its sentences are looked for among those of BLiMP
    assert not any(name.startswith("blimp") for name in of["cola"])
    assert not any(name.startswith("cola-targeted") for name in of["adc"] | of["blimp"])
    assert config.registered <= set.union(*of.values())


def test_a_studys_report_is_titled_after_it_and_knows_its_variants():
    found = reports.describe(planned(PAPER), "adc")
    assert found["title"] == "The Acceptability Delta Criterion, recomputed"
    assert (found["study"], found["citation"], found["claims"]) == ("adc", "adc", True)
    assert [entry["key"] for entry in found["datasets"]] == ["li-adger"]
    assert found["datasets"][0]["variants"] == ["as_published"]
    assert found["datasets"][0]["clusters"] == "articles and chapters"
    assert found["datasets"][0]["contaminating"] == [{"key": "cola", "label": "CoLA"}]
    assert found["datasets"][0]["examples"][:2] == ["table-6-text", "table-6-caption"]
    (labelled,) = found["labelled"]
    assert labelled["key"] == "cola" and {"major_features", "minor_features"} <= set(labelled["has"])
    assert found["form"] == "whole" and set(found["datasets"][0]["sections"]) <= set(registry.sections())
    assert labelled["classifiers"] == []
    assert found["models"] == []


def test_models_say_where_they_are_from(tmp_path):
    local = {"label": "x", "kind": "masked", "path": str(tmp_path / "folder"), "measures": ["pll"]}
    run = {"run": ["bert-base-uncased", "brown-bert", "mine"]}
    found = reports.describe(planned(changed(PAPER, "models/mine", local) | run), "adc")["models"]
    assert found[0] == MODEL | {"dataset": "li-adger"}
    assert [(entry["key"], entry["trained"], entry["origin"]) for entry in found[1:]] == [
        ("brown-bert", True, "trained here on brown"),
        ("mine", False, "folder folder"),
    ]


def test_a_report_reads_how_each_language_model_scored_and_what_encoders_know_of_fakes():
    """A model that runs, but scores none of the report's datasets, is not described: it would have to score them."""
    run = ["brown-lstm", "brown-cbow-cola", "brown-real-fake-cola", "brown-elmo-cola"]
    raw = WITH_ENCODERS | {"studies": ["cola", "adc"], "run": run}
    alone = planned(changed(raw, "models/brown-lstm/datasets", ["li-adger"]))
    config = planned(WITH_ENCODERS | {"studies": ["cola"], "run": run})
    assert reports.describe(alone, "cola")["models"] == []
    (model,) = reports.describe(config, "cola")["models"]
    assert (model["key"], model["dataset"]) == ("brown-lstm", "cola-sets")
    encoders = {f"results/encoders/brown-lstm/{name}/real_fake.csv" for name in ("real-fake", "real-fake-elmo")}
    paths = reports.inputs(config, "cola")
    assert {"results/tokens/cola-sets/brown-lstm.json"} | encoders <= set(paths)
    cbow, *others = reports.describe(config, "cola")["labelled"][0]["classifiers"]
    assert (cbow["encoder"], cbow["base"]) == ("cbow", "Brown LSTM") and "real_fake" not in cbow
    assert {entry["real_fake"] for entry in others} == encoders


def test_models_whose_scores_were_released_are_compared():
    def sections(config):
        return reports.describe(planned(config), "adc")["datasets"][0]["sections"]

    assert "released" in sections(PAPER | {"run": ["bert-base-uncased"]}) and "released" not in sections(PAPER)


def test_the_demo_says_that_it_is_simulated():
    found = reports.describe(planned(DEMO), "toy-simulated")
    assert found["title"] == "Toy language (simulated data)"
    assert found["datasets"][0]["simulated"] and {"single_ratings", "restarts"} <= set(found["datasets"][0]["has"])
    assert "The toy language is a small grammar" in found["datasets"][0]["description"]
    (labelled,) = found["labelled"]
    assert (labelled["key"], labelled["simulated"]) == ("toy-labels-simulated", True)
    assert "major_features" in labelled["has"] and "minor_features" not in labelled["has"]
    classifier = labelled["classifiers"][0]
    assert classifier.items() >= {"key": "toy-classifier-simulated", "label": "Toy classifier", "epochs": 2}.items()


@pytest.mark.parametrize(
    ("config", "report"),
    [(PAPER, "adc"), (PAPER | {"run": "all"}, "adc"), (DEMO, "toy-simulated")],
    ids=["paper", "full", "demo"],
)
def test_what_a_report_reads_is_made_and_is_its_own(config, report):
    config = planned(config)
    paths = reports.inputs(config, report)
    assert all(is_made(path) or re.fullmatch(r"results/models/.*/provenance.json", path) for path in paths)
    assert len(paths) == len(set(paths))
    assert set(artefacts.tables(config, "csv")) <= set(paths)
    assert set(artefacts.figures(config, "pdf")) <= set(paths)


def test_two_reports_keep_apart(mine):
    """The study's tables are not the user's, nor the other way round."""
    both = planned(changed(PAPER, "datasets/mine", OWN["datasets"]["mine"]))
    own, studys = (reports.inputs(both, report) for report in ("mine", "adc"))
    assert not [path for path in own if re.search("/(adc|li-adger|cola)/", path)]
    assert not [path for path in studys if "/mine/" in path and not path.startswith("results/tokens/")]
    assert keys(reports.labelled_of(both, "mine")) == [] and keys(reports.labelled_of(both, "adc")) == ["cola"]
    classified = planned(OWN | {"run": ["brown-bert-cola"]})  # of no study: it belongs to whom it is trained for
    assert keys(reports.labelled_of(classified, "mine")) == ["cola"]
