"""Real sentences, fakes and an LSTM → an encoder that tells them apart, its loss curve, and how well it does."""

import hashlib
import json
import os
from importlib import import_module
from pathlib import Path

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # without it, products on a GPU differ from run to run

import torch

from acceptability.contracts import io
from acceptability.contracts.scoring import FAKES, LOSSES, REAL_FAKE
from acceptability.errors import reporting
from acceptability.kinds.lstm.scoring import LSTM
from acceptability.scoring import checkpoints, devices, pretrained, progress
from acceptability.sources import model_files


def main(
    model: Path, fakes: Path, encoder: str, module: str, described: dict, training: dict, checkpoint: Path, to: Path
) -> None:
    """``described`` says which model made the fakes, and how; ``to`` is the encoder's folder."""
    real_fake = import_module(f"acceptability.{module}")
    settings = real_fake.Settings(**training)
    torch.set_num_threads(settings.threads)
    torch.use_deterministic_algorithms(True)
    language_model, tokenizer = pretrained.load(model, LSTM)
    table = io.read_table(fakes, FAKES)
    made_from = {
        "base": model_files.read_origin(model),
        "fakes": described | {"sha256": hashlib.sha256(fakes.read_bytes()).hexdigest()},
    }
    with progress.bar("steps") as report:
        made, curve, judged = real_fake.train(
            language_model, tokenizer, table, encoder, settings, checkpoint, json.dumps(made_from), report
        )
    print(judged.to_string(index=False))
    provenance = made_from | {
        "encoder": encoder,
        "training": settings.as_dict(),
        "held_out": judged.to_dict("records"),
        "made_with": devices.describe(made),
    }
    made.save_pretrained(to)
    tokenizer.save_pretrained(to)
    io.write_table(curve, to / "losses.csv", LOSSES)
    io.write_table(judged, to / "real_fake.csv", REAL_FAKE)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", to / "provenance.json")
    checkpoints.remove(checkpoint)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(
            model=Path(snakemake.input.model[0]).parent,
            fakes=Path(snakemake.input.fakes),
            encoder=snakemake.wildcards.encoder,
            module=snakemake.params.module,
            described={"model": snakemake.wildcards.system} | snakemake.params.fakes,
            training=snakemake.params.training,
            checkpoint=Path(snakemake.params.checkpoint),
            to=Path(snakemake.output.config).parent,
        )
