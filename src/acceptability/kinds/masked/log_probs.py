"""Compute log-probabilities of masked tokens, and the pseudo-log-likelihood (PLL) of sentences.

A *copy* is a sentence with one or more of its tokens masked. The log-probability of a token is natural, and read
from a copy at one place. A copy that is longer than the model takes is cut to a *window* of the greatest length around
that place.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import torch
from torch import Tensor
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.kinds.masked import operations
from acceptability.scoring import batches, predicted, pretrained
from acceptability.scoring.pretrained import Encoded

CHUNK = 10_000  # texts that are tokenised at once
COPIED = 2_000_000  # tokens of masked copies that are held at once
SENTENCES = 1_000  # whose texts are held at once, where only their lengths are asked


def mask_token(tokenizer: Tokenizer, sentences: Sequence[Encoded]) -> list[list[int]]:
    """Mask the token alone (Salazar et al. 2020, equation 1)."""
    mask, copies = tokenizer.mask_token_id, []
    for sentence in sentences:
        for place in sentence.places:
            copy = sentence.ids.copy()
            copy[place] = mask
            copies.append(copy)
    return copies


def mask_rest_of_word(tokenizer: Tokenizer, sentences: Sequence[Encoded]) -> list[list[int]]:
    """Mask the token and the later pieces of its word (Kauf & Ivanova 2023, PLL-word-l2r)."""
    mask, copies = tokenizer.mask_token_id, []
    for sentence in sentences:
        for number, word in enumerate(sentence.words):
            copy = sentence.ids.copy()
            for place, its_word in zip(sentence.places[number:], sentence.words[number:], strict=True):
                if its_word == word:
                    copy[place] = mask
            copies.append(copy)
    return copies


def mask_text(tokenizer: Tokenizer, sentences: Sequence[Encoded]) -> list[list[int]]:
    """Mask the token, write the tokens as text, tokenise that again: the computation behind the published scores.

    A piece that follows the mask within its word loses its ``##`` on the way: it becomes the start of a word, and
    may fall apart into others. The token is still looked for at its old place. Only for WordPiece tokenizers.
    """
    mask, texts = tokenizer.mask_token, []
    for sentence in sentences:
        for number in range(len(sentence.pieces)):
            pieces = [*sentence.pieces[:number], mask, *sentence.pieces[number + 1 :]]
            texts.append(" ".join(pieces).replace(" ##", ""))
    copies = []
    for chunk in range(0, len(texts), CHUNK):
        copies += tokenizer(texts[chunk : chunk + CHUNK], verbose=False)["input_ids"]
    return copies


# Each gives one copy of ids for each token of each sentence, in order; the token is read at its place in the sentence.
MASKINGS: dict[str, Callable[[Tokenizer, Sequence[Encoded]], list[list[int]]]] = {
    "log_prob": mask_token,
    "log_prob_word_l2r": mask_rest_of_word,
    "log_prob_as_published": mask_text,
}
RANKED = "log_prob_word_l2r"  # whose ranks are kept: what the surprisal of words is made of


def ways(tokenizer: Tokenizer, as_published: bool) -> list[str]:
    """Return the ways of masking that are scored. Raises InputError where the tokenizer does not allow one."""
    if not as_published:
        return ["log_prob", "log_prob_word_l2r"]
    if type(tokenizer.backend_tokenizer.model).__name__ != "WordPiece":
        raise InputError(
            "the measures …_as_published are for WordPiece tokenizers, which mark pieces of words with ##, and this "
            "model has another tokenizer; remove them from its measures"
        )
    return list(MASKINGS)


def lengths(tokenizer: Tokenizer, sentences: Sequence[Encoded], by: Sequence[str]) -> list[int]:
    """Return how many tokens the longest copy of each sentence has, by any way of masking in ``by``."""
    longest = [len(sentence.ids) for sentence in sentences]
    if "log_prob_as_published" not in by:  # the one way that changes the number of tokens
        return longest
    for first in range(0, len(sentences), SENTENCES):
        chunk = sentences[first : first + SENTENCES]
        copies = iter(mask_text(tokenizer, chunk))
        for number, sentence in enumerate(chunk, start=first):
            longest[number] = max(longest[number], *(len(next(copies)) for _ in sentence.places))
    return longest


def window(copy: list[int], place: int, sentence: Encoded, most: int) -> tuple[list[int], int]:
    """Return ``most`` tokens of a longer copy, special ones included, and where ``place`` is in them.

    The special tokens stay at both ends. Between them stands what is around the place: as many tokens before it as
    after it (one more before it where their number is odd), unless the sentence ends earlier on one side.
    """
    if len(copy) <= most:
        return copy, place
    before, after = sentence.first, len(sentence.ids) - 1 - sentence.last
    room, end = most - before - after, len(copy) - after
    start = min(max(place - room // 2, before), end - room)
    return [*copy[:before], *copy[start : start + room], *copy[end:]], place - start + before


def score(
    model: PreTrainedModel,
    tokenizer: Tokenizer,
    sentences: Sequence[Encoded],
    by: Sequence[str],
    budget: int | None = None,
    ahead: int = 0,
) -> list[dict[str, np.ndarray]]:
    """Return, for each sentence, the log-probabilities of its tokens by each way of masking in ``by`` (see ``ways``).

    Also their ``rank`` where a token is masked with the later ones of its word, if that is in ``by``: 1 + the number of
    tokens of the vocabulary that are more probable.

    ``budget`` is the number of tokens that go through the model at once. Sentences are taken in chunks, so that memory
    does not grow with their number (see chunks). Equal copies of a chunk go through the model once, whichever
    sentences, tokens and ways of masking they serve. Copies that are longer than the model takes are cut (see window).
    A token is read ``ahead`` places before its own. Raises InputError, as soon as it is known, for a sentence whose
    log-probability is not finite.
    """
    scored: list[dict[str, np.ndarray]] = []

    def parts() -> Iterator[batches.Part]:
        for chunk in chunks(sentences):
            part, values = _prepare(model, tokenizer, chunk, by, ahead)
            yield part
            ends = np.cumsum([len(sentence.places) for sentence in chunk])[:-1]
            columns = dict(zip(by, np.split(values["log_prob"], len(by)), strict=True))
            if RANKED in by:
                columns["rank"] = np.split(values["rank"], len(by))[by.index(RANKED)]
            by_sentence = zip(*(np.split(column, ends) for column in columns.values()), strict=True)
            scored.extend(dict(zip(columns, parts, strict=True)) for parts in by_sentence)

    budget = budget or batches.default_budget(model, width=4 * getattr(model.config, "hidden_size", 256))
    batches.run(model, parts(), budget, len(sentences))
    return scored


def chunks(sentences: Sequence[Encoded]) -> Iterator[Sequence[Encoded]]:
    """Yield the sentences in order, in chunks whose masked copies have about ``COPIED`` tokens for each masking."""
    start = size = 0
    for end, sentence in enumerate(sentences, start=1):
        size += len(sentence.ids) * len(sentence.places)
        if size >= COPIED or end == len(sentences):
            yield sentences[start:end]
            start, size = end, 0


def _prepare(
    model: PreTrainedModel,
    tokenizer: Tokenizer,
    sentences: Sequence[Encoded],
    by: Sequence[str],
    ahead: int,
) -> tuple[batches.Part, np.ndarray]:
    """Return the different copies of a chunk, to be scored, and the array that log-probabilities and ranks will be in.

    It has one entry for each way of masking, sentence and token, in this order.
    """
    most = pretrained.limit(model, tokenizer)
    token_places = [place for sentence in sentences for place in sentence.places]
    token_ids = [sentence.ids[place] for sentence in sentences for place in sentence.places]
    owners = [sentence for sentence in sentences for _ in sentence.places]
    numbers: dict[tuple[bytes, int], int] = {}
    places: list[int] = []
    of_requests: list[int] = []
    copies: list[np.ndarray] = []
    for way in by:
        for owner, place, copy in zip(owners, token_places, MASKINGS[way](tokenizer, sentences), strict=True):
            copy, place = window(copy, place, owner, most)
            ids = np.array(copy, dtype=np.int32)
            number = numbers.setdefault((ids.tobytes(), place), len(numbers))
            if number == len(copies):
                copies.append(ids)
                places.append(place - ahead)
            of_requests.append(number)
    mask_places, copy_numbers, targets = np.array(places), np.array(of_requests), np.array(token_ids * len(by))
    order = np.argsort(copy_numbers, kind="stable")  # requests by the copy that they are read from
    first = np.searchsorted(copy_numbers[order], np.arange(len(copies) + 1))
    values = np.empty(len(copy_numbers), [("log_prob", float), ("rank", int)])

    def forward(model: PreTrainedModel, rows: list[int]) -> None:
        requests = [order[first[number] : first[number + 1]] for number in rows]
        row = np.repeat(np.arange(len(rows)), [len(of_row) for of_row in requests])
        request_numbers = np.concatenate(requests)
        ids = np.stack([copies[number] for number in rows])
        of_masks = _predictions(model, ids, mask_places[rows], row, targets[request_numbers])
        values["log_prob"][request_numbers], values["rank"][request_numbers] = of_masks
        worst = request_numbers[np.argmin(np.isfinite(of_masks[0]))]
        pretrained.check_finite(owners[worst % len(owners)], values["log_prob"][worst])

    return batches.Part(forward, [len(copy) for copy in copies], len(sentences)), values


def _predictions(
    model: PreTrainedModel, ids: np.ndarray, places: np.ndarray, row: np.ndarray, targets: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return log p(target) at the place of each target's row, and its rank there."""
    logits = logits_at(model, ids, places)
    row, target = (torch.from_numpy(x).to(logits.device) for x in (row, targets))
    return predicted.values(predicted.log_probs(logits, row, target)), predicted.ranks(logits, row, target)


def logits_at(model: PreTrainedModel, ids: np.ndarray, places: np.ndarray) -> Tensor:
    """Return the logits (rows × vocabulary) in float32 at one place of each row.

    No other place is projected to the vocabulary. In BERT's last layer, no other place is computed after the attention.
    ``ids`` is rows × length, without padding; ``places`` has one number for each row.
    """
    rows, at = (torch.from_numpy(x).to(model.device) for x in (ids, places))

    def choose(states: Tensor) -> Tensor:
        number = torch.arange(len(at), device=states.device)  # not the device of the first layer, if there are several
        return states[number, at.to(states.device)].unsqueeze(1)

    def of_model(_module, _inputs, output) -> None:
        output["last_hidden_state"] = choose(output["last_hidden_state"])

    layer = operations.last_layer(model)
    if layer:
        hook = layer.attention.output.register_forward_pre_hook(lambda _module, inputs: tuple(map(choose, inputs)))
    else:
        hook = model.base_model.register_forward_hook(of_model)
    with hook:
        return model(input_ids=rows, return_dict=True).logits[:, 0].float()
