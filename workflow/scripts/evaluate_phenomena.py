"""Deltas of all systems of a dataset → the corrected criteria for each phenomenon."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import phenomena
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS
from acceptability.contracts.metrics import DELTAS, PHENOMENA
from acceptability.errors import reporting


def main(pairs: Path, deltas: list[Path], dataset: str, thresholds: list[float], to: Path) -> None:
    of_pair = io.read_table(pairs, PAIRS).set_index("pair_id")["phenomenon"]
    by_system, criteria = systems.read_by_system(deltas, DELTAS), phenomena.criteria_by_phenomenon
    io.write_table(systems.stack_each(by_system, criteria, of_pair, thresholds, dataset=dataset), to, PHENOMENA)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
