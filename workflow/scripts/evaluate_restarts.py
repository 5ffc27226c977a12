"""Margins of all restarts → MCC by restart, mean, majority vote; which is selected; what the best of k reach."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import expected_maximum, restarts, selection
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import CLASSIFIERS, EXPECTED_MAXIMUM, RESTARTS, SELECTED
from acceptability.errors import reporting


def main(
    labelled: Path, margins: list[Path], to_restarts: Path, to_summary: Path, to_selected: Path, to_expected: Path
):
    said, truth = systems.read_margins(margins), systems.read_truth(labelled)
    decided = {system: restarts.decide(table) for system, table in said.items()}
    io.write_table(systems.stack_each(decided, restarts.of_each, *truth), to_restarts, RESTARTS)
    io.write_table(systems.stack_each(said, restarts.summarise, *truth), to_summary, CLASSIFIERS)
    io.write_table(systems.stack_each(decided, selection.selected, *truth), to_selected, SELECTED)
    io.write_table(systems.stack_each(decided, expected_maximum.by_split, *truth), to_expected, EXPECTED_MAXIMUM)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
