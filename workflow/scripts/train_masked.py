"""A corpus, one sentence a line → a small BERT with its tokenizer, its loss curve, and what it was made from."""

import hashlib
import json
import os
from pathlib import Path

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # without it, products on a GPU differ from run to run

import torch
from tqdm import tqdm

from acceptability.contracts import io
from acceptability.contracts.scoring import LOSSES
from acceptability.errors import InputError, reporting
from acceptability.scoring import checkpoints, devices, training


def main(
    corpus: Path, described: dict, settings: training.Settings, folder: Path, to_curve: Path, checkpoint: Path
) -> None:
    torch.set_num_threads(settings.threads)
    torch.use_deterministic_algorithms(True)
    text = io.read_text(corpus)
    described = described | {"sha256": hashlib.sha256(text.encode()).hexdigest()}
    with tqdm(unit=" steps", mininterval=1) as bar:

        def progress(step: int, steps: int) -> None:
            bar.total = steps
            bar.update(step - bar.n)

        try:
            model, tokenizer, curve = training.train(
                [line for line in text.split("\n") if line],
                settings,
                checkpoint,
                described["sha256"],
                devices.device(),
                progress,
            )
        except InputError as error:
            raise InputError(f"{corpus}: {error}") from error
    provenance = {"corpus": described, "training": settings.as_dict(), "made_with": devices.describe(model)}
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    io.write_table(curve, to_curve, LOSSES)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", folder / "provenance.json")
    checkpoints.remove(checkpoint)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            corpus=Path(snakemake.input.corpus),
            described=snakemake.params.corpus,
            settings=training.Settings(**snakemake.params.training),
            folder=Path(snakemake.output.config).parent,
            to_curve=Path(snakemake.output.curve),
            checkpoint=Path(snakemake.params.checkpoint),
        )
