"""Sentences and a classifier → its scores."""

import os
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported

import pandas as pd
import torch

from acceptability import classifier, decisions, io
from acceptability.errors import naming, reporting


def main(sentences: Path, folder: Path, measures: list[str], threads: int, to_scores: Path) -> None:
    torch.set_num_threads(threads)
    model, tokenizer = classifier.load(folder)
    table = io.read_table(sentences, "sentences")
    with naming(sentences):
        margins = classifier.margins(model, classifier.encode(model, tokenizer, table))
    parts = [
        pd.DataFrame(
            {"sentence_id": table["sentence_id"], "measure": measure, "score": decisions.MEASURES[measure](margins)}
        )
        for measure in measures
    ]
    io.write_table(pd.concat(parts), to_scores, "scores")


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            sentences=Path(snakemake.input.sentences),
            folder=Path(snakemake.input.model[0]).parent,
            measures=snakemake.params.measures,
            threads=snakemake.threads,
            to_scores=Path(snakemake.output[0]),
        )
