"""Deltas and z-scores of all systems of a dataset → measures of agreement, on all pairs and on some."""

from pathlib import Path

import pandas as pd

from acceptability.analysis import agreement
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import AGREEMENT, DELTAS, Z_SCORES
from acceptability.errors import reporting


def main(
    sentences: Path,
    pairs: Path,
    deltas: list[Path],
    z_scores: list[Path],
    dataset: str,
    thresholds: list[float],
    table: Path,
) -> None:
    all_sentences = io.read_table(sentences, SENTENCES)
    subsets = agreement.subsets(io.read_table(pairs, PAIRS), all_sentences)
    parts = [agreement.of_deltas(io.read_table(path, DELTAS), subsets, thresholds) for path in deltas]
    parts += [agreement.of_sentences(io.read_table(path, Z_SCORES), all_sentences, subsets) for path in z_scores]
    keys = [(dataset, path.stem) for path in deltas + z_scores]
    joined = pd.concat(parts, keys=keys, names=["dataset", "system"]).reset_index([0, 1])
    io.write_table(joined, table, AGREEMENT)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            pairs=Path(snakemake.input.pairs),
            deltas=[Path(path) for path in snakemake.input.deltas],
            z_scores=[Path(path) for path in snakemake.input.z_scores],
            dataset=snakemake.wildcards.dataset,
            thresholds=snakemake.params.thresholds,
            table=Path(snakemake.output[0]),
        )
