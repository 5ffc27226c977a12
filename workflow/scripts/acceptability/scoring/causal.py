"""Causal language models: log-probabilities of tokens, given the tokens before them.

A model accepts a limited number of tokens at once. A longer sentence is scored in windows of that length, each of which
begins half a window after the one before. A token is scored in the first window that has it. So its context is all
tokens before it, as long as they fit; after that at least half a window of them. The beginning-of-sequence token is in
the first window only, the end-of-text token in the last only.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.scoring import batches
from acceptability.scoring.pretrained import Encoded, check_finite, encode, limit, word_beginnings
from acceptability.scoring.regions import PER_TOKEN


def prepare(
    tokenizer: Tokenizer,
    sentences: Sequence[str],
    names: Sequence[str],
    beginning: bool,
    ending: bool,
    leading_space: bool,
) -> list[Encoded]:
    """Sentences as ids, ready for ``score``.

    With ``beginning``, the tokenizer's beginning-of-sequence token comes first, and every token of the sentence is
    scored. Without, the first token is not: it has nothing before it that it could be predicted from. With ``ending``,
    the tokenizer's end-of-text token comes last, and is scored too. With ``leading_space``, the tokenizer gets the
    sentence with a space before it. Raises InputError where the tokenizer has no such token, or nothing is left to
    score.
    """
    bos, eos = tokenizer.bos_token_id, tokenizer.eos_token_id
    if beginning and bos is None:
        raise InputError("the tokenizer has no beginning-of-sequence token; set beginning: false")
    if ending and eos is None:
        raise InputError("the tokenizer has no end-of-text token; set ending: false")
    texts = [f" {sentence}" for sentence in sentences] if leading_space else sentences
    encoded = encode(tokenizer, texts, names, special_tokens=False)
    if ending:
        encoded = [_with_ending(sentence, eos, tokenizer.eos_token) for sentence in encoded]
    return [_with_beginning(sentence, bos) if beginning else _without_first(sentence) for sentence in encoded]


def _with_beginning(sentence: Encoded, bos: int) -> Encoded:
    places = [place + 1 for place in sentence.places]
    return replace(sentence, ids=[bos, *sentence.ids], first=1, last=sentence.last + 1, places=places)


def _with_ending(sentence: Encoded, eos: int, piece: str) -> Encoded:
    return replace(
        sentence,
        ids=[*sentence.ids, eos],
        places=[*sentence.places, len(sentence.ids)],
        pieces=[*sentence.pieces, piece],
        words=[*sentence.words, sentence.words[-1] + 1],
        written=[*sentence.written, sentence.written[-1] + 1],
    )


def _without_first(sentence: Encoded) -> Encoded:
    if len(sentence.places) == 1:
        raise InputError(f"sentence_id {sentence.name!r}: is one token, which nothing precedes; set beginning: true")
    return replace(sentence, **{name: getattr(sentence, name)[1:] for name in PER_TOKEN})


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
    """For each sentence, of each of its places, ``log_prob``: natural log p(token | tokens before).

    Where the tokenizer marks the beginning of words, also ``log_prob_whitespace`` (see whitespace).
    """
    most = limit(model, tokenizer)
    rows = [
        (number, *window) for number, sentence in enumerate(sentences) for window in windows(len(sentence.ids), most)
    ]
    values = [np.empty(len(sentence.ids)) for sentence in sentences]
    # What may follow the tokens before each place, and after the last one: the beginning of a word.
    begun = [np.full(len(sentence.ids) + 1, np.nan) for sentence in sentences]
    inner = np.full(len(sentences), np.nan)  # anything else, at the beginning of the sentence
    marked = word_beginnings(tokenizer)
    if marked is not None:
        beginnings = torch.from_numpy(marked).to(model.device)
        others = torch.from_numpy(np.setdiff1d(np.arange(len(tokenizer)), marked)).to(model.device)

    def forward(chosen: list[int]) -> None:
        cut = [rows[row] for row in chosen]
        ids = torch.tensor([sentences[number].ids[start:end] for number, start, end, _ in cut], device=model.device)
        logits = model(input_ids=ids, return_dict=True).logits.float()
        total = torch.logsumexp(logits, dim=2)
        found = logits[:, :-1].gather(2, ids[:, 1:, None])[..., 0] - total[:, :-1]
        for (number, start, end, first), row in zip(cut, found.double().cpu().numpy(), strict=True):
            values[number][first:end] = row[first - start - 1 :]
            check_finite(sentences[number], values[number][first:end].sum())
        if marked is not None:
            boundary = (torch.logsumexp(logits[..., beginnings], dim=2) - total).double().cpu().numpy()
            other = (torch.logsumexp(logits[:, 0, others], dim=1) - total[:, 0]).double().cpu().numpy()
            for (number, start, end, first), row, at_start in zip(cut, boundary, other, strict=True):
                begun[number][first : end + 1] = row[first - start - 1 :]
                if start == 0:
                    inner[number] = at_start

    # Here every token goes through the vocabulary projection, whose output is many times as large as all else.
    budget = budget or batches.default_budget(model) // 8
    whole = batches.Part(forward, [end - start for _, start, end, _ in rows], len(sentences))
    batches.run([whole], budget, len(sentences))
    if marked is None:
        return [{"log_prob": row[sentence.places]} for row, sentence in zip(values, sentences, strict=True)]
    return [
        {"log_prob": row[sentence.places], "log_prob_whitespace": whitespace(sentence, row, around, start, marked)}
        for row, sentence, around, start in zip(values, sentences, begun, inner, strict=True)
    ]


def whitespace(
    sentence: Encoded, log_probs: np.ndarray, begun: np.ndarray, inner: float, marked: np.ndarray
) -> np.ndarray:
    """log p of each scored token with the white space after its word, and not before it.

    Tokenizers that put white space at the beginning of a word leave open, until the next token, whether the word is
    over. So ln p(word) = Σ ln p(its tokens) + B after it − B before it, where B is the log-probability that a word
    begins or the text ends (Pimentel & Meister 2024; Oh & Schuler 2024). The terms of words within a sentence cancel.
    If the first word has no mark, it is divided by the probability of all tokens without one (``inner``).

    ``log_probs`` belong to ``sentence.ids``; ``begun`` is B before each of these, and after the last; ``marked`` are
    the ids that begin a word.
    """
    ids = np.array(sentence.ids)
    begins = np.isin(ids, marked)
    before = np.where(begins, begun[:-1], 0)
    if not begins[sentence.first]:
        before[sentence.first] = inner
    after = np.where(np.append(begins[1:], True), begun[1:], 0)
    after[sentence.last + 1 :] = 0  # nothing follows the end of the text
    return (log_probs - before + after)[sentence.places]
