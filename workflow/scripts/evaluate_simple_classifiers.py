"""Labelled sentences, and scores that need no training on them → MCC of the simplest classifiers."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import simple_classifiers
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import SIMPLE_CLASSIFIERS
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.errors import naming, reporting


def main(labelled: Path, scores: list[Path], to: Path) -> None:
    table, scored = io.read_table(labelled, SENTENCES), systems.read_by_system(scores, SCORES)
    with naming(labelled):
        compared = simple_classifiers.compare(table, scored)
    io.write_table(compared, to, SIMPLE_CLASSIFIERS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
