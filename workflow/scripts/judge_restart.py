"""One restart of a classifier → what it says of a dataset's sentences."""

import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported

import torch

from acceptability import classifier, io
from acceptability.errors import reporting


def main(sentences: Path, folder: Path, restart: int, threads: int, to_margins: Path) -> None:
    torch.set_num_threads(threads)
    model, tokenizer = classifier.load(folder, restart)
    table = io.read_table(sentences, "sentences")
    io.write_table(classifier.judge(model, tokenizer, table, sentences), to_margins, "margins")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            folder=Path(snakemake.input.model[0]).parent,
            restart=int(snakemake.wildcards.restart),
            threads=snakemake.params.threads,
            to_margins=Path(snakemake.output[0]),
        )
