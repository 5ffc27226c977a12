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
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.scoring import SCORES
from acceptability.errors import naming, reporting
from acceptability.scoring import devices
from acceptability.scoring.measures import MEASURES
from acceptability.scoring.too_long import Skipping
from acceptability.sources import model_files


def main(
    sentences: Path,
    model: list[Path],
    scoring: str,
    measures: list[str],
    system: str,
    threads: int,
    to_scores: Path,
    to_provenance: Path,
    pairs: Path | None = None,
) -> None:
    """``model``: the files of a classifier, in one folder; ``pairs``: given where sentences that are too long are left
    out."""
    torch.set_num_threads(threads)
    folder = model[0].parent
    classifier = import_module(f"acceptability.{scoring}")
    loaded, tokenizer = classifier.load(folder)
    skipping = Skipping(system, io.read_table(pairs, PAIRS)) if pairs else None
    with naming(sentences):
        table, left_out = classifier.leave_out(loaded, tokenizer, io.read_table(sentences, SENTENCES), skipping)
    judged = classifier.judge(loaded, tokenizer, table, sentences)
    parts = [
        judged[["sentence_id"]].assign(measure=measure, score=judged["margin"].map(MEASURES[measure].function))
        for measure in measures
    ]
    provenance = model_files.read_origin(folder) | {"threads": threads} | left_out | devices.describe(loaded)
    io.write_table(pd.concat(parts), to_scores, SCORES)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to_provenance)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(**arguments(main, snakemake))
