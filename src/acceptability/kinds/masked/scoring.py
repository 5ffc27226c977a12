"""Load masked language models from folders, and score sentences with them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from transformers import AutoModelForMaskedLM, PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability import segmentation
from acceptability.errors import InputError
from acceptability.kinds.masked import log_probs, operations
from acceptability.scoring import pretrained
from acceptability.scoring.conventions import conventions
from acceptability.scoring.language_models import Scorer
from acceptability.scoring.pretrained import Architecture, Encoded
from acceptability.sources.model_config import kind_is


def check(model: PreTrainedModel, tokenizer: Tokenizer, folder: str | Path) -> None:
    """Raise InputError where nothing can be masked."""
    if tokenizer.mask_token_id is None:
        raise InputError(
            f"{folder}: the tokenizer has no mask token, so no word can be masked; if the model is causal, set "
            "its kind (",
            kind_is("causal"),
            "), or else put the tokenizer there with which it was trained",
        )


MASKED = Architecture(
    name="masked",
    model_class=AutoModelForMaskedLM,
    adds_special_tokens=True,
    check=check,
)


class Masked(Scorer):
    """Predict each token from all others."""

    architecture = MASKED

    def settle(
        self, model: PreTrainedModel, tokenizer: Tokenizer, table: pd.DataFrame, system: dict
    ) -> tuple[dict, dict]:
        """Return the system, and ``convention``: how each column's tokens are masked, in words.

        Parts of texts have none.
        """
        ways = () if {"scored", "context"} & set(table) else conventions()
        return system, {"convention": {way.prediction: way.words for way in ways if way.kind == self.architecture.name}}

    def encode(self, tokenizer: Tokenizer, table: pd.DataFrame, system: dict) -> list[Encoded]:
        segmented = segmentation.named(table)
        return pretrained.encode(tokenizer, table["sentence"], table["sentence_id"], segmented=segmented)

    def lengths(self, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict) -> list[int]:
        return log_probs.lengths(tokenizer, sentences, log_probs.ways(tokenizer, system["as_published"]))

    def score(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> tuple[list[dict[str, np.ndarray]], dict]:
        ways = log_probs.ways(tokenizer, system["as_published"])
        with operations.measured(model) as meter:
            scored = log_probs.score(model, tokenizer, sentences, ways)
        if meter.computed:
            print(meter)
        return scored, {}

    def log_probs(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> list[np.ndarray]:
        scored = log_probs.score(model, tokenizer, sentences, ["log_prob"])
        return [columns["log_prob"] for columns in scored]


SCORER = Masked()
