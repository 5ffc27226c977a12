"""Deltas of all systems of a dataset → differences between each two rows, with intervals and paired tests."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import uncertainty
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS
from acceptability.contracts.metrics import DIFFERENCES
from acceptability.errors import reporting


def main(deltas: list[Path], pairs: Path, reference: str, families: dict, dataset: str, thresholds: list, to: Path):
    """``families``: rows whose comparisons are corrected together, by name."""
    columns = systems.read_delta_columns(deltas)
    references = [row for row in columns if row.startswith(f"{reference}/")]
    differences = uncertainty.differences(columns, io.read_table(pairs, PAIRS), thresholds, references, families)
    differences.insert(0, "dataset", dataset)
    io.write_table(differences, to, DIFFERENCES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
