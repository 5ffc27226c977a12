"""Deltas of all systems of a rated dataset → the ADC at every δ, the area below that curve, what shares are made of."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import chance, uncertainty
from acceptability.contracts import io, systems
from acceptability.contracts.curves import ADC_CURVES, AREAS, CHANCE_STEPS
from acceptability.contracts.data import PAIRS
from acceptability.errors import reporting


def main(deltas: list[Path], pairs: Path, thresholds: list, to_curves: Path, to_areas: Path, to_steps: Path) -> None:
    columns, of_pairs = systems.read_delta_columns(deltas), io.read_table(pairs, PAIRS)
    curves, areas = uncertainty.curves(columns, of_pairs, thresholds)
    io.write_table(curves, to_curves, ADC_CURVES)
    io.write_table(areas, to_areas, AREAS)
    io.write_table(chance.steps_of_rows(columns, of_pairs, thresholds), to_steps, CHANCE_STEPS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
