"""Test that Snakemake adds nothing to the message of a job that failed with one."""

import logging

import pytest

from acceptability.command import failures
from acceptability.errors import REPORTED, InputError, reporting

COMMAND = "CalledProcessError in file \"rules/prepare.smk\", line 28:\nCommand 'python x.py' returned non-zero exit status {}."


@pytest.mark.parametrize(
    ("error", "status"),
    [(InputError("a.csv: is empty"), REPORTED), (PermissionError("b"), REPORTED), (KeyError("c"), 1)],
)
def test_a_script_ends_with_a_status_that_says_whether_it_reported_its_error(tmp_path, capsys, error, status):
    with pytest.raises(SystemExit) as ended, reporting(tmp_path / "job.log"):
        raise error
    shown = capsys.readouterr().err
    assert ended.value.code == status and shown.startswith("error: " if status == REPORTED else "Traceback")
    assert (tmp_path / "job.log").read_text(encoding="utf-8") == shown


def test_snakemake_shows_the_command_of_a_job_only_where_the_job_has_not_reported_its_error(caplog):
    failures.hide_reported()
    logger = logging.getLogger(failures.LOGGER)
    about_rule = {"exception": "RuleException"}
    try:
        with caplog.at_level(logging.ERROR, failures.LOGGER):
            logger.error("RuleException:\n" + COMMAND.format(REPORTED), extra=about_rule)
            logger.error("RuleException:\n" + COMMAND.format(1), extra=about_rule)
            logger.error(COMMAND.format(REPORTED))
    finally:
        logger.removeFilter(failures.is_news)
    assert [record.getMessage().splitlines()[-1][-2:] for record in caplog.records] == ["1.", f"{REPORTED}."[-2:]]
