"""Deltas of all systems of a rated dataset → the ADC at every δ, and the area below that curve."""

from pathlib import Path

from acceptability import io, uncertainty
from acceptability.errors import reporting


def main(deltas: dict[str, Path], pairs: Path, thresholds: list[float], to_curves: Path, to_areas: Path) -> None:
    phenomena = io.read_table(pairs, "pairs").set_index("pair_id")["phenomenon"]
    curves, areas = uncertainty.curves(io.read_delta_columns(deltas), phenomena, thresholds)
    io.write_table(curves, to_curves, "adc_curves")
    io.write_table(areas, to_areas, "areas")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            deltas=dict(zip(snakemake.params.systems, map(Path, snakemake.input.deltas), strict=True)),
            pairs=Path(snakemake.input.pairs),
            thresholds=snakemake.params.thresholds,
            to_curves=Path(snakemake.output.curves),
            to_areas=Path(snakemake.output.areas),
        )
