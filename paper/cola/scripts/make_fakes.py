"""A corpus and the LSTM that was trained on it → real sentences, sampled ones and permuted ones."""

from pathlib import Path

import torch

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.errors import naming, reporting
from acceptability.papers.cola.contracts import FAKES
from acceptability.papers.cola.encoder import fakes
from acceptability.papers.cola.lstm.scoring import LSTM
from acceptability.scoring import pretrained, progress


def main(model: list[Path], corpus: Path, settings: dict, to: Path) -> None:
    torch.set_num_threads(settings["threads"])
    language_model, tokenizer = pretrained.load(model[0].parent, LSTM)
    sentences = [line for line in io.read_text(corpus).split("\n") if line]
    with progress.bar("sentences") as report, naming(corpus):
        table = fakes.make(language_model, tokenizer, sentences, fakes.Settings(**settings), report)
    io.write_table(table, to, FAKES)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
