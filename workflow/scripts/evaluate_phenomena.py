"""Deltas of all systems of a dataset → the corrected criteria for each phenomenon."""

from pathlib import Path

import pandas as pd

from acceptability import io, phenomena
from acceptability.errors import reporting


def main(pairs: Path, deltas: dict[str, Path], dataset: str, thresholds: list[float], table: Path) -> None:
    phenomenon = io.read_table(pairs, "pairs").set_index("pair_id")["phenomenon"]
    results = []
    for system, path in deltas.items():
        result = phenomena.evaluate(io.read_table(path, "deltas"), phenomenon, thresholds)
        result.insert(0, "dataset", dataset)
        result.insert(1, "system", system)
        results.append(result)
    io.write_table(pd.concat(results, ignore_index=True), table, "phenomena")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            pairs=Path(snakemake.input.pairs),
            deltas=dict(zip(snakemake.params.systems, map(Path, snakemake.input.deltas), strict=True)),
            dataset=snakemake.wildcards.dataset,
            thresholds=snakemake.params.thresholds,
            table=Path(snakemake.output[0]),
        )
