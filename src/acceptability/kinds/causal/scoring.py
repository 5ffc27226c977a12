"""Load causal language models from folders, and score sentences with them."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from transformers import AutoModelForCausalLM, PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability import segmentation
from acceptability.kinds.causal import beginning_tokens as tokens
from acceptability.kinds.causal import beginnings, conventions, log_probs
from acceptability.scoring import batches, regions
from acceptability.scoring.language_models import Scorer
from acceptability.scoring.pretrained import Architecture, Encoded, token_ids

CAUSAL = Architecture(
    name="causal",
    model_class=AutoModelForCausalLM,
    left_to_right=True,
)


class Causal(Scorer):
    """Predict each token from those before it."""

    architecture = CAUSAL

    def settle(
        self, model: PreTrainedModel, tokenizer: Tokenizer, table: pd.DataFrame, system: dict
    ) -> tuple[dict, dict]:
        """Return the system with ``settled``, what ``beginning: auto`` means, and what beginnings.chosen records."""
        space = " " if system["leading_space"] else ""
        is_part = "scored" in table  # the end, which is scored after a whole sentence, is no part of one
        if system["beginning"] != tokens.AUTO:
            token, recorded = beginnings.chosen(model, tokenizer, [], system["beginning"])
            return system, recorded | self._convention(tokenizer, token, table, system)
        lengths = map(len, token_ids(tokenizer, regions.upto(table).tolist(), space))
        token, recorded = beginnings.chosen(
            model,
            tokenizer,
            table["sentence"],
            system["beginning"],
            leading_space=system["leading_space"],
            needs_token=min(lengths) < 2 and (is_part or not system["ending"]),
        )
        settled = system | {"settled": tokens.text_of(tokenizer, token) or False}
        return settled, recorded | self._convention(tokenizer, token, table, system)

    @staticmethod
    def _convention(tokenizer: Tokenizer, token: int | None, table: pd.DataFrame, system: dict) -> dict[str, dict]:
        if {"scored", "context"} & set(table):  # a part of a text, for which conventions have no words
            return {}
        return conventions.recorded(tokenizer, token, system["leading_space"], system["ending"])

    def encode(self, tokenizer: Tokenizer, table: pd.DataFrame, system: dict) -> list[Encoded]:
        around = system.get("settled", system["beginning"]), system["ending"], system["leading_space"]
        segmented = segmentation.named(table)
        return log_probs.prepare(tokenizer, table["sentence"], table["sentence_id"], *around, segmented)

    def score(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> tuple[list[dict[str, np.ndarray]], dict]:
        """Return what Scorer.score does.

        It records how many ``tokens`` are in the sentences, special ones included, how many ``tokens_computed`` went
        through the model, and the ``doubts`` that beginnings.doubts gives.
        """
        with batches.counted(model) as computed:
            scored = log_probs.score(
                model, tokenizer, sentences, savings=system["exact_savings"], words=system.get("words", False)
            )
        counts = {"tokens": sum(len(sentence.ids) for sentence in sentences), "tokens_computed": sum(computed)}
        print("{tokens:,} tokens in all sentences, {tokens_computed:,} computed".format(**counts))
        doubts = []
        if system.get("doubts", True):
            doubts = beginnings.doubts(model, tokenizer, sentences, scored, system["beginning"])
        for doubt in doubts:
            print(f"warning: {doubt}")
        return scored, counts | {"doubts": doubts}

    def log_probs(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> list[np.ndarray]:
        scored = log_probs.score(model, tokenizer, sentences, savings=system["exact_savings"])
        return [columns["log_prob"] for columns in scored]


SCORER = Causal()
