"""Score sentences with causal models as other programs do: other tokens and spaces around a text."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.kinds.causal import beginning_tokens
from acceptability.kinds.causal import log_probs as causal
from acceptability.scoring.conventions import Convention, conventions
from acceptability.scoring.pretrained import Encoded, encode, with_ending

SPACES = {"none": "{}", "before": " {}", "after": "{} "}
UNCOUNTED = {"after_bos": -1, "yes": 0, "no": 1}  # tokens, of those that follow the first BOS token


def log_probs(
    model: PreTrainedModel, tokenizer: Tokenizer, sentences: Mapping[str, str], ways: Sequence[Convention]
) -> dict[Convention, dict[str, np.ndarray]]:
    """Return, by the convention and the id of a sentence, the natural log-probabilities of counted tokens.

    Left out are conventions that need a token which the tokenizer does not have, that are the same for it, or that
    change the predictions. Those with EOS as BOS are also computed with each other token that may begin a sentence.
    """
    bos, eos = tokenizer.bos_token_id, tokenizer.eos_token_id
    before = {"none": [], "bos": [bos], "eos": [eos] if eos != bos else [None], "bos_twice": [bos, bos]}
    known = model.get_input_embeddings().num_embeddings
    for token in beginning_tokens.candidates(tokenizer, known):
        if token in (bos, eos, None):
            continue
        text = str(beginning_tokens.text_of(tokenizer, token))
        before[text] = [token]
        ways = [*ways, *(_after(text, way) for way in ways if way.beginning == "eos")]
    possible = [way for way in ways if None not in before[way.beginning] and (eos is not None or way.ending == "no")]
    possible = [way for way in possible if way.prediction == "all"]
    scored: dict[Convention, dict[str, np.ndarray]] = {}
    for beginning, space in dict.fromkeys((way.beginning, way.space) for way in possible):
        texts = [SPACES[space].format(text) for text in sentences.values()]
        encoded = _around(tokenizer, texts, list(sentences), before[beginning])
        counted = [sentence for sentence in encoded if sentence.places]
        values = (columns["log_prob"] for columns in causal.score(model, tokenizer, counted))
        by_name = dict.fromkeys(sentences, np.empty(0))
        by_name |= {sentence.name: row for sentence, row in zip(counted, values, strict=True)}
        for way in possible:
            if (way.beginning, way.space) == (beginning, space):
                start = max(0, len(before[beginning]) - 1 + UNCOUNTED[way.first_token])
                end = None if eos is None or way.ending == "yes" else -1
                scored[way] = {name: row[start:end] for name, row in by_name.items()}
    return {way: scored[way] for way in possible}


def recorded(tokenizer: Tokenizer, token: int | None, leading_space: bool, ending: bool) -> dict[str, dict[str, str]]:
    """Return ``convention``, how sentences are scored after a token, in words, by the column of log-probabilities.

    The first token of a sentence counts if a token precedes it.
    """
    roles = {tokenizer.eos_token_id: "eos", tokenizer.bos_token_id: "bos"} | {None: "none"}
    around = roles.get(token, "eos"), "before" if leading_space else "none", "yes" if ending else "no"
    counted = "no" if token is None else "yes"
    ways = [way for way in conventions() if way.first_token == counted and way.prediction == "all"]
    (way,) = (way for way in ways if (way.beginning, way.space, way.ending) == around)
    way = way if token in roles else _after(str(beginning_tokens.text_of(tokenizer, token)), way)
    return {"convention": {"log_prob": way.words}}


def _after(token: str, way: Convention) -> Convention:
    """Return a convention with EOS as BOS for another token."""
    return replace(
        way,
        name=way.name.replace("eos", token),
        beginning=token,
        words=way.words.replace("EOS as BOS", f"{token} as BOS"),
    )


def _around(tokenizer: Tokenizer, texts: list[str], names: list[str], before: list[int]) -> list[Encoded]:
    """Return texts with tokens before them, and the end-of-text token after them, if there is one.

    Scored is each token that has one before it, the second of two BOS tokens, too.
    """
    encoded = encode(tokenizer, texts, names, special_tokens=False)
    if tokenizer.eos_token_id is not None:
        encoded = [replace(sentence, ids=[*sentence.ids, tokenizer.eos_token_id]) for sentence in encoded]
        encoded = with_ending(encoded, texts, None, tokenizer.eos_token)
    for token in before:
        encoded = [causal.with_beginning(sentence, token) for sentence in encoded]
    scored = {0: lambda places: places[1:], 1: list, 2: lambda places: [1, *places]}[len(before)]
    return [replace(sentence, places=scored(sentence.places)) for sentence in encoded]
