"""Score sentences with causal models as other programs do: other tokens and spaces around a text."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.kinds.causal import log_probs as causal
from acceptability.scoring.pretrained import Encoded, encode, with_ending

SPACES = {"none": "{}", "before": " {}", "after": "{} "}


class Way(Protocol):
    """Describe what is summed, as conformance.conventions.Convention does."""

    name: str
    beginning: str
    first_token: str
    space: str
    ending: str


def log_probs(
    model: PreTrainedModel, tokenizer: Tokenizer, sentences: Mapping[str, str], ways: Sequence[Way]
) -> dict[str, dict[str, np.ndarray]]:
    """Return, by the name of a convention and the id of a sentence, the natural log-probabilities of counted tokens.

    Conventions that need a token which the tokenizer does not have, or that are the same for it, are left out.
    """
    bos, eos = tokenizer.bos_token_id, tokenizer.eos_token_id
    before = {"none": [], "bos": [bos], "eos": [eos] if eos != bos else [None], "bos_twice": [bos, bos]}
    possible = [way for way in ways if None not in before[way.beginning] and (eos is not None or way.ending == "no")]
    scored: dict[str, dict[str, np.ndarray]] = {}
    for beginning, space in dict.fromkeys((way.beginning, way.space) for way in possible):
        texts = [SPACES[space].format(text) for text in sentences.values()]
        encoded = _around(tokenizer, texts, list(sentences), before[beginning])
        values = causal.score(model, tokenizer, [sentence for sentence in encoded if sentence.places])
        by_name = dict.fromkeys(sentences, np.empty(0))
        by_name |= {
            sentence.name: columns["log_prob"]
            for sentence, columns in zip([one for one in encoded if one.places], values, strict=True)
        }
        for way in possible:
            if (way.beginning, way.space) == (beginning, space):
                start = 1 if beginning != "none" and way.first_token == "no" else 0
                end = None if eos is None or way.ending == "yes" else -1
                scored[way.name] = {name: row[start:end] for name, row in by_name.items()}
    return {way.name: scored[way.name] for way in possible}


def _around(tokenizer: Tokenizer, texts: list[str], names: list[str], before: list[int]) -> list[Encoded]:
    """Return texts with tokens before them, and the end-of-text token after them, if there is one.

    A first token with nothing before it is not scored.
    """
    encoded = encode(tokenizer, texts, names, special_tokens=False)
    if tokenizer.eos_token_id is not None:
        encoded = [replace(sentence, ids=[*sentence.ids, tokenizer.eos_token_id]) for sentence in encoded]
        encoded = with_ending(encoded, texts, None, tokenizer.eos_token)
    for token in before:
        encoded = [causal.with_beginning(sentence, token) for sentence in encoded]
    return encoded if before else [replace(sentence, places=sentence.places[1:]) for sentence in encoded]
