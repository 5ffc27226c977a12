"""One restart of a classifier → what it says of a dataset's sentences."""

import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported

import torch

from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import MARGINS
from acceptability.errors import reporting
from acceptability.scoring import classifier


def main(sentences: Path, folder: Path, restart: int, threads: int, to_margins: Path) -> None:
    torch.set_num_threads(threads)
    model, tokenizer = classifier.load(folder, restart)
    table = io.read_table(sentences, SENTENCES)
    io.write_table(classifier.judge(model, tokenizer, table, sentences), to_margins, MARGINS)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            folder=Path(snakemake.input.model[0]).parent,
            restart=int(snakemake.wildcards.restart),
            threads=snakemake.params.threads,
            to_margins=Path(snakemake.output[0]),
        )
