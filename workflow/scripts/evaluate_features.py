"""Decisions of all restarts on annotated sentences → MCC by feature."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import restarts
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import FEATURE_MCC
from acceptability.contracts.data import FEATURES, SENTENCES
from acceptability.errors import reporting


def main(labelled: Path, features: Path, predictions: list[Path], to: Path, left_out: tuple[str, ...] = ()) -> None:
    """Development sentences only. ``left_out``: major features that a published figure does not show."""
    table, annotated = io.read_table(labelled, SENTENCES).set_index("sentence_id"), io.read_table(features, FEATURES)
    told = (table["label"], table["split"], annotated, left_out)
    decided = systems.read_decisions(predictions)
    io.write_table(systems.stack_each(decided, restarts.on_development, *told), to, FEATURE_MCC)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
