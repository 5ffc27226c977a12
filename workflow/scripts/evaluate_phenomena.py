"""Deltas of all systems of a dataset → the corrected criteria for each phenomenon."""

from pathlib import Path

import pandas as pd

from acceptability.analysis import phenomena
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS
from acceptability.contracts.metrics import DELTAS, PHENOMENA
from acceptability.errors import reporting


def main(pairs: Path, deltas: list[Path], dataset: str, thresholds: list[float], table: Path) -> None:
    phenomenon = io.read_table(pairs, PAIRS).set_index("pair_id")["phenomenon"]
    parts = {
        (dataset, path.stem): phenomena.criteria_by_phenomenon(io.read_table(path, DELTAS), phenomenon, thresholds)
        for path in deltas
    }
    io.write_table(pd.concat(parts, names=["dataset", "system"]).reset_index([0, 1]), table, PHENOMENA)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            pairs=Path(snakemake.input.pairs),
            deltas=[Path(path) for path in snakemake.input.deltas],
            dataset=snakemake.wildcards.dataset,
            thresholds=snakemake.params.thresholds,
            table=Path(snakemake.output[0]),
        )
