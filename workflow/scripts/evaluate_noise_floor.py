"""Ratings of identical strings with different ids → how far they are apart."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import rating_error
from acceptability.contracts import io
from acceptability.contracts.data import RATINGS, SENTENCES
from acceptability.contracts.raters import NOISE_FLOOR
from acceptability.errors import reporting


def main(dataset: str, sentences: Path, to: Path, ratings: Path | None = None) -> None:
    single = io.read_table(ratings, RATINGS) if ratings else None
    floor = rating_error.noise_floor(io.read_table(sentences, SENTENCES), single)
    floor.insert(0, "dataset", dataset)
    io.write_table(floor, to, NOISE_FLOOR)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
