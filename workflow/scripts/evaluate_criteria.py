"""Deltas of all systems of a dataset → BLiMP criterion and ADC in every variant, with intervals over clusters."""

from pathlib import Path

import pandas as pd

from acceptability.analysis import uncertainty
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS
from acceptability.contracts.metrics import CRITERIA, DELTAS
from acceptability.errors import reporting
from acceptability.options import CORRECTED, as_variants


def main(
    deltas: list[Path], pairs: Path, reference: str, variants: dict, dataset: str, thresholds: list[float], table: Path
) -> None:
    """``reference`` names the reference systems, which nobody published: they have the corrected variant only."""
    clusters = io.read_table(pairs, PAIRS).set_index("pair_id")["cluster"]
    parts = {}
    for path in deltas:
        of_system = {"corrected": CORRECTED} if path.stem == reference else as_variants(variants)
        shares = uncertainty.shares_with_intervals(io.read_table(path, DELTAS), clusters, thresholds, of_system)
        parts[dataset, path.stem] = shares
    io.write_table(pd.concat(parts, names=["dataset", "system"]).reset_index([0, 1]), table, CRITERIA)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            deltas=[Path(path) for path in snakemake.input.deltas],
            pairs=Path(snakemake.input.pairs),
            reference=snakemake.params.reference,
            variants=snakemake.params.variants,
            dataset=snakemake.wildcards.dataset,
            thresholds=snakemake.params.thresholds,
            table=Path(snakemake.output[0]),
        )
