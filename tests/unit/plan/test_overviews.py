"""Studies that are overviews: their datasets have reports of their own, also where people stand alone."""

import pytest
import yaml

from acceptability.errors import InputError
from acceptability.plan import artefacts, evaluating, explorer
from acceptability.reading.load import read_yaml
from configurations import is_made, planned
from helpers import ROOT

HUMANS = read_yaml(ROOT / "resources/humans.yaml")
STUDY = {
    "title": "Some",
    "shows": "overview",
    "datasets": {"colac": {"kind": "colac", "label": "C"}, "zhoblimp": {"kind": "zhoblimp", "label": "Z"}},
}
NOTHING = {"studies": ["some"], "run": [], "datasets": {}}


def plan_of(tmp_path, shows: str):
    (tmp_path / "some").mkdir()
    (tmp_path / "some/study.yaml").write_text(yaml.safe_dump(STUDY | {"shows": shows}), encoding="utf-8")
    return planned(NOTHING, tmp_path)


def test_datasets_of_an_overview_have_reports_of_their_own(tmp_path):
    plan = plan_of(tmp_path, "overview")
    assert plan.reports == ["colac", "colac-details", "zhoblimp", "zhoblimp-details", "some"]


@pytest.mark.parametrize("shows", ["own", "all"])
def test_people_stand_alone_in_overviews_only(tmp_path, shows):
    with pytest.raises(InputError, match="no system under run can score the dataset 'colac'"):
        plan_of(tmp_path, shows)


def test_of_people_alone_nothing_that_needs_a_system_is_made(tmp_path):
    plan = plan_of(tmp_path, "overview")
    shown = {(owner.key, name) for kind in ("tables", "figures") for _, owner, name in artefacts.shown(plan, kind)}
    assert {("zhoblimp", "phenomenon_bars"), ("zhoblimp", "beside_sums"), ("colac", "panels")} <= shown
    assert not {name for _, name in shown} & {"phenomenon_ranking", "phenomena", "differences", "separation"}
    assert [dataset.key for dataset in explorer.shown(plan)] == ["zhoblimp"]
    steps = {step.name for job in evaluating.jobs(plan) for step in job.steps}
    assert {"phenomena", "panels", "summed_choices"} <= steps


def test_the_overview_of_human_judgments_reads_what_is_made():
    plan = planned(HUMANS)
    assert plan.reports[-2:] == ["adc", "humans"] and "li-adger" not in plan.reports
    assert {"mega-acceptability", "chinese-bridge", "colac-details"} <= {*plan.reports}
    alone = [dataset.key for dataset in plan.scored if not dataset.systems]
    assert alone == ["chinese-bridge", "chinese-bridge-2", "zhoblimp", "colac"]
    made = {path for job in evaluating.jobs(plan) for path in job.outputs}
    for kind in ("metrics", "tables", "figures"):
        for row in artefacts.of_study("humans", kind).values():
            for file in row.files(plan.studies["humans"]).values():
                assert file.path in made or is_made(file.path), file.path


def test_the_overview_of_human_judgments_reads_what_each_dataset_has():
    plan = planned(HUMANS)
    read = artefacts.recipe(plan, "metrics", "humans", "people_and_systems")["reads"]
    by_table = {}
    for argument in read:
        name, _, dataset = argument.partition("_")
        by_table.setdefault(name, set()).add(dataset)
    assert by_table["choices"] == {"li_adger"} and by_table["levels"] == {"zhoblimp"}
    assert by_table["panels"] == {"colac"} and by_table["crossed"] == {"mega_acceptability", "aann_adjectives"}
    assert {"that_trace", "chinese_bridge", "mega_acceptability"} <= by_table["ratings"] and "dais" in by_table[
        "criteria"
    ]
    assert not by_table["ratings"] & {"li_2016", "lau_none"} and not by_table["fits"] & {"chinese_bridge", "zhoblimp"}


def test_ones_own_rated_data_stand_in_the_overview_too(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("who,sentence,answer\np,A.,1\np,B.,2\nq,A.,1\nq,B.,3\n", encoding="utf-8")
    mine = {"kind": "sentences", "label": "Mine", "sentences": str(path)}
    with pytest.raises(InputError, match="no system under run can score the dataset 'mine'"):
        planned(HUMANS | {"datasets": {"mine": mine}})
    row = {"participant": "who", "sentence": "sentence", "rating": "answer"}
    mine = {"kind": "declared", "label": "Mine", "unit": "answer", "file": str(path), "row": row}
    plan = planned(HUMANS | {"datasets": {"mine": mine}})
    assert plan.studies["humans"].datasets[-1].key == "mine" and "mine-details" in plan.reports
    recipe = artefacts.recipe(plan, "metrics", "humans", "people_and_systems")
    assert recipe["reads"]["ratings_mine"] == "results/ratings/mine.csv"
    assert "mine" in recipe["settings"]["labels_by_dataset"]
    assert "mine" not in {dataset.key for dataset in plan.studies["adc"].datasets}


def test_ones_own_pairs_without_ratings_have_their_own_report_alone(tmp_path):
    (tmp_path / "pairs.csv").write_text("good,bad\nA.,B.\nC.,D.\n", encoding="utf-8")
    mine = {"kind": "pairs", "label": "Mine", "pairs": str(tmp_path / "pairs.csv")}
    trigram = HUMANS["ngram"]["brown-trigram"]
    ngram = {"brown-trigram": trigram | {"datasets": [*trigram["datasets"], "mine"]}}
    plan = planned(HUMANS | {"datasets": {"mine": mine}, "ngram": ngram})
    assert plan.studies["humans"].datasets[-1].key == "colac" and "mine-details" in plan.reports


def test_a_dataset_of_another_study_too_has_no_report_beside_that():
    plan = planned(HUMANS)
    assert not plan.datasets["li-adger"].reports_alone and plan.datasets["dais"].reports_alone
