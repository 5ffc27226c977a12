"""One restart of a classifier → what it says of a dataset's sentences."""

import os
from importlib import import_module
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported

import torch

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import MARGINS
from acceptability.errors import naming, reporting
from acceptability.scoring.too_long import Skipping


def main(
    sentences: Path, model: list[Path], scoring: str, system: str, restart: str, threads: int, skip: bool, to: Path
) -> None:
    """``skip``: sentences that are too long are left out, and no error."""
    torch.set_num_threads(threads)
    classifier = import_module(f"acceptability.{scoring}")
    loaded, tokenizer = classifier.load(model[0].parent, int(restart))
    skipping = Skipping(system) if skip else None
    with naming(sentences):
        table, _ = classifier.leave_out(loaded, tokenizer, io.read_table(sentences, SENTENCES), skipping)
    io.write_table(classifier.judge(loaded, tokenizer, table, sentences), to, MARGINS)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
