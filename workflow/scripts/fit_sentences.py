"""z-scores and ratings of sentences → the points of the scatterplots and their best-fit lines."""

from pathlib import Path

import pandas as pd

from acceptability import io, statistics
from acceptability.errors import reporting


def main(sentences: Path, z_scores: dict[str, Path], to_points: Path, to_fits: Path) -> None:
    ratings = io.read_table(sentences, "sentences").set_index("sentence_id")["rating"]
    points = []
    for system, path in z_scores.items():
        table = io.read_table(path, "z_scores")
        row = system + "/" + table["measure"]
        human = table["sentence_id"].map(ratings)
        points.append(pd.DataFrame({"row": row, "id": table["sentence_id"], "model": table["z_score"], "human": human}))
    points = pd.concat(points, ignore_index=True)
    io.write_table(points, to_points, "points")
    io.write_table(statistics.fit_lines(points), to_fits, "fits")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            z_scores=dict(zip(snakemake.params.systems, map(Path, snakemake.input.z_scores), strict=True)),
            to_points=Path(snakemake.output.points),
            to_fits=Path(snakemake.output.fits),
        )
