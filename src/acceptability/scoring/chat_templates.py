"""Fill the chat template of a tokenizer, which is a program in Jinja that others wrote.

Any of its errors is one line, and its text is limited.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from jinja2.sandbox import ImmutableSandboxedEnvironment as Environment
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.limits import CHAT_CHARACTERS

SHOWN = 200  # characters of an error of a template


def filled(tokenizer: Tokenizer, messages: Sequence[Mapping[str, str]], **options: bool) -> str:
    """Return the text that the chat template makes of messages. InputError, with the reason, where it makes none."""
    try:
        with _limited():
            return tokenizer.apply_chat_template(list(messages), tokenize=False, **options)
    except Exception as error:  # a template may divide by 0, add texts to numbers, or raise errors of its own
        reason = str(error).strip().partition("\n")[0][:SHOWN]
        raise InputError(reason or type(error).__name__) from error


@contextmanager
def _limited() -> Iterator[None]:
    """Let Jinja join the parts of a text with a limit, in the kind of environment in which transformers fills it."""
    before = Environment.concat
    Environment.concat = staticmethod(_joined)
    try:
        yield
    finally:
        Environment.concat = staticmethod(before)


def _joined(parts: Iterable[str]) -> str:
    """Join the parts of a text as a template writes them. ValueError as soon as they are too long."""
    texts, characters = [], 0
    for part in parts:
        texts.append(part)
        characters += len(part)
        if characters > CHAT_CHARACTERS.most:
            raise ValueError(f"it writes more than {CHAT_CHARACTERS.most:,} characters")
    return "".join(texts)
