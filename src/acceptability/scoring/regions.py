"""Select the scored part of sentences: the column ``scored`` of the table of sentences, after the text ``given``.

A model still reads the sentence as it always does; the tokens that belong to the part are kept. So a left-to-right
model gives the part's probability after what is given, and a masked one that of the part's tokens in their sentence.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from acceptability.errors import InputError
from acceptability.messages import KEY, setting

PER_TOKEN = ("places", "pieces", "words", "written", "written_to")  # of pretrained.Encoded
Tokenise = Callable[[list[str]], Sequence[Sequence]]


def scored_text(sentences: pd.DataFrame) -> str:
    """Return the column that holds what is scored of each sentence: all of it, or a part."""
    return "scored" if "scored" in sentences else "sentence"


def upto(sentences: pd.DataFrame) -> pd.Series:
    """Return each sentence up to the end of what is scored of it."""
    if "scored" not in sentences:
        return sentences["sentence"]
    return (sentences["given"] + " " + sentences["scored"]).str.strip()


def spans(sentences: pd.DataFrame) -> list[tuple[int, int]]:
    """Return where the scored part of each sentence begins and ends, in characters.

    InputError where a sentence does not begin with what is given and what is scored.
    """
    for name, text, beginning in zip(sentences["sentence_id"], sentences["sentence"], upto(sentences), strict=True):
        if not text.startswith(beginning):
            raise InputError(
                f"sentence_id {name!r}: does not begin with the given and the scored text; correct one of them"
            )
    return list(zip(sentences["given"].str.strip().str.len(), upto(sentences).str.len(), strict=True))


def bounds(sentences: pd.DataFrame, tokens: Sequence[Sequence], tokenise: Tokenise) -> list[tuple[int, int]]:
    """Return how many tokens of each sentence are given, and how many there are up to the end of the scored part.

    ``tokens`` are those of the whole sentences, ``tokenise`` is what made them. InputError where the part's ends are
    not those of tokens, or a part has no token of its own.
    """
    starts, ends = (tokenise(texts.tolist()) for texts in (sentences["given"].str.strip(), upto(sentences)))
    pieces = []
    for name, whole, start, end in zip(sentences["sentence_id"], tokens, starts, ends, strict=True):
        if list(whole[: len(end)]) != list(end) or list(end[: len(start)]) != list(start):
            raise InputError(
                f"sentence_id {name!r}: the scored part does not begin and end where tokens do; this system cannot "
                "score a part of it"
            )
        if len(start) == len(end):
            raise InputError(f"sentence_id {name!r}: the scored part has no token; write its words")
        pieces.append((len(start), len(end)))
    return pieces


def of_tokens(table: pd.DataFrame, sentences: pd.DataFrame, tokenise: Tokenise) -> pd.DataFrame:
    """Return the rows of a table of all tokens (as in the contract TOKENS) that belong to what is scored."""
    by_sentence = table.groupby("sentence_id", sort=False)["token"].agg(list)
    of_each = pd.DataFrame(
        bounds(sentences, by_sentence.reindex(sentences["sentence_id"]), tokenise),
        index=sentences["sentence_id"],
        columns=["start", "end"],
    ).reindex(table["sentence_id"])
    position = table["position"].to_numpy()
    return table[(position > of_each["start"].to_numpy()) & (position <= of_each["end"].to_numpy())]


def of_encoded(encoded: Sequence[Any], sentences: pd.DataFrame, tokenise: Tokenise) -> list:
    """Return sentences as a language model takes them (pretrained.Encoded), with the places of what is scored only."""
    token_ids = [sentence.ids[sentence.first : sentence.last + 1] for sentence in encoded]
    restricted = []
    for sentence, (start, end) in zip(encoded, bounds(sentences, token_ids, tokenise), strict=True):
        places = np.array(sentence.places) - sentence.first
        inside = np.flatnonzero((places >= start) & (places < end))
        if not len(inside):
            raise InputError(
                f"sentence_id {sentence.name!r}: the scored part is the first token, which cannot be scored because "
                "no token precedes it; score more of it, or set ",
                setting("beginning", True, KEY),
                " if the tokenizer has a token for the beginning of a sequence",
            )
        parts = {name: [getattr(sentence, name)[k] for k in inside] for name in PER_TOKEN}
        restricted.append(replace(sentence, **parts))
    return restricted
