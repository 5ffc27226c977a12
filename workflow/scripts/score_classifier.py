"""Sentences and a classifier → its scores."""

import json
import os
from importlib import import_module
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"  # before the libraries are imported

import pandas as pd
import torch

from acceptability.adapter import arguments
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.errors import reporting
from acceptability.scoring import devices
from acceptability.scoring.measures import MEASURES
from acceptability.sources import model_files


def main(
    sentences: Path,
    model: list[Path],
    scoring: str,
    measures: list[str],
    threads: int,
    to_scores: Path,
    to_provenance: Path,
) -> None:
    """``model``: the files of a classifier, in one folder."""
    torch.set_num_threads(threads)
    folder = model[0].parent
    classifier = import_module(f"acceptability.{scoring}")
    loaded, tokenizer = classifier.load(folder)
    judged = classifier.judge(loaded, tokenizer, io.read_table(sentences, SENTENCES), sentences)
    parts = [
        judged[["sentence_id"]].assign(measure=measure, score=judged["margin"].map(MEASURES[measure].function))
        for measure in measures
    ]
    provenance = model_files.read_origin(folder) | {"threads": threads} | devices.describe(loaded)
    io.write_table(pd.concat(parts), to_scores, SCORES)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to_provenance)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
