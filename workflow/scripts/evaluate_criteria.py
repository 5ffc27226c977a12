"""Deltas of all systems of a dataset → BLiMP criterion and ADC in both variants, with intervals over phenomena."""

from pathlib import Path

import pandas as pd

from acceptability import io, uncertainty
from acceptability.errors import reporting


def main(
    deltas: dict[str, Path], pairs: Path, reference: str, dataset: str, thresholds: list[float], table: Path
) -> None:
    """``reference`` names the reference systems, which nobody published: they have the corrected variant only."""
    phenomena = io.read_table(pairs, "pairs").set_index("pair_id")["phenomenon"]
    results = []
    for system, path in deltas.items():
        result = uncertainty.evaluate(io.read_table(path, "deltas"), phenomena, thresholds)
        if system == reference:
            result = result[result["variant"] == "corrected"].copy()
        result.insert(0, "dataset", dataset)
        result.insert(1, "system", system)
        results.append(result)
    io.write_table(pd.concat(results, ignore_index=True), table, "criteria")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            deltas=dict(zip(snakemake.params.systems, map(Path, snakemake.input.deltas), strict=True)),
            pairs=Path(snakemake.input.pairs),
            reference=snakemake.params.reference,
            dataset=snakemake.wildcards.dataset,
            thresholds=snakemake.params.thresholds,
            table=Path(snakemake.output[0]),
        )
