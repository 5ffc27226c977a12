"""The released decisions of 200 restarts on LI-Adger → one table of decisions, a column a restart."""

from pathlib import Path

from acceptability import io, li_adger
from acceptability.errors import naming, reporting


def main(raw: Path, to_predictions: Path) -> None:
    with naming(raw):
        predictions = li_adger.released_restarts(io.read_raw_csv(raw))
    io.write_table(predictions, to_predictions, "predictions")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(raw=Path(snakemake.input.raw), to_predictions=Path(snakemake.output[0]))
