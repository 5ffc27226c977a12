"""Decisions of restarts that authors released → one table of decisions, a column a restart."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.scoring import PREDICTIONS
from acceptability.errors import naming, reporting
from acceptability.sources.released_scores import released_restarts


def main(raw: Path, to: Path) -> None:
    with naming(raw):
        predictions = released_restarts(io.read_raw_csv(raw))
    io.write_table(predictions, to, PREDICTIONS)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
