"""Load masked models that predict a token at the place before it, and score sentences with them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability import segmentation
from acceptability.errors import InputError
from acceptability.kinds.masked import log_probs
from acceptability.kinds.masked.scoring import MASKED
from acceptability.scoring import pretrained
from acceptability.scoring.language_models import Scorer
from acceptability.scoring.pretrained import Encoded


def check(model: PreTrainedModel, tokenizer: Tokenizer, folder: str | Path) -> None:
    """Raise InputError where nothing can be masked, or a token that belongs before a sentence is not put there."""
    MASKED.check(model, tokenizer, folder)
    beginning = tokenizer.cls_token or tokenizer.bos_token
    special = tokenizer("a", return_special_tokens_mask=True)["special_tokens_mask"]
    if beginning and not special[0]:
        raise InputError(
            f"{folder}: the tokenizer knows {beginning} and does not put it before a text, so there is no place at "
            "which the first token is predicted; use the tokenizer.json of the model's authors, or take the token out "
            "of tokenizer_config.json, if the model was trained without it, and the first token is not scored"
        )


MNTP = replace(MASKED, name="mntp", check=check)


class Mntp(Scorer):
    """Predict each token from all others, at the place before its own."""

    architecture = MNTP

    def encode(self, tokenizer: Tokenizer, table: pd.DataFrame, system: dict) -> list[Encoded]:
        """Return what Scorer.encode does; a token with nothing before it, not even a special token, is not scored."""
        segmented = segmentation.named(table)
        encoded = pretrained.encode(tokenizer, table["sentence"], table["sentence_id"], segmented=segmented)
        if encoded[0].first:
            return encoded
        return pretrained.without_first(encoded, "leave it out, as this model does not predict it")

    def score(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> tuple[list[dict[str, np.ndarray]], dict]:
        """Return what Scorer.score does; recorded is whether the ``first_token`` is scored."""
        recorded = {"first_token": "scored" if sentences[0].first else "not scored"}
        return log_probs.score(model, tokenizer, sentences, ["log_prob"], ahead=system["ahead"]), recorded

    def log_probs(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> list[np.ndarray]:
        scored, _ = self.score(model, tokenizer, sentences, system)
        return [columns["log_prob"] for columns in scored]


SCORER = Mntp()
