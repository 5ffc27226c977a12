"""Causal language models: log-probabilities of tokens, given the tokens before them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.scoring import batches
from acceptability.scoring.pretrained import Encoded, check_finite, encode, limit


def prepare(
    model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[str], names: Sequence[str], beginning: bool
) -> list[Encoded]:
    """Sentences as ids, ready for ``score``.

    With ``beginning``, the tokenizer's beginning-of-sequence token comes first, and every token of the sentence is
    scored. Without, the first token is not: it has nothing before it that it could be expected from. Nothing is
    added at the end. Raises InputError where the tokenizer has no such token, or nothing is left to score.
    """
    bos = tokenizer.bos_token_id
    if beginning and bos is None:
        raise InputError("the tokenizer has no beginning-of-sequence token; set beginning: false")
    most = limit(model, tokenizer) - beginning
    encoded = []
    for name, sentence in zip(names, encode(tokenizer, sentences, names, most, special_tokens=False), strict=True):
        if beginning:
            places = [place + 1 for place in sentence.places]
            encoded.append(replace(sentence, ids=[bos, *sentence.ids], first=1, places=places))
        elif len(sentence.places) > 1:
            rest = {"places": sentence.places[1:], "pieces": sentence.pieces[1:], "words": sentence.words[1:]}
            encoded.append(replace(sentence, **rest))
        else:
            raise InputError(f"sentence_id {name!r}: is one token, which nothing precedes; set beginning: true")
    return encoded


def score(
    model: PreTrainedModel, sentences: Sequence[Encoded], budget: int | None = None
) -> list[dict[str, np.ndarray]]:
    """For each sentence, ``log_prob``: natural log p(token | tokens before) of each of its places."""
    values: list[dict[str, np.ndarray]] = [{} for _ in sentences]

    def forward(chosen: list[int]) -> None:
        ids = torch.tensor([sentences[number].ids for number in chosen], device=model.device)
        logits = model(input_ids=ids, return_dict=True).logits[:, :-1].float()
        found = logits.gather(2, ids[:, 1:, None])[..., 0] - torch.logsumexp(logits, dim=2)
        for number, row in zip(chosen, found.double().cpu().numpy(), strict=True):
            values[number]["log_prob"] = row[np.array(sentences[number].places) - 1]
            check_finite(sentences[number], values[number]["log_prob"].sum())

    # Here every token goes through the vocabulary projection, whose output is many times as large as all else.
    budget = budget or batches.default_budget(model) // 8
    batches.run(forward, [len(sentence.ids) for sentence in sentences], budget, len(sentences))
    return values
