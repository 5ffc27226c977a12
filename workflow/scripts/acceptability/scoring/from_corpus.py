"""A corpus, one sentence a line → a language model in a folder, its loss curve, and what it was made from."""

import hashlib
import json
import math
from collections.abc import Callable
from pathlib import Path

import torch

from acceptability.contracts import io
from acceptability.contracts.scoring import LOSSES
from acceptability.errors import naming
from acceptability.scoring import checkpoints, devices, progress


def make(
    train: Callable, settings, corpus: Path, described: dict, folder: Path, to_curve: Path, checkpoint: Path
) -> None:
    """Train a language model, with ``train`` and ``settings`` of the module that its kind's manifest names.

    ``described`` names the corpus in provenance.json, to which the text's checksum is added.
    """
    torch.set_num_threads(settings.threads)
    torch.use_deterministic_algorithms(True)
    text = io.read_text(corpus)
    described = described | {"sha256": hashlib.sha256(text.encode()).hexdigest()}
    sentences = [line for line in text.split("\n") if line]
    with progress.bar("steps") as report, naming(corpus):
        model, tokenizer, curve = train(sentences, settings, checkpoint, described["sha256"], devices.device(), report)
    provenance = {
        "corpus": described,
        "training": settings.as_dict(),
        "held_out_perplexity": math.exp(curve["held_out_loss"].iloc[-1]),
        "made_with": devices.describe(model),
    }
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    io.write_table(curve, to_curve, LOSSES)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", folder / "provenance.json")
    checkpoints.remove(checkpoint)
