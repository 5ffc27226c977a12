"""Scores of one system → z-scores of sentences and deltas of pairs."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS, Z_SCORES
from acceptability.contracts.scoring import SCORES
from acceptability.errors import naming, reporting
from acceptability.statistics import deltas


def main(
    sentences: Path, pairs: Path, scores: Path, tie: float, to_z_scores: Path, to_deltas: Path, partial: bool = False
) -> None:
    """``partial``: some sentences may have no score."""
    texts, minimal_pairs = io.read_table(sentences, SENTENCES), io.read_table(pairs, PAIRS)
    of_sentences = io.read_table(scores, SCORES)
    checks.check_pairs(minimal_pairs, texts, pairs)
    checks.check_scores(of_sentences, texts, scores, partial)
    with naming(scores):
        z_scores, of_pairs = deltas.compute_deltas(of_sentences, texts, minimal_pairs, tie, partial)
    io.write_table(z_scores, to_z_scores, Z_SCORES)
    io.write_table(of_pairs, to_deltas, DELTAS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
