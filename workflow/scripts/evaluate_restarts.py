"""Decisions of all restarts → MCC by restart, their mean and majority vote, and which restart is selected."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import restarts
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import CLASSIFIERS, RESTARTS, SELECTED
from acceptability.contracts.data import SENTENCES
from acceptability.errors import reporting


def main(labelled: Path, predictions: list[Path], to_restarts: Path, to_summary: Path, to_selected: Path) -> None:
    table = io.read_table(labelled, SENTENCES).set_index("sentence_id")
    decided, truth = systems.read_decisions(predictions), (table["label"], table["split"])
    io.write_table(systems.stack_each(decided, restarts.of_each, *truth), to_restarts, RESTARTS)
    io.write_table(systems.stack_each(decided, restarts.summarise, *truth), to_summary, CLASSIFIERS)
    io.write_table(systems.stack_each(decided, restarts.selected, *truth), to_selected, SELECTED)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
