"""Test whether a server gives a token the same log-probability after a text as within it.

The server generates one token after a sentence, and says its log-probability. Then the sentence with this token is its
prompt: the token must have the same log-probability there. It has not where the numbers of a prompt are shifted by one
token, as in llama-cpp-python; and there are none where a server leaves the prompt out of its answer.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from acceptability.errors import InputError, suggest
from acceptability.kinds.served.interfaces import Interface
from acceptability.messages import Message, setting
from acceptability.reading import completions
from acceptability.reading.completions import PARTIAL_CHARACTER, SPECIAL

NEAR = 0.05  # nats: a server computes a text in other batches each time
SENTENCES = 6  # that are tried, and their beginnings, until a generated token can be read back
Ask = Callable[..., Any]  # a path of the server and, if something is sent, that; see requests.ask


def served_name(ask: Ask, interface: Interface, name: str) -> str:
    """Return what the server itself calls the model. InputError where it serves no model of this name.

    Some servers answer with the model that they have, whatever the name that is asked for.
    """
    try:
        names = [str(one) for one in interface.served(ask(interface.models))]
    except (KeyError, TypeError) as error:
        raise InputError(f"{interface.models}: does not list its models; correct api") from error
    if name not in names:
        raise InputError(f"has no model {name!r}{suggest(name, names)}; its models: {', '.join(names[:20])}")
    return name


def completion(ask: Ask, interface: Interface, name: str, text: str, echo: bool) -> Any:
    """Return the response about a text, which is repeated in it if ``echo``. InputError where another model answers."""
    body = ask(interface.path, interface.request(name, text, echo))
    other = body.get("model") if interface.names_model and isinstance(body, dict) else None
    if other is not None and other != name:
        raise InputError(
            f"{interface.path}: was asked for the model {name!r}, and its answer names {str(other)[:60]!r}, so the "
            "scores could be from another model; use the exact name that the server lists"
        )
    return body


def check(ask: Ask, interface: Interface, name: str, beginning: str, sentences: Sequence[str]) -> dict:
    """Return what the test showed: the ``token``, and its log-probabilities ``after`` a text and ``within`` it.

    ``beginning`` is put before each of the sentences. InputError where the two are not the same, or cannot be had.
    """
    for text in _texts(sentences):
        body = completion(ask, interface, name, f"{beginning}{text}", False)
        token, after = _generated(interface, body)
        if not token or PARTIAL_CHARACTER in token or SPECIAL.search(token):
            continue
        within, scored = in_prompt(ask, interface, name, beginning, text, token)
        if within is None:
            continue  # the token and the text are split otherwise where they stand together
        if not abs(within - after) <= NEAR:  # so that NaN is refused, too
            raise InputError(
                f"it generates {token!r} after {text!r} with a log-probability of {after:.4f}, but computes "
                f"{within:.4f} where the same text is the prompt. ",
                MEND if scored.shifted else OTHER,
            )
        if scored.shifted:
            raise InputError(f"{completions.SHIFTED}. ", MEND)
        return {"text": text, "token": token, "after": after, "within": within}
    raise InputError(
        "could not be tested: no token that it generates after one of the sentences can be read back as a part of a "
        "text; log-probabilities are accepted only after this test: try other sentences, or another server"
    )


def in_prompt(
    ask: Ask, interface: Interface, name: str, beginning: str, text: str, token: str
) -> tuple[float | None, completions.Scored]:
    """Return the log-probability of a token at the end of a prompt, None where it is no token there; and all scores."""
    body = completion(ask, interface, name, f"{beginning}{text}{token}", True)
    scored = completions.of_response(body, f"{text}{token}")
    return (scored.log_probs[-1] if scored.tokens[-1].strip() == token.strip() else None), scored


MEND = Message(
    "Its log-probabilities of a prompt are those of other tokens, as llama-cpp-python's are unless the prompt begins "
    "with the model's beginning token. Put the text of that token before each sentence (the log of that server calls "
    "it BOS token; of some models, it is <|im_start|> or <s>): ",
    setting("beginning", "<s>", "{yaml} (BEGINNING='<s>' for make score, {python} from Python)"),
)
OTHER = "Its log-probabilities of a prompt are not those with which it generates, so they are not believed"


def _texts(sentences: Sequence[str]) -> Iterator[str]:
    """Yield texts after which a token is generated: sentences, and each without its last word.

    They have no space at the end, which could become a part of the token.
    """
    for sentence in map(str.rstrip, sentences[:SENTENCES]):
        yield sentence
        shorter = sentence.rsplit(maxsplit=1)[0]
        if shorter != sentence:
            yield shorter


def _generated(interface: Interface, body: Any) -> tuple[str, float]:
    """Return the token that was generated, and its log-probability. InputError where a response does not have them."""
    try:
        token, after = interface.generated(body)
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError):
        token, after = None, math.nan
    if not isinstance(token, str):
        raise InputError(
            f"{interface.path}: its answer does not have the log-probability of the one token that it was to generate; "
            f"is it the right api? Ollama, llama-server and chat endpoints have {completions.GENERATED_ONLY}"
        )
    return token, after
