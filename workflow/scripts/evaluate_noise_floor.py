"""Ratings of identical strings with different ids → how far they are apart."""

from pathlib import Path

from acceptability import ceiling, io
from acceptability.errors import reporting


def main(dataset: str, sentences: Path, ratings: Path | None, target: Path) -> None:
    single = io.read_table(ratings, "ratings") if ratings else None
    found = ceiling.noise_floor(io.read_table(sentences, "sentences"), single)
    io.write_table(found.assign(dataset=dataset)[["dataset", *found]], target, "noise_floor")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            dataset=snakemake.wildcards.dataset,
            sentences=Path(snakemake.input.sentences),
            ratings=Path(snakemake.input.ratings) if snakemake.input.ratings else None,
            target=Path(snakemake.output[0]),
        )
