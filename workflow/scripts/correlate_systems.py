"""z-scores of sentences, or deltas of pairs, of all systems and humans → points, best-fit lines, Pearson matrix."""

from pathlib import Path

import pandas as pd

from acceptability.analysis import correlation
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.metrics import CORRELATIONS, FITS, POINTS, Z_SCORES
from acceptability.errors import reporting


def main(
    level: str, sentences: Path, values: list[Path], dataset: str, to_points: Path, to_fits: Path, to_table: Path
) -> None:
    """``values`` are files of z-scores, where the ``level`` is sentences, or of deltas, where it is pairs."""
    by_system = {path.stem: path for path in values}
    if level == "pairs":
        columns = io.read_delta_columns(by_system)
        points = columns.reset_index(names="id").melt(id_vars=["id", "human"], var_name="row", value_name="model")
    else:
        ratings = io.read_table(sentences, SENTENCES).set_index("sentence_id")["rating"]
        points = pd.concat({system: io.read_table(path, Z_SCORES) for system, path in by_system.items()}, names=["row"])
        points = points.reset_index("row").rename(columns={"sentence_id": "id", "z_score": "model"})
        points = points.assign(row=points["row"] + "/" + points["measure"], human=points["id"].map(ratings))
        columns = correlation.point_columns(points)
    points = points[["row", "id", "model", "human"]]
    io.write_table(points, to_points, POINTS)
    io.write_table(correlation.fit_lines(points), to_fits, FITS)
    matrix = correlation.pearson_matrix(columns)
    matrix.insert(0, "dataset", dataset)
    io.write_table(matrix, to_table, CORRELATIONS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            level=snakemake.wildcards.level,
            sentences=Path(snakemake.input.sentences),
            values=[Path(path) for path in snakemake.input.scored],
            dataset=snakemake.wildcards.dataset,
            to_points=Path(snakemake.output.points),
            to_fits=Path(snakemake.output.fits),
            to_table=Path(snakemake.output.correlations),
        )
