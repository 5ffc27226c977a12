"""Ratings of identical strings with different ids → how far they are apart."""

from pathlib import Path

from acceptability.analysis import rating_error
from acceptability.contracts import io
from acceptability.contracts.data import RATINGS, SENTENCES
from acceptability.contracts.metrics import NOISE_FLOOR
from acceptability.errors import reporting


def main(dataset: str, sentences: Path, ratings: Path | None, table: Path) -> None:
    single = io.read_table(ratings, RATINGS) if ratings else None
    floor = rating_error.noise_floor(io.read_table(sentences, SENTENCES), single)
    floor.insert(0, "dataset", dataset)
    io.write_table(floor, table, NOISE_FLOOR)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            dataset=snakemake.wildcards.dataset,
            sentences=Path(snakemake.input.sentences),
            ratings=Path(snakemake.input.ratings) if snakemake.input.get("ratings") else None,
            table=Path(snakemake.output[0]),
        )
