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
            for file in row.reads.values():
                assert file.path in made or is_made(file.path), file.path


def test_a_dataset_of_another_study_too_has_no_report_beside_that():
    plan = planned(HUMANS)
    assert not plan.datasets["li-adger"].reports_alone and plan.datasets["dais"].reports_alone
