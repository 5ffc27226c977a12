"""z-scores of sentences by all systems, and human ratings → Pearson matrix."""

from pathlib import Path

from acceptability import io, statistics
from acceptability.errors import reporting


def main(points: Path, dataset: str, table: Path) -> None:
    of_systems = io.read_table(points, "points")
    columns = of_systems.pivot(index="id", columns="row", values="model")[list(of_systems["row"].drop_duplicates())]
    columns.insert(0, "human", of_systems.groupby("id")["human"].first())
    matrix = statistics.pearson_matrix(columns)
    matrix.insert(0, "dataset", dataset)
    io.write_table(matrix, table, "correlations")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            points=Path(snakemake.input.points),
            dataset=snakemake.wildcards.dataset,
            table=Path(snakemake.output[0]),
        )
