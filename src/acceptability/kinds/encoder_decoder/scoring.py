"""Load encoder-decoders from folders, and score sentences with them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from transformers import AutoModelForSeq2SeqLM, PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability import segmentation
from acceptability.errors import InputError
from acceptability.kinds.encoder_decoder import log_probs
from acceptability.kinds.encoder_decoder.log_probs import Marks
from acceptability.messages import KEY, setting
from acceptability.scoring import pretrained
from acceptability.scoring.language_models import Scorer
from acceptability.scoring.pretrained import Architecture, Encoded


def check(model: PreTrainedModel, tokenizer: Tokenizer, folder: str | Path) -> None:
    """Raise InputError where a model lacks a token that it needs."""
    if log_probs.decoder_start(model) is None:
        raise InputError(f"{folder}: its config.json has no decoder_start_token_id; add the one of its authors")
    if log_probs.mask_of(tokenizer) is None:
        raise InputError(
            f"{folder}: the tokenizer of this encoder-decoder has neither a mask token nor {log_probs.SENTINEL}, so no "
            "word can be masked; put the tokenizer there with which the model was trained"
        )
    if tokenizer.eos_token_id is None or tokenizer("a")["input_ids"][-1] != tokenizer.eos_token_id:
        raise InputError(
            f"{folder}: the tokenizer does not put its end-of-text token after a text, as it did when the model was "
            "trained; use the tokenizer.json of the model's authors"
        )


ENCODER_DECODER = Architecture(
    name="encoder-decoder",
    model_class=AutoModelForSeq2SeqLM,
    adds_special_tokens=True,
    is_encoder_decoder=True,
    check=check,
)


class EncoderDecoder(Scorer):
    """Predict each token with the decoder, from the text that the encoder has read and from the tokens before it."""

    architecture = ENCODER_DECODER

    def encode(self, tokenizer: Tokenizer, table: pd.DataFrame, system: dict) -> list[Encoded]:
        segmented = segmentation.named(table)
        encoded = pretrained.encode(tokenizer, table["sentence"], table["sentence_id"], segmented=segmented)
        if not system["ending"]:
            return encoded
        return pretrained.with_ending(encoded, table["sentence"], segmented, tokenizer.eos_token)

    def score(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> tuple[list[dict[str, np.ndarray]], dict]:
        """Return what Scorer.score does; recorded is what the ``encoder_reads``, and that the first token is scored."""
        marks = self._marks(model, tokenizer, sentences, system)
        recorded = {"encoder_reads": marks.encoder_reads, "first_token": "scored"}
        return log_probs.score(model, sentences, system["ways"], marks), recorded

    def log_probs(
        self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict
    ) -> list[np.ndarray]:
        marks = self._marks(model, tokenizer, sentences, system)
        return [columns["log_prob"] for columns in log_probs.score(model, sentences, ["log_prob"], marks)]

    def _marks(self, model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], system: dict) -> Marks:
        """Return the tokens around sentences. Raise InputError where the sentences or settings are unfit."""
        marks = Marks.of(model, tokenizer, system["encoder_reads"])
        if system["ending"] and marks.spans and marks.encoder_reads == "mask":
            raise InputError(
                setting("ending", True, KEY),
                " needs ",
                setting("encoder_reads", "empty", KEY),
                " for a model like T5: after the text of a masked span, it generates the next mask token, "
                "not the end of the text",
            )
        if system["ending"] and system["ways"] != ["log_prob"]:
            fault = " applies to log_prob and measures made from it; leave out those named pll"
            raise InputError(setting("ending", True, KEY), fault)
        most = pretrained.limit(model, tokenizer)
        longest = max(self.lengths(tokenizer, sentences, system))
        if longest > most:
            raise InputError(
                setting("too_long", "window", KEY),
                f" is for masked and causal models; a sentence has {longest} tokens and this "
                f"encoder-decoder accepts {most}: shorten it, or use ",
                setting("too_long", "skip", KEY),
            )
        return marks


SCORER = EncoderDecoder()
