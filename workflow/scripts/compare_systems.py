"""Deltas of all systems of a dataset → differences between each two rows, with intervals and paired tests."""

from pathlib import Path

from acceptability import io, uncertainty
from acceptability.errors import reporting


def main(
    deltas: dict[str, Path], pairs: Path, references: list[str], dataset: str, thresholds: list[float], table: Path
) -> None:
    phenomena = io.read_table(pairs, "pairs").set_index("pair_id")["phenomenon"]
    differences = uncertainty.differences(io.read_delta_columns(deltas), phenomena, thresholds, references)
    differences.insert(0, "dataset", dataset)
    io.write_table(differences, table, "differences")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            deltas=dict(zip(snakemake.params.systems, map(Path, snakemake.input.deltas), strict=True)),
            pairs=Path(snakemake.input.pairs),
            references=snakemake.params.references,
            dataset=snakemake.wildcards.dataset,
            thresholds=snakemake.params.thresholds,
            table=Path(snakemake.output[0]),
        )
