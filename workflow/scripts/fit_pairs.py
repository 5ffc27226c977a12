"""Deltas of pairs → the points of the scatterplots and their best-fit lines."""

from pathlib import Path

from acceptability import io, statistics
from acceptability.errors import reporting


def main(deltas: dict[str, Path], to_points: Path, to_fits: Path) -> None:
    columns = io.read_delta_columns(deltas)
    points = columns.reset_index(names="id").melt(id_vars=["id", "human"], var_name="row", value_name="model")
    points = points[["row", "id", "model", "human"]]
    io.write_table(points, to_points, "points")
    io.write_table(statistics.fit_lines(points), to_fits, "fits")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            deltas=dict(zip(snakemake.params.systems, map(Path, snakemake.input.deltas), strict=True)),
            to_points=Path(snakemake.output.points),
            to_fits=Path(snakemake.output.fits),
        )
