"""Train a language model on a corpus with one sentence in each line; write its folder, curve and provenance."""

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

import pandas as pd
import torch
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.contracts import io
from acceptability.contracts.scoring import LOSSES
from acceptability.errors import naming
from acceptability.scoring import checkpoints, devices, loop, progress


def train(
    training: ModuleType,
    sentences: Sequence[str],
    settings,
    checkpoint: Path,
    corpus: str,
    device: torch.device,
    report: Callable[[int, int], None],
    seconds: float = loop.CHECKPOINT_SECONDS,
) -> tuple[PreTrainedModel, Tokenizer, pd.DataFrame]:
    """Train a tokenizer and a model; returns them and the loss curve.

    ``training`` is the module that a kind's manifest names, and ``settings`` are its own; ``corpus`` is the checksum of
    the text; ``report`` is told of progress, and it, ``checkpoint`` and ``seconds`` go to loop.run. The curve has
    ``step, tokens`` (both since the start), ``loss`` (of the training since the row before) and ``held_out_loss`` (of
    sentences that are not trained on), natural logarithms.
    """
    tokenizer, plan = training.prepare(sentences, settings, device)
    identity = json.dumps({"kind": training.__name__, "corpus": corpus, "settings": asdict(settings)})
    curve = loop.run(plan, checkpoint, identity, report, seconds)
    return plan.model.eval(), tokenizer, pd.DataFrame(curve, columns=["step", "tokens", "loss", "held_out_loss"])


def make(
    training: ModuleType, settings, corpus: Path, described: dict, folder: Path, to_curve: Path, checkpoint: Path
) -> None:
    """Write what train makes of a corpus, and what it was made from.

    ``described`` names the corpus in provenance.json, to which the text's checksum is added.
    """
    torch.set_num_threads(settings.threads)
    torch.use_deterministic_algorithms(True)
    text = io.read_text(corpus)
    described = described | {"sha256": hashlib.sha256(text.encode()).hexdigest()}
    sentences = [line for line in text.split("\n") if line]
    with progress.bar("steps") as report, naming(corpus):
        model, tokenizer, curve = train(
            training, sentences, settings, checkpoint, described["sha256"], devices.device(), report
        )
    provenance = {
        "corpus": described,
        "training": asdict(settings),
        "held_out_perplexity": math.exp(curve["held_out_loss"].iloc[-1]),
        "made_with": devices.describe(model),
    }
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    io.write_table(curve, to_curve, LOSSES)
    io.write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n", folder / "provenance.json")
    checkpoints.remove(checkpoint)
