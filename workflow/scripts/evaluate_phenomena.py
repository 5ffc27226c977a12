"""Deltas of all systems, released accuracies, people's choices → criteria by phenomenon; BLiMP's by paradigm too."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import levels, phenomena
from acceptability.contracts import io, systems
from acceptability.contracts.data import CHOICES, PAIRS
from acceptability.contracts.metrics import DELTAS, PHENOMENA
from acceptability.contracts.parts import BY_LEVEL, LEVEL_MEANS
from acceptability.contracts.studies import ACCURACIES
from acceptability.errors import reporting


def main(
    pairs: Path,
    deltas: list[Path],
    accuracies: list[Path],
    choices: Path,
    dataset: str,
    thresholds: list[float],
    to_phenomena: Path,
    to_levels: Path,
    to_means: Path,
) -> None:
    of_pairs = io.read_table(pairs, PAIRS).set_index("pair_id", drop=False)
    by_system, criteria = systems.read_by_system(deltas, DELTAS), phenomena.criteria_by_phenomenon
    by_phenomenon = systems.stack_each(by_system, criteria, of_pairs["phenomenon"], thresholds, dataset=dataset)
    io.write_table(by_phenomenon, to_phenomena, PHENOMENA)
    shares = systems.read_by_system(accuracies, ACCURACIES), io.read_table(choices, CHOICES)
    of_levels = levels.by_level(by_system, *shares, of_pairs)
    io.write_table(systems.stack(of_levels, dataset), to_levels, BY_LEVEL)
    means = {system: levels.means(table) for system, table in of_levels.items()}
    io.write_table(systems.stack(means, dataset), to_means, LEVEL_MEANS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
