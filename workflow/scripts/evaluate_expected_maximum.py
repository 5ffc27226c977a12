"""Decisions of all restarts on a dataset → what the best of k restarts is expected to reach."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import expected_maximum
from acceptability.contracts import io, systems
from acceptability.contracts.classifiers import EXPECTED_MAXIMUM
from acceptability.contracts.data import SENTENCES
from acceptability.errors import reporting


def main(sentences: Path, predictions: list[Path], to: Path) -> None:
    table = io.read_table(sentences, SENTENCES).set_index("sentence_id")
    truth = table["label"], table["split"] if "split" in table else table["label"].map(lambda _: "all")
    expected = systems.stack_each(systems.read_decisions(predictions), expected_maximum.by_split, *truth)
    io.write_table(expected, to, EXPECTED_MAXIMUM)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
