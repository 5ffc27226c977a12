"""LSTM language models in folders: how they are loaded, and how they score sentences."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from transformers import AutoModelForCausalLM, PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability import segmentation
from acceptability.errors import InputError
from acceptability.kinds.causal.scoring import Causal
from acceptability.papers.cola.lstm import log_probs, recurrent
from acceptability.scoring.pretrained import Architecture, Encoded


def check(model: PreTrainedModel, tokenizer: Tokenizer, folder: Path) -> None:
    """Raise InputError where a model is of another kind, or its tokenizer does not know all of its words."""
    if model.config.model_type != recurrent.WordLstmConfig.model_type:
        raise InputError(f"{folder}: is no LSTM that was trained here; use kind: causal")
    known = model.get_input_embeddings().num_embeddings
    if len(tokenizer) < known:
        raise InputError(
            f"{folder}: the tokenizer knows {len(tokenizer)} tokens and the model {known}; "
            "use the tokenizer that belongs to the model"
        )


LSTM = Architecture(
    name="lstm",
    model_class=AutoModelForCausalLM,
    alternative="its architecture is not that of a lstm language model; try kind: masked",
    check=check,
)


class Lstm(Causal):
    """Each word is predicted from those before it; sentences are read as causal models read them."""

    architecture = LSTM

    def encode(self, tokenizer: Tokenizer, table: pd.DataFrame, system: dict) -> list[Encoded]:
        spaced = segmentation.spaced(table, "an LSTM predicts words")
        return super().encode(tokenizer, table.assign(sentence=spaced), system)

    def score(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> tuple[list[dict[str, np.ndarray]], dict]:
        return log_probs.score(model, sentences, system["ending"]), {}


SCORER = Lstm()
