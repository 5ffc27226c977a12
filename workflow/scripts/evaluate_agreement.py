"""Deltas and z-scores of all systems of a dataset → measures of agreement, on all pairs and on some."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.analysis import agreement
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import AGREEMENT, DELTAS, Z_SCORES
from acceptability.errors import reporting


def main(
    sentences: Path, pairs: Path, deltas: list[Path], z_scores: list[Path], dataset: str, thresholds: list, to: Path
) -> None:
    texts, by_system = io.read_table(sentences, SENTENCES), systems.read_by_system
    subsets = agreement.subsets(io.read_table(pairs, PAIRS), texts)
    of_deltas = systems.stack_each(by_system(deltas, DELTAS), agreement.of_deltas, subsets, thresholds)
    of_sentences = systems.stack_each(by_system(z_scores, Z_SCORES), agreement.of_sentences, texts, subsets)
    both = pd.concat([of_deltas, of_sentences], ignore_index=True)
    both.insert(0, "dataset", dataset)
    io.write_table(both, to, AGREEMENT)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
