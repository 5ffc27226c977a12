"""Decisions of all restarts → MCC by restart, mean, majority vote; which is selected; what the best of k reach."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import expected_maximum, restarts
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import CLASSIFIERS, EXPECTED_MAXIMUM, RESTARTS, SELECTED
from acceptability.errors import reporting


def main(
    labelled: Path,
    predictions: list[Path],
    margins: list[Path],
    to_restarts: Path,
    to_summary: Path,
    to_selected: Path,
    to_expected: Path,
) -> None:
    decided, truth = systems.read_decisions(predictions), systems.read_truth(labelled)
    said = systems.read_margins(margins)
    summaries = {system: restarts.summarise(table, said[system], *truth) for system, table in decided.items()}
    io.write_table(systems.stack_each(decided, restarts.of_each, *truth), to_restarts, RESTARTS)
    io.write_table(systems.stack(summaries), to_summary, CLASSIFIERS)
    io.write_table(systems.stack_each(decided, restarts.selected, *truth), to_selected, SELECTED)
    io.write_table(systems.stack_each(decided, expected_maximum.by_split, *truth), to_expected, EXPECTED_MAXIMUM)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
