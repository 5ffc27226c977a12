"""Coefficients of all linking functions that are fitted on a dataset → one table."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io, systems
from acceptability.contracts.scoring import LINKING, LINKINGS
from acceptability.errors import reporting


def main(coefficients: list[Path], to: Path) -> None:
    io.write_table(systems.stack(systems.read_by_system(coefficients, LINKING)), to, LINKINGS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
