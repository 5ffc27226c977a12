"""Deltas and z-scores of all systems of a dataset → measures of agreement, on all pairs and on some."""

from pathlib import Path

import pandas as pd

from acceptability import agreement, io
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
    all_sentences = io.read_table(sentences, "sentences")
    chosen = agreement.subsets(io.read_table(pairs, "pairs"), all_sentences)
    parts = []
    for path in deltas:
        found = agreement.evaluate(io.read_table(path, "deltas"), chosen, thresholds)
        parts.append(found.assign(system=path.stem))
    for path in z_scores:
        found = agreement.evaluate_sentences(io.read_table(path, "z_scores"), all_sentences, chosen)
        parts.append(found.assign(system=path.stem))
    joined = pd.concat(parts, ignore_index=True)
    joined.insert(0, "system", joined.pop("system"))
    joined.insert(0, "dataset", dataset)
    io.write_table(joined, table, "agreement")


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
