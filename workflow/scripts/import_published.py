"""Columns of the scores that authors released → a score file like any other."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.scoring import SCORES
from acceptability.datasets.left_out import without_skipped
from acceptability.errors import naming, reporting
from acceptability.studies.released import UNITS


def main(raw: Path, unit: str, measures: dict[str, str], log_base: float | None, to: Path, skipped: Path | None = None):
    """``unit``: what a row of the file is; ``measures``: the file's column of each; ``skipped``: what is left out."""
    table = io.read_raw_csv(raw)
    with naming(raw):
        parts = [UNITS[unit](table, measure, column, log_base) for measure, column in measures.items()]
    io.write_table(without_skipped(pd.concat(parts, ignore_index=True), skipped), to, SCORES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
