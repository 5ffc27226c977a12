"""Answers of single participants → a script for R that fits mixed models to them."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, RATINGS
from acceptability.errors import reporting
from acceptability.tables.r_script import r_script


def main(ratings: Path, choices: Path, dataset: str, simulated: bool, to: Path) -> None:
    """Write what R needs for those tables that have rows; the script names them as seen from its own folder."""
    rated, chosen = io.read_table(ratings, RATINGS), io.read_table(choices, CHOICES)
    answers = rated["rating"] if "rating" in rated else pd.Series(dtype=float)
    columns = list(chosen) if len(chosen) else []
    io.write_text(r_script(dataset, ratings=answers, choices=columns, simulated=simulated), to)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
