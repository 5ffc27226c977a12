"""Deltas → both criteria, corrected, on all pairs, and on those with and without a sentence of the training set."""

from pathlib import Path

import pandas as pd

from acceptability import contamination, criteria, io
from acceptability.errors import reporting


def main(pairs: Path, found: Path, deltas: dict[str, Path], thresholds: list[float], to_table: Path) -> None:
    minimal_pairs = io.read_table(pairs, "pairs")
    known = contamination.known_pairs(minimal_pairs, set(io.read_table(found, "contamination")["sentence_id"]))
    parts = []
    for system, path in deltas.items():
        table = io.read_table(path, "deltas")
        table = table[criteria.counted(table["human_delta"])]
        seen = table["pair_id"].isin(known)
        for chosen, rows in (("all", seen | True), ("known", seen), ("unknown", ~seen)):
            if rows.any():
                parts.append(criteria.evaluate(table[rows], thresholds).assign(system=system, chosen=chosen))
    joined = pd.concat(parts)
    joined = joined[joined["variant"] == "corrected"]
    order = ["system", "measure", "chosen", "criterion", "threshold", "met", "pairs", "share"]
    io.write_table(joined[order], to_table, "contaminated_criteria")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            pairs=Path(snakemake.input.pairs),
            found=Path(snakemake.input.found),
            deltas=dict(zip(snakemake.params.systems, map(Path, snakemake.input.deltas), strict=True)),
            thresholds=snakemake.params.thresholds,
            to_table=Path(snakemake.output[0]),
        )
