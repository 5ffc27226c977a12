"""Pairs that some rows all meet and others all miss, with their sentences, ratings and deltas."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import examples
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import EXAMPLES
from acceptability.errors import reporting


def main(sentences: Path, pairs: Path, deltas: list[Path], example: dict, to: Path) -> None:
    """``example`` has ``met`` and ``missed``, see criteria.qualifying."""
    shown = examples.with_texts(io.read_table(pairs, PAIRS), io.read_table(sentences, SENTENCES))
    selected = examples.select(shown, systems.read_delta_columns(deltas), example["met"], example["missed"])
    io.write_table(selected.reset_index(), to, EXAMPLES)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
