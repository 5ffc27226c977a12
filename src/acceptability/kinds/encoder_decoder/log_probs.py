"""Compute log-probabilities of tokens that a decoder writes, given the text that its encoder reads.

There are four *ways* to predict a token; logarithms are natural. ``before`` and ``after`` are what the tokenizer puts
around a text (T5: nothing and ``</s>``; BART: ``<s>`` and ``</s>``), ``start`` is the token with which the decoder
begins, and ``mask`` the mask token, or else T5's first sentinel ``<extra_id_0>``.

==========================  ==========================================  ===========================================
way                         the encoder reads                           the decoder has, before the token
==========================  ==========================================  ===========================================
log_prob, mask              before mask after                           start, mask (T5) or before (BART), the tokens
                                                                        before it
log_prob, empty             before after                                start, before (BART), the tokens before it
log_prob_infilling          the sentence, this token masked             T5: start mask; BART: start, before, the
                                                                        tokens before it
log_prob_babylm_mask        the sentence, this token masked             bos, if there is one, and mask
log_prob_babylm_prefix      cls, if there is one, mask, eos             bos or mask, mask, the tokens before it
==========================  ==========================================  ===========================================

The first way makes a probability of the sentence. In the others the token is hidden, or the decoder begins as it never
did in training; the last two are those of BabyLM's evaluation pipeline.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from torch import Tensor
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer
from transformers.modeling_outputs import BaseModelOutput

from acceptability.scoring import batches, predicted
from acceptability.scoring.pretrained import Encoded, check_finite

SENTINEL = "<extra_id_0>"
SPAN_WRITERS = ("t5", "mt5", "umt5")  # types of models that write the masked text; others write the whole text


def mask_of(tokenizer: Tokenizer) -> int | None:
    """Return the mask token, or else T5's first sentinel; None where there is neither."""
    if tokenizer.mask_token_id is not None:
        return tokenizer.mask_token_id
    return tokenizer.get_vocab().get(SENTINEL)


def decoder_start(model: PreTrainedModel) -> int | None:
    """Return the token with which the decoder begins, by config.json or generation_config.json; None without one."""
    settings = (config for config in (model.config, model.generation_config) if config)
    starts = (getattr(config, "decoder_start_token_id", None) for config in settings)
    return next((start for start in starts if start is not None), None)


@dataclass(frozen=True)
class Marks:
    """Contain the tokens around what a model reads and writes.

    ``encoder_reads`` is mask or empty; ``spans`` says whether the decoder writes only the masked text. The
    others as in the table above; bos, cls and eos are lists, empty where there is no such token.
    """

    encoder_reads: str
    spans: bool
    start: int
    mask: int
    bos: list[int]
    cls: list[int]
    eos: list[int]

    @classmethod
    def of(cls, model: PreTrainedModel, tokenizer: Tokenizer, encoder_reads: str | None) -> "Marks":
        """Return the marks of a model; without ``encoder_reads``, what is usual for models of its type."""
        spans = model.config.model_type in SPAN_WRITERS
        special = tokenizer.bos_token_id, tokenizer.cls_token_id, tokenizer.eos_token_id
        special_ids = ([] if number is None else [number] for number in special)
        usual = "mask" if spans else "empty"
        start, mask = cast(int, decoder_start(model)), cast(int, mask_of(tokenizer))  # scoring.check requires them
        return cls(encoder_reads or usual, spans, start, mask, *special_ids)

    def whole(self, way: str, sentence: Encoded) -> tuple[list[int], list[int]]:
        """Return what the encoder reads and what the decoder has before the first token, by a way without masks."""
        before, after = sentence.ids[: sentence.first], sentence.ids[sentence.last + 1 :]
        if way == "log_prob_babylm_prefix":
            return [*self.cls, self.mask, *self.eos], [*(self.bos or [self.mask]), self.mask]
        masks = [self.mask] if self.encoder_reads == "mask" else []
        return [*before, *masks, *after], [self.start, *(masks if self.spans else before)]

    def masked(self, way: str, sentence: Encoded) -> list[int]:
        """Return what the decoder has before a masked token; where it writes the whole text, before the first one."""
        if way == "log_prob_babylm_mask":
            return [*self.bos, self.mask]
        return [self.start, *([self.mask] if self.spans else sentence.ids[: sentence.first])]

    def writes_all(self, way: str) -> bool:
        """Return whether the decoder has the tokens before a masked one."""
        return way == "log_prob_infilling" and not self.spans


def score(
    model: PreTrainedModel,
    sentences: Sequence[Encoded],
    ways: Sequence[str],
    marks: Marks,
    budget: int | None = None,
) -> list[dict[str, np.ndarray]]:
    """Return, for each sentence, the log-probabilities of its tokens in each way, and their ``rank`` by log_prob.

    A rank is 1 + the number of tokens that are more probable. ``budget`` is the number of tokens that go through the
    model at once. Raises InputError for a log-probability that is not finite.
    """
    columns = [*ways, *(["rank"] if "log_prob" in ways else [])]
    scored = [
        {name: np.empty(len(sentence.places), int if name == "rank" else float) for name in columns}
        for sentence in sentences
    ]
    by_masks = [way for way in ways if way in ("log_prob_infilling", "log_prob_babylm_mask")]
    whole = [way for way in ways if way not in by_masks]
    parts = [_whole(sentences, scored, way, marks) for way in whole]
    if by_masks:
        parts.append(_masked(sentences, scored, by_masks, marks))
    # Every token of a whole sentence goes through the vocabulary projection, whose output is larger than all else.
    budget = budget or batches.default_budget(model) // (8 if whole else 1)
    batches.run(model, parts, budget, len(sentences) * len(parts))
    return scored


