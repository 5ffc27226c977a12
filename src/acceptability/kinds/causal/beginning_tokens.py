"""Choose the token that precedes a sentence, by the key ``beginning`` of a causal model."""

import re
from collections.abc import Iterator

from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability import messages
from acceptability.errors import InputError, suggest
from acceptability.scoring import chat_templates

AUTO, HARNESS, TOKENIZER = "auto", "harness", "tokenizer"
QUOTED = ("true", "false", "yes", "no", "none")  # true and the like in quotation marks, which name no token
# What special tokens that part texts are called, without all that is no letter: <|endoftext|>, <|begin_of_text|>, </s>.
NAMES = ("endoftext", "startoftext", "beginoftext", "endofsentence", "beginofsentence", "bos", "eos", "s")
TURNS = ("user", "assistant", "user")
SHOWN = 20  # special tokens in one message


def token_of(tokenizer: Tokenizer, beginning: bool | str) -> int | None:
    """Return the id of the token that precedes each sentence, or None for nothing.

    ``beginning`` is true for the tokenizer's beginning-of-sequence token, false for nothing, ``harness`` for what
    lm-evaluation-harness takes (that token, or the end-of-text token where there is none), ``tokenizer`` for what the
    tokenizer itself puts before a text, as in BabyLM's pipeline, or the text of a token. Raises InputError where the
    tokenizer has no such token.
    """
    if beginning == AUTO:
        raise ValueError("what auto means depends on the model; see beginnings.chosen")
    if beginning is False:
        return None
    if beginning is True:
        if tokenizer.bos_token_id is None:
            raise InputError(
                "the tokenizer has no beginning-of-sequence token; set ",
                messages.setting("beginning", False, messages.KEY_AND_ARGUMENT),
                f", or name one of its tokens: {_special(tokenizer)}",
            )
        return tokenizer.bos_token_id
    if beginning == HARNESS:
        token = tokenizer.eos_token_id if tokenizer.bos_token_id is None else tokenizer.bos_token_id
        if token is None:
            raise InputError(
                "the tokenizer has neither a beginning-of-sequence nor an end-of-text token, one of which "
                "lm-evaluation-harness puts before a sentence; set ",
                messages.setting("beginning", False, messages.KEY_AND_ARGUMENT),
            )
        return token
    if beginning == TOKENIZER:
        if len(itself := added(tokenizer)) > 1:
            pieces = " ".join(tokenizer.convert_ids_to_tokens(itself))
            raise InputError(
                f"the tokenizer puts {len(itself)} tokens before a text ({pieces}), and one at most is put there here; "
                "name one of them as beginning"
            )
        return itself[0] if itself else None
    return _of_text(tokenizer, beginning)


def _of_text(tokenizer: Tokenizer, text: str) -> int:
    """Return the id of the one token that a text is. Raise InputError where it is none, or several."""
    if text.lower() in QUOTED:
        raise InputError(
            messages.quoted("beginning", text), ": write true or false without quotation marks, or the text of a token"
        )
    if text in tokenizer.get_vocab():
        return tokenizer.get_vocab()[text]
    ids = tokenizer(text, add_special_tokens=False)["input_ids"]
    if len(ids) == 1 and ids[0] != tokenizer.unk_token_id:
        return ids[0]
    names = tokenizer.convert_ids_to_tokens(special(tokenizer))
    raise InputError(
        messages.quoted("beginning", text),
        f" is not one token of this tokenizer{suggest(text, names)}; write true, false, auto or one of its tokens, of "
        f"which these are special: {_special(tokenizer)}",
    )


def _special(tokenizer: Tokenizer) -> str:
    names = tokenizer.convert_ids_to_tokens(special(tokenizer))
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return (", ".join(names[:SHOWN]) or "none") + more


def special(tokenizer: Tokenizer) -> list[int]:
    """Return the ids of a tokenizer's special tokens."""
    marked = {number for number, token in tokenizer.added_tokens_decoder.items() if token.special}
    return sorted(marked | set(tokenizer.all_special_ids))


def text_of(tokenizer: Tokenizer, token: int | None) -> str | None:
    """Return the text of a token as the vocabulary has it; None for nothing."""
    return None if token is None else tokenizer.convert_ids_to_tokens(token)


def setting(tokenizer: Tokenizer, token: int | None) -> str:
    """Return what the key ``beginning`` says where a token precedes each sentence, as it is written in YAML."""
    if token is None:
        return "false"
    return "true" if token == tokenizer.bos_token_id else f'"{text_of(tokenizer, token)}"'


def added(tokenizer: Tokenizer) -> list[int]:
    """Return the tokens that a tokenizer itself puts before a text."""
    ids, bare = tokenizer("a")["input_ids"], tokenizer("a", add_special_tokens=False)["input_ids"]
    return ids[: next((start for start in range(len(ids) + 1) if ids[start : start + len(bare)] == bare), 0)]


def own(tokenizer: Tokenizer) -> int | None:
    """Return a tokenizer's own token before a text: the one that it puts there, or names as that of the beginning."""
    itself = added(tokenizer)
    return itself[0] if len(itself) == 1 else tokenizer.bos_token_id


def candidates(tokenizer: Tokenizer, known: int) -> list[int | None]:
    """Return what may go before a sentence: the tokenizer's own token, others that part texts, and nothing (None).

    ``known`` is the number of tokens that the model knows: others are left out.
    """
    ids = dict.fromkeys(token for token in _parting(tokenizer) if token is not None and token < known)
    return [*ids, None]


def _parting(tokenizer: Tokenizer) -> Iterator[int | None]:
    yield from (own(tokenizer), tokenizer.bos_token_id, tokenizer.eos_token_id)
    for token in special(tokenizer):
        if re.sub("[^a-z]", "", tokenizer.convert_ids_to_tokens(token).lower()) in NAMES:
            yield token


def begins_turns(tokenizer: Tokenizer, token: int | None) -> bool:
    """Return whether the chat template puts a token at every turn.

    A token that the template writes once begins the whole text, not a turn. A template that does not take a user's
    turn, an assistant's and another of the user's says nothing.
    """
    if token is None or not tokenizer.chat_template:
        return False
    turns = [{"role": role, "content": "a"} for role in TURNS]
    try:
        text = chat_templates.filled(tokenizer, turns)
    except InputError:
        return False
    return text.count(tokenizer.convert_ids_to_tokens(token)) >= len(TURNS)
