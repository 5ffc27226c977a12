"""Sentences of a dataset that a classifier's training set has too."""

from pathlib import Path

from acceptability import contamination, io
from acceptability.errors import reporting


def main(sentences: Path, labelled: Path, to_table: Path) -> None:
    table = io.read_table(labelled, "labelled")
    found = contamination.find(io.read_table(sentences, "sentences"), table[table["split"] == "train"])
    print(f"{len(found)} sentences are in the training set")
    io.write_table(found, to_table, "contamination")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            labelled=Path(snakemake.input.labelled),
            to_table=Path(snakemake.output[0]),
        )
