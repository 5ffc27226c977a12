"""Sentences that a classifier's training set has too; both criteria on pairs with and without one of them."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import contamination
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import CONTAMINATED_CRITERIA, CONTAMINATION, DELTAS
from acceptability.errors import reporting


def main(
    sentences: Path,
    pairs: Path,
    labelled: Path,
    deltas: list[Path],
    thresholds: list[float],
    to_contamination: Path,
    to_criteria: Path,
) -> None:
    training = io.read_table(labelled, SENTENCES).query("split == 'train'")
    known = contamination.sentences_in_training(io.read_table(sentences, SENTENCES), training)
    print(f"{len(known)} sentences are in the training set")
    io.write_table(known, to_contamination, CONTAMINATION)
    known_pairs = contamination.known_pairs(io.read_table(pairs, PAIRS), set(known["sentence_id"]))
    shares = contamination.shares_by_knowledge(systems.read_by_system(deltas, DELTAS), known_pairs, thresholds)
    io.write_table(shares, to_criteria, CONTAMINATED_CRITERIA)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
