"""Answers of single participants → a script for R that fits mixed models to them."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import CHOICES, RATINGS
from acceptability.errors import reporting
from acceptability.tables.r_script import r_script


def main(ratings: Path, choices: Path, dataset: str, to: Path) -> None:
    """Write what R needs for those tables that have rows; the script names them as seen from its own folder."""
    rated, chosen = io.read_table(ratings, RATINGS), io.read_table(choices, CHOICES)
    io.write_text(r_script(dataset, has_ratings=len(rated) > 0, choices=list(chosen) if len(chosen) else []), to)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
