"""Deltas of all systems of a rated dataset → the ADC at every δ, and the area below that curve."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import uncertainty
from acceptability.contracts import io, systems
from acceptability.contracts.curves import ADC_CURVES, AREAS
from acceptability.contracts.data import PAIRS
from acceptability.errors import reporting


def main(deltas: list[Path], pairs: Path, thresholds: list[float], to_curves: Path, to_areas: Path) -> None:
    columns = systems.read_delta_columns(deltas)
    curves, areas = uncertainty.curves(columns, io.read_table(pairs, PAIRS), thresholds)
    io.write_table(curves, to_curves, ADC_CURVES)
    io.write_table(areas, to_areas, AREAS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
