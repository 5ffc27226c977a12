"""Keep Snakemake from showing as a failed command what a job has already reported in one line."""

import logging

from acceptability.errors import REPORTED

LOGGER = "snakemake.logging"
STATUS = f"returned non-zero exit status {REPORTED}."  # the end of Snakemake's message about the command


def hide_reported() -> None:
    """Leave out Snakemake's message (RuleException, CalledProcessError) about each job that has reported its error."""
    logging.getLogger(LOGGER).addFilter(is_news)


def is_news(record: logging.LogRecord) -> bool:
    """Return whether a message of Snakemake is about more than the command of a job that has reported its error."""
    return getattr(record, "exception", "") != "RuleException" or STATUS not in record.getMessage()
