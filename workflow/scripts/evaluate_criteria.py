"""Deltas of all systems of a dataset → BLiMP criterion and ADC in both variants."""

from pathlib import Path

import pandas as pd

from acceptability import criteria, io
from acceptability.errors import reporting


def main(deltas: dict[str, Path], dataset: str, thresholds: list[float], table: Path) -> None:
    results = []
    for system, path in deltas.items():
        result = criteria.evaluate(io.read_table(path, "deltas"), thresholds)
        result.insert(0, "dataset", dataset)
        result.insert(1, "system", system)
        results.append(result)
    io.write_table(pd.concat(results, ignore_index=True), table, "criteria")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            deltas=dict(zip(snakemake.params.systems, map(Path, snakemake.input.deltas), strict=True)),
            dataset=snakemake.wildcards.dataset,
            thresholds=snakemake.params.thresholds,
            table=Path(snakemake.output[0]),
        )
