"""Load classifiers from folders, and compute how acceptable they find sentences."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from transformers import AutoModelForSequenceClassification, PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError, naming
from acceptability.messages import KEY, Message, setting
from acceptability.scoring import batches, devices, pretrained
from acceptability.scoring.pretrained import Architecture
from acceptability.scoring.too_long import Skipping

MEND = Message(
    "shorten them, or set ",
    setting("too_long", "skip", KEY),
    " in config.yaml, which leaves them without a score from this model (",
    setting("too_long", "window", KEY),
    " does not help, because a classifier reads whole sentences)",
)
CLASSIFIER = Architecture(
    name="classifier",
    model_class=AutoModelForSequenceClassification,
    alternative="there is no classifier of its architecture; fine-tune another model",
    adds_special_tokens=True,
)


def load(folder: Path, number: int = 0) -> tuple[PreTrainedModel, Tokenizer]:
    """Return a finished classifier and its tokenizer, ready to score."""
    tokenizer = pretrained.load_tokenizer(folder, CLASSIFIER)
    model, report = pretrained.load_weights(folder, CLASSIFIER)
    if report["missing_keys"] or model.config.num_labels != 2:
        raise InputError(f"{folder}: is not a classifier with two classes; remove the folder, and run again")
    return pretrained.place(model, folder, CLASSIFIER, devices.device(number)), tokenizer


def encode(model: PreTrainedModel, tokenizer: Tokenizer, table: pd.DataFrame, fix: str = MEND) -> dict[str, list[int]]:
    """Return token ids, special ones included, by sentence_id. InputError, which ends in ``fix``, where some are too
    long.
    """
    encoded = pretrained.encode(tokenizer, table["sentence"], table["sentence_id"])
    lengths, most = [len(sentence.ids) for sentence in encoded], pretrained.limit(model, tokenizer)
    return {sentence.name: sentence.ids for sentence in pretrained.admit(encoded, lengths, most, "refuse", fix)}


def leave_out(
    model: PreTrainedModel, tokenizer: Tokenizer, table: pd.DataFrame, skipping: Skipping | None, *helps: str
) -> tuple[pd.DataFrame, dict]:
    """Return the sentences of a table that are not too long, and what is recorded of the others.

    All of them, and nothing, where none are left out (``skipping`` is None). ``helps`` as in Skipping.leave_out.
    """
    if skipping is None:
        return table, {}
    encoded = pretrained.encode(tokenizer, table["sentence"], table["sentence_id"])
    lengths = [len(sentence.ids) for sentence in encoded]
    return skipping.leave_out(table, lengths, pretrained.limit(model, tokenizer), *helps)


def margins(model: PreTrainedModel, rows: Sequence[list[int]]) -> np.ndarray:
    """Return the logit of the acceptable class minus the other's, for each row of token ids; no row is padded."""
    model.eval()
    computed = np.empty(len(rows))

    def forward(model: PreTrainedModel, numbers: list[int]) -> None:
        ids = torch.tensor([rows[number] for number in numbers], device=model.device)
        logits = model(input_ids=ids, attention_mask=torch.ones_like(ids)).logits.double()
        computed[numbers] = (logits[:, 1] - logits[:, 0]).cpu().numpy()

    whole = batches.Part(forward, [len(row) for row in rows], len(rows))
    batches.run(model, [whole], batches.default_budget(model), len(rows))
    if not np.isfinite(computed).all():
        raise InputError("the classifier's answers are not finite numbers; set a smaller learning_rate in config.yaml")
    return computed


def judge(model: PreTrainedModel, tokenizer: Tokenizer, table: pd.DataFrame, where: Path) -> pd.DataFrame:
    """Return ``sentence_id, margin`` of each ``sentence`` of a table. Errors name the file ``where``."""
    with naming(where):
        rows = encode(model, tokenizer, table)
    return pd.DataFrame({"sentence_id": rows.keys(), "margin": margins(model, list(rows.values()))})
