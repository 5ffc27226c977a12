"""Decisions of all restarts on a dataset → which sentences flip between them, and their MCC."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import expected_maximum, restarts
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import STABILITY, STABILITY_CURVE, STABILITY_MCC
from acceptability.contracts.data import SENTENCES
from acceptability.errors import reporting


def main(
    sentences: Path, predictions: list[Path], variants: list[str], to_sentences: Path, to_curve: Path, to_mcc: Path
) -> None:
    table, decided = io.read_table(sentences, SENTENCES), systems.read_decisions(predictions)
    labels = restarts.label_sources(table, variants)
    io.write_table(systems.stack_each(decided, restarts.stability, table), to_sentences, STABILITY)
    io.write_table(systems.stack_each(decided, expected_maximum.curve, labels["corrected"]), to_curve, STABILITY_CURVE)
    io.write_table(systems.stack_each(decided, restarts.against_labels, labels), to_mcc, STABILITY_MCC)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
