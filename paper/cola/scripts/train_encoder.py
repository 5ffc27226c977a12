"""Real sentences, fakes and an LSTM → an encoder that tells them apart, its loss curve, and how well it does."""

import hashlib
import json
import os
from pathlib import Path

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # without it, products on a GPU differ from run to run

import torch

from acceptability.contracts import io
from acceptability.contracts.scoring import LOSSES
from acceptability.errors import reporting
from acceptability.papers.cola.contracts import FAKES, REAL_FAKE
from acceptability.papers.cola.encoder import fakes, real_fake
from acceptability.papers.cola.lstm.scoring import LSTM
from acceptability.scoring import checkpoints, devices, pretrained, progress
from acceptability.sources import model_files


def main(
    model: Path, sentences: Path, encoder: str, described: dict, training: dict, checkpoint: Path, to: Path
) -> None:
    """``described`` says which model made the fakes, and how; ``to`` is the encoder's folder."""
    settings = real_fake.Settings(**training)
    torch.set_num_threads(settings.threads)
    torch.use_deterministic_algorithms(True)
    language_model, tokenizer = pretrained.load(model, LSTM)
    table = io.read_table(sentences, FAKES)
    made_from = {
        "base": model_files.read_origin(model),
        "fakes": described | {"sha256": hashlib.sha256(sentences.read_bytes()).hexdigest()},
    }
    with progress.bar("steps") as report:
        classifier, curve, judged = real_fake.train(
            language_model, tokenizer, table, encoder, settings, checkpoint, json.dumps(made_from), report
        )
    print(judged.to_string(index=False))
    provenance = made_from | {
        "encoder": encoder,
        "training": settings.as_dict(),
        "held_out": judged.to_dict("records"),
        "made_with": devices.describe(classifier),
    }
    classifier.save_pretrained(to)
    tokenizer.save_pretrained(to)
    io.write_table(curve, to / "losses.csv", LOSSES)
    io.write_table(judged, to / "real_fake.csv", REAL_FAKE)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to / "provenance.json")
    checkpoints.remove(checkpoint)


if __name__ == "__main__":
    with reporting(snakemake.log[0], snakemake.output):
        main(
            model=Path(snakemake.input.model[0]).parent,
            sentences=Path(snakemake.input.fakes),
            encoder=snakemake.wildcards.encoder,
            described={"model": snakemake.wildcards.system} | fakes.Settings(**snakemake.params.fakes).as_dict(),
            training=snakemake.params.training,
            checkpoint=Path(snakemake.params.checkpoint),
            to=Path(snakemake.output.config).parent,
        )
