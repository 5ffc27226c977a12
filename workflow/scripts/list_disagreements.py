"""Deltas of all systems of a dataset → pairs on which humans, experts and systems disagree."""

from pathlib import Path

from acceptability.adapter import arguments
from acceptability.analysis import disagreements, examples
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import DISAGREEMENTS
from acceptability.errors import reporting


def main(sentences: Path, pairs: Path, deltas: list[Path], threshold: float, to: Path) -> None:
    columns = systems.read_delta_columns(deltas)
    texts = examples.with_texts(io.read_table(pairs, PAIRS), io.read_table(sentences, SENTENCES))
    shown = texts[["phenomenon", "good", "bad"]].join(columns.rename(columns={"human": "human_delta"}))
    listed = disagreements.list_disagreements(columns, [threshold])
    io.write_table(listed.join(shown, on="pair_id", validate="many_to_one"), to, DISAGREEMENTS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
