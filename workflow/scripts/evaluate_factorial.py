"""Sentences in 2 × 2 designs, with ratings and z-scores of all systems → conditions and their interaction."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import factorial
from acceptability.contracts import io, systems
from acceptability.contracts.data import RATINGS, SENTENCES
from acceptability.contracts.metrics import Z_SCORES
from acceptability.contracts.parts import FACTORIAL
from acceptability.errors import reporting


def main(sentences: Path, ratings: Path, z_scores: list[Path], dataset: str, to: Path) -> None:
    texts, single = io.read_table(sentences, SENTENCES), io.read_table(ratings, RATINGS)
    table = factorial.evaluate(texts, single, systems.read_by_system(z_scores, Z_SCORES), dataset)
    io.write_table(table, to, FACTORIAL)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
