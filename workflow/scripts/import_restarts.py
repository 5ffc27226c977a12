"""Decisions of restarts that authors released → one table of decisions, a column a restart."""

from pathlib import Path

from acceptability.contracts import io
from acceptability.contracts.scoring import PREDICTIONS
from acceptability.errors import naming, reporting
from acceptability.studies.released import released_restarts


def main(raw: Path, to_predictions: Path) -> None:
    with naming(raw):
        predictions = released_restarts(io.read_raw_csv(raw))
    io.write_table(predictions, to_predictions, PREDICTIONS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(raw=Path(snakemake.input.raw), to_predictions=Path(snakemake.output[0]))