def _whole(
    sentences: Sequence[Encoded], scored: Sequence[dict[str, np.ndarray]], way: str, marks: Marks
) -> batches.Part:
    """Return the scoring of whole sentences, into the columns of ``scored``, after a source that is always the same."""
    source, prefix = marks.whole(way, sentences[0])

    def forward(model: PreTrainedModel, rows: list[int]) -> None:
        batch = [sentences[number] for number in rows]
        written = np.array([[*prefix, *_written(sentence)] for sentence in batch])
        row = np.repeat(np.arange(len(rows)), [len(sentence.places) for sentence in batch])
        # A token is predicted at the place of the one before it: that of the first, at the last one that is given.
        places = [place - sentence.first + len(prefix) - 1 for sentence in batch for place in sentence.places]
        encoded = _encode(model, np.array([source])).expand(len(rows), -1, -1)
        logits = _logits_at(model, encoded, written, row, np.array(places))
        targets = [sentence.ids[place] for sentence in batch for place in sentence.places]
        read = _read(logits, targets, way == "log_prob")
        ends = np.cumsum([len(sentence.places) for sentence in batch])[:-1]
        for name, values in read.items():
            for number, value in zip(rows, np.split(values, ends), strict=True):
                scored[number][way if name == "log_prob" else name] = value
        for number in rows:
            check_finite(sentences[number], scored[number][way].sum())

    return batches.Part(forward, [len(prefix) + len(_written(sentence)) for sentence in sentences], len(sentences))


def _written(sentence: Encoded) -> list[int]:
    """Return the tokens from the first of a sentence to the last one after which something is predicted."""
    return sentence.ids[sentence.first : max(sentence.last, sentence.places[-1])]


def _masked(
    sentences: Sequence[Encoded], scored: Sequence[dict[str, np.ndarray]], ways: Sequence[str], marks: Marks
) -> batches.Part:
    """Return the scoring of tokens that the encoder does not see, each read from a copy of its sentence."""
    copies = [(number, k) for number, sentence in enumerate(sentences) for k in range(len(sentence.places))]

    def forward(model: PreTrainedModel, rows: list[int]) -> None:
        batch = [(sentences[number], sentences[number].places[k]) for number, k in (copies[row] for row in rows)]
        source = np.array([[*one.ids[:place], marks.mask, *one.ids[place + 1 :]] for one, place in batch])
        targets = [sentence.ids[place] for sentence, place in batch]
        encoded = _encode(model, source)
        for way in ways:
            prefix = marks.masked(way, batch[0][0])
            goes_on = marks.writes_all(way)
            written = np.array([[*prefix, *(_written(sentence) if goes_on else [])] for sentence, _ in batch])
            places = [len(prefix) - 1 + (place - sentence.first) * goes_on for sentence, place in batch]
            logits = _logits_at(model, encoded, written, np.arange(len(rows)), np.array(places))
            for row, value in zip(rows, _read(logits, targets)["log_prob"], strict=True):
                number, k = copies[row]
                scored[number][way][k] = value
                check_finite(sentences[number], value)

    return batches.Part(forward, [len(sentences[number].ids) for number, _ in copies], len(sentences))


def _encode(model: PreTrainedModel, ids: np.ndarray) -> Tensor:
    """Return what the encoder makes of rows of token ids, without padding."""
    return model.get_encoder()(input_ids=torch.from_numpy(ids).to(model.device), return_dict=True).last_hidden_state


def _logits_at(model: PreTrainedModel, encoded: Tensor, written: np.ndarray, row: np.ndarray, places: np.ndarray):
    """Return the logits (requests × vocabulary) in float32, each at one place of a row that the decoder has written.

    ``row`` and ``places`` have a number for each request; nothing else is projected to the vocabulary.
    """

    def keep(_module, inputs):
        (hidden,) = inputs
        indices = (torch.from_numpy(numbers).to(hidden.device) for numbers in (row, places))
        return (hidden[tuple(indices)],)

    hook = model.get_output_embeddings().register_forward_pre_hook(keep)
    try:
        return model(
            encoder_outputs=BaseModelOutput(last_hidden_state=encoded),
            decoder_input_ids=torch.from_numpy(written).to(model.device),
            use_cache=False,
            return_dict=True,
        ).logits.float()
    finally:
        hook.remove()


def _read(logits: Tensor, targets: Sequence[int], ranked: bool = False) -> dict[str, np.ndarray]:
    """Return the ``log_prob`` of a token in each row of logits, and its ``rank`` there where they are ``ranked``."""
    row, token = torch.arange(len(targets), device=logits.device), torch.tensor(targets, device=logits.device)
    ranks = {"rank": predicted.ranks(logits, row, token)} if ranked else {}
    return {"log_prob": predicted.values(predicted.log_probs(logits, row, token))} | ranks
