"""Deltas of all systems of a dataset and of humans → Pearson matrix."""

from pathlib import Path

from acceptability import io, statistics
from acceptability.errors import reporting


def main(deltas: dict[str, Path], dataset: str, table: Path) -> None:
    matrix = statistics.pearson_matrix(io.read_delta_columns(deltas))
    matrix.insert(0, "dataset", dataset)
    io.write_table(matrix, table, "correlations")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            deltas=dict(zip(snakemake.params.systems, map(Path, snakemake.input.deltas), strict=True)),
            dataset=snakemake.wildcards.dataset,
            table=Path(snakemake.output[0]),
        )
