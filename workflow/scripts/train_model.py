"""A corpus, one sentence a line → a language model with its tokenizer, its loss curve, and what it was made from."""

import os
from importlib import import_module
from pathlib import Path

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # without it, products on a GPU differ from run to run

from acceptability.errors import reporting
from acceptability.scoring import from_corpus

if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        training = import_module(f"acceptability.{snakemake.params.module}")
        from_corpus.make(
            training,
            training.Settings(**snakemake.params.training),
            corpus=Path(snakemake.input.corpus),
            described=snakemake.params.corpus,
            folder=Path(snakemake.output.config).parent,
            to_curve=Path(snakemake.output.curve),
            checkpoint=Path(snakemake.params.checkpoint),
        )
