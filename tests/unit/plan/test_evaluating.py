"""The jobs that evaluate a dataset: which of their outputs are outdated."""

from acceptability.contracts.steps import Step, Work
from acceptability.plan.evaluating import Job


def test_outputs_are_outdated_if_some_but_not_all_of_them_are_there(tmp_path):
    paths = [str(tmp_path / name) for name in ("a.csv", "b.csv")]
    step = Step("a", "table", {}, {"to": paths[0], "beside": paths[1]})
    job = Job("evaluate", "mine", Work([step], None))
    assert job.outdated == []
    (tmp_path / "a.csv").touch()
    assert job.outdated == paths[:1]
    (tmp_path / "b.csv").touch()
    assert job.outdated == []
