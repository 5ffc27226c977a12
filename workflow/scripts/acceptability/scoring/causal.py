"""Causal language models: log-probabilities of tokens, given the tokens before them.

A model takes so many tokens at once, its limit. A longer sentence is scored in windows of that length, each of which
begins half a limit after the one before. A token is read from the first window that holds it. So its context is all
tokens before it, as long as they fit; after that at least half a limit of them, and at most a limit less one. The
beginning-of-sequence token stands in the first window only.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.scoring import batches
from acceptability.scoring.pretrained import Encoded, check_finite, encode, limit


def prepare(tokenizer: Tokenizer, sentences: Sequence[str], names: Sequence[str], beginning: bool) -> list[Encoded]:
    """Sentences as ids, ready for ``score``.

    With ``beginning``, the tokenizer's beginning-of-sequence token comes first, and every token of the sentence is
    scored. Without, the first token is not: it has nothing before it that it could be expected from. Nothing is
    added at the end. Raises InputError where the tokenizer has no such token, or nothing is left to score.
    """
    bos = tokenizer.bos_token_id
    if beginning and bos is None:
        raise InputError("the tokenizer has no beginning-of-sequence token; set beginning: false")
    encoded = []
    for name, sentence in zip(names, encode(tokenizer, sentences, names, special_tokens=False), strict=True):
        if beginning:
            places = [place + 1 for place in sentence.places]
            encoded.append(replace(sentence, ids=[bos, *sentence.ids], first=1, places=places))
        elif len(sentence.places) > 1:
            rest = {"places": sentence.places[1:], "pieces": sentence.pieces[1:], "words": sentence.words[1:]}
            encoded.append(replace(sentence, **rest))
        else:
            raise InputError(f"sentence_id {name!r}: is one token, which nothing precedes; set beginning: true")
    return encoded


def windows(count: int, most: int) -> list[tuple[int, int, int]]:
    """Start and end of each window over ``count`` tokens, and the first place that is read from it."""
    cut, read = [(0, min(count, most), 1)], most
    while read < count:
        start = cut[-1][0] + most // 2
        cut.append((start, min(count, start + most), read))
        read = start + most
    return cut


def score(
    model: PreTrainedModel, tokenizer: Tokenizer, sentences: Sequence[Encoded], budget: int | None = None
) -> list[dict[str, np.ndarray]]:
    """For each sentence, ``log_prob``: natural log p(token | tokens before) of each of its places."""
    most = limit(model, tokenizer)
    rows = [
        (number, *window) for number, sentence in enumerate(sentences) for window in windows(len(sentence.ids), most)
    ]
    values = [np.empty(len(sentence.ids)) for sentence in sentences]

    def forward(chosen: list[int]) -> None:
        cut = [rows[row] for row in chosen]
        ids = torch.tensor([sentences[number].ids[start:end] for number, start, end, _ in cut], device=model.device)
        logits = model(input_ids=ids, return_dict=True).logits[:, :-1].float()
        found = logits.gather(2, ids[:, 1:, None])[..., 0] - torch.logsumexp(logits, dim=2)
        for (number, start, end, first), row in zip(cut, found.double().cpu().numpy(), strict=True):
            values[number][first:end] = row[first - start - 1 :]
            check_finite(sentences[number], values[number][first:end].sum())

    # Here every token goes through the vocabulary projection, whose output is many times as large as all else.
    budget = budget or batches.default_budget(model) // 8
    batches.run(forward, [end - start for _, start, end, _ in rows], budget, len(sentences))
    return [{"log_prob": row[sentence.places]} for row, sentence in zip(values, sentences, strict=True)]
