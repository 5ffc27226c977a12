"""Sentences, single ratings and z-scores of all systems of a dataset → a mixed model of the ratings for each row."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis.mixed_model import mixed_model
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.contracts.metrics import Z_SCORES
from acceptability.contracts.raters import MIXED_MODEL
from acceptability.errors import reporting


def main(dataset: str, sentences: Path, pairs: Path, ratings: Path, z_scores: list[Path], to: Path) -> None:
    by_system = systems.read_by_system(z_scores, Z_SCORES)
    texts = io.read_table(sentences, SENTENCES)
    table = mixed_model(io.read_table(ratings, RATINGS), texts, io.read_table(pairs, PAIRS), by_system)
    table.insert(0, "dataset", dataset)
    io.write_table(table, to, MIXED_MODEL)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
