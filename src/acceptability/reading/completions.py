"""Turn responses of servers of language models into log-probabilities of the tokens of a sentence (pure).

It reads completions in OpenAI's format with the prompt in them (``echo``), as vLLM, SGLang and llama-cpp-python
return them; vLLM's ``prompt_logprobs``; and what ``/generate`` of SGLang and of TGI return. A response is about one
text: special tokens, if any stand before the sentence; the sentence; and what the server generated after it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from acceptability import limits
from acceptability.errors import InputError
from acceptability.messages import Message, setting

SPECIAL = re.compile(r"<[^\s<>]{1,60}>|\[[A-Z]{2,9}\]")  # how special tokens are written: <s>, <|endoftext|>, [BOS]
UNNAMED = "a token that the responses do not name"
NOTHING_LIKE = -9999.0  # what vLLM writes for minus infinity
ROUNDING = 1e-6  # a log-probability that is no further above 0 is 0
MOST_TOKENS, FURTHER_TOKENS = limits.TOKENS_PER_BYTE.most, limits.FURTHER_TOKENS.most
PARTIAL_CHARACTER = "\ufffd"  # how a token is written that ends inside a character
HOW = "ask /v1/completions with echo: true, logprobs: 1 and max_tokens: 1"
GENERATED_ONLY = Message(
    "log-probabilities of generated tokens only; score the model's GGUF file itself (",
    setting("model", "model.gguf"),
    "), or ask vLLM, SGLang or TGI",
)
MALFORMED = "is malformed: its tokens and their log-probabilities are missing or of another type; ask again"

SHIFTED = (
    "what was generated after the sentence is in the text and not among the tokens, so that each log-probability is "
    "that of another token, as llama-cpp-python gives them unless the prompt begins with the model's beginning token"
)


ONE_TOKEN = (
    "is one token, and the first token has no log-probability; put the model's beginning token before each sentence"
)


class NoScoreError(InputError):
    """Report a response that has no score of its sentence."""


@dataclass(frozen=True)
class Listed:
    """Describe what a response lists, in any of the formats.

    Attributes:
        tokens: texts of the tokens of the prompt, and of those generated after it, if ``text`` is given; None for a
            first token that is not named.
        values: the log-probability of each, as it was received; ``ranks``, its rank among all tokens, or None.
        text: the prompt and what was generated, as one text; None where the tokens are those of the prompt alone.
        prompt_tokens: how many tokens of the prompt the server counts, or None.
        stopped: whether the text ended before its greatest length, as an end-of-text token does it.
        lacks_one: whether the server counts one token more than it lists: a first one that it added, or the last one.
    """

    tokens: Sequence[str | None]
    values: Sequence[object]
    ranks: Sequence[int | None]
    text: str | None = None
    prompt_tokens: int | None = None
    stopped: bool = False
    lacks_one: bool = False

    @property
    def named_tokens(self) -> list[str]:
        """Return the texts of the tokens that are named: all, or all but the first."""
        return [token for token in self.tokens if token is not None]


@dataclass(frozen=True)
class Scored:
    """Contain the tokens of a sentence, with their log-probabilities.

    Attributes:
        tokens: their texts; ``spans``, where each begins and ends in the sentence.
        log_probs: natural logarithms; None for the first token where that has none.
        ranks: as in Listed.
        before: the special tokens that stand before the sentence; empty where nothing does.
        counted: how many tokens the prompt has, the special ones included.
        shifted: whether the log-probabilities are those of other tokens (see SHIFTED); None if it cannot be seen.
        goes_on: whether the text of the response goes on after the sentence.
    """

    tokens: list[str]
    spans: list[tuple[int, int]]
    log_probs: list[float | None]
    ranks: list[int | None]
    before: str
    counted: int
    shifted: bool | None = False
    goes_on: bool = False

    @property
    def begins(self) -> tuple[str, bool]:
        """Return what stands before the sentence, and whether its first token has a log-probability."""
        return self.before, self.log_probs[0] is not None

    @property
    def known(self) -> list[float]:
        """Return the log-probabilities that there are: none of a single token before which nothing stands."""
        return [value for value in self.log_probs if value is not None]


def of_response(body: object, sentence: str) -> Scored:
    """Return the tokens of a sentence in the body of a response. InputError where it does not say them rightly."""
    return of_sentence(listed(body), sentence)


def listed(body: object) -> Listed:
    """Return what the body of a response lists. InputError where it is in no format that has what is needed."""
    try:
        listed_tokens = _listed(body)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise InputError(MALFORMED) from error
    texts = [token for place, token in enumerate(listed_tokens.tokens) if place or token is not None]
    counts = [one for one in (listed_tokens.prompt_tokens, *listed_tokens.ranks) if one is not None]
    are_texts = all(isinstance(one, str) for one in (*texts, listed_tokens.text or ""))
    if not are_texts or not all(isinstance(one, int) for one in counts):
        raise InputError(MALFORMED)
    return listed_tokens


def _listed(body: object) -> Listed:
    """Return what the body of a response lists, which may be something else than its format says."""
    if isinstance(body, list) and len(body) == 1:  # of SGLang and TGI, if they were asked with a list
        body = body[0]
    if not isinstance(body, Mapping):
        raise InputError(
            f"is not a response about one sentence, but {str(body)[:80]!r}; ask about one sentence at a time"
        )
    if is_error(body):
        raise NoScoreError(f"the server answered with an error: {message_of(body)}")
    if "choices" in body:
        return _of_choices(body)
    if "meta_info" in body:
        return _of_sglang(body)
    if "details" in body or "generated_text" in body:
        return _of_tgi(body)
    if "message" in body or "response" in body or "content" in body:
        raise InputError(f"is of Ollama, llama-server or a chat endpoint, which has {GENERATED_ONLY}")
    raise InputError(f"has no known format; its keys are: {', '.join(map(str, body)) or 'nothing'}; {HOW}")


def is_error(body: object) -> bool:
    """Return whether the body of a response is an error."""
    return isinstance(body, Mapping) and bool(body.get("error") or body.get("object") == "error")


def message_of(body: object, secret: str = "") -> str:
    """Return what a server says in the body of an error, except for a ``secret``, which servers repeat in messages."""
    while isinstance(body, Mapping):
        body = next((body[key] for key in ("error", "message", "detail", "type") if body.get(key)), "without a message")
    message = " ".join(str(body).split())
    return (message.replace(secret, "…") if secret else message)[:300]


def _of_choices(body: Mapping) -> Listed:
    """Return what a completion in OpenAI's format lists."""
    choices, usage = body["choices"], body.get("usage") or {}
    if not isinstance(choices, list) or len(choices) != 1:
        raise NoScoreError(f"has {len(choices or ())} choices; ask for one (n: 1), about one sentence")
    (choice,) = choices
    if "message" in choice or str(body.get("object", "")).startswith("chat"):
        raise InputError(f"is of a chat endpoint, which has log-probabilities of generated tokens only; {HOW}")
    if choice.get("prompt_logprobs"):
        return _of_vllm(choice)
    listed = choice.get("logprobs")
    if not listed:
        raise NoScoreError(f"has no log-probabilities (logprobs is {'null' if listed is None else 'empty'}); {HOW}")
    if "tokens" not in listed or "token_logprobs" not in listed:
        raise InputError(f"is of llama-server, which has {GENERATED_ONLY}")
    tokens, values = list(listed["tokens"]), list(listed["token_logprobs"])
    if len(tokens) != len(values):
        raise InputError(f"has {len(tokens)} tokens and {len(values)} log-probabilities; ask again")
    if any(str(token).startswith("token_id:") for token in tokens):
        raise InputError(
            "names tokens by their numbers (token_id:), so that it is not known which of them are the sentence's; ask "
            "without return_tokens_as_token_ids"
        )
    stopped = choice.get("finish_reason") == "stop"
    counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
    known = [count for count in counts if isinstance(count, int)]
    lacks_one = len(known) == 2 and sum(known) == len(tokens) + 1
    return Listed(tokens, values, [None] * len(tokens), choice.get("text") or "", counts[0], stopped, lacks_one)


def _of_vllm(choice: Mapping) -> Listed:
    """Return what vLLM's ``prompt_logprobs`` list: of each token but the first, one or more tokens by their ids."""
    entries, ids = choice["prompt_logprobs"], choice.get("prompt_token_ids")
    tokens: list[str | None] = [None]
    values: list[object] = [None]
    ranks: list[int | None] = [None]
    if entries[0] is not None:
        raise InputError("has a log-probability of its first token in prompt_logprobs, where there can be none")
    for place, entry in enumerate(entries[1:], start=1):
        one = _own(entry or {}, str(ids[place]) if ids else None)
        tokens.append(one.get("decoded_token") or "")
        values.append(one.get("logprob"))
        ranks.append(one.get("rank"))
    return Listed(tokens, values, ranks)


def _own(entry: Mapping, number: str | None) -> Mapping:
    """Return what an entry of ``prompt_logprobs`` says of the prompt's own token, whose id may be known."""
    if number is not None:
        if number not in entry:
            raise InputError(f"has no log-probability of its own token {number} in prompt_logprobs; ask again")
        return entry[number]
    others = [one for one in entry.values() if one.get("rank") != 1]
    if len(entry) <= 1 or (len(entry) == 2 and len(others) == 1):
        return next(iter(others or entry.values()), {})
    raise InputError(
        "has several tokens for one place in prompt_logprobs, and it is not known which is the prompt's; ask with "
        "prompt_logprobs: 0, or with return_token_ids: true"
    )


def _of_sglang(body: Mapping) -> Listed:
    """Return what SGLang's ``input_token_logprobs`` list: log-probability, id and text of each token."""
    entries = body["meta_info"].get("input_token_logprobs")
    if not entries:
        raise NoScoreError("has no input_token_logprobs; ask with return_logprob: true and logprob_start_len: 0")
    if any(len(entry) < 3 or entry[2] is None for entry in entries):
        raise InputError("names tokens by their numbers only; ask with return_text_in_logprobs: true")
    return Listed([entry[2] for entry in entries], [entry[0] for entry in entries], [None] * len(entries))


def _of_tgi(body: Mapping) -> Listed:
    """Return what TGI's ``prefill`` lists: id, text and log-probability of each token."""
    entries = (body.get("details") or {}).get("prefill")
    if not entries:
        raise NoScoreError(
            "has no log-probabilities of the prompt (details.prefill); ask with details: true and "
            "decoder_input_details: true, and start TGI with --enable-prefill-logprobs"
        )
    return Listed([entry["text"] for entry in entries], [entry["logprob"] for entry in entries], [None] * len(entries))


def of_sentence(listed: Listed, sentence: str) -> Scored:
    """Return the tokens of a sentence among those that a response lists.

    InputError where something else than special tokens stands before it, where its tokens do not make up the sentence,
    and for log-probabilities that cannot be.
    """
    most = MOST_TOKENS * len(sentence.encode()) + FURTHER_TOKENS
    if len(listed.tokens) > most:
        raise InputError(
            f"lists {len(listed.tokens):,} tokens for a sentence of {len(sentence):,} characters, which has {most:,} "
            "at most; ask again, or leave the sentence out"
        )
    if listed.tokens and listed.tokens[0] is None:
        return _after_unnamed(listed, sentence)
    leads, generated = ([], "") if listed.text is None else _around(listed.text, sentence)
    is_part = listed.lacks_one and not sentence[:1].isascii()  # an empty token, of the sentence's first character
    names = _leading(listed.named_tokens, sentence, [] if is_part else leads)
    first, dropped = len(names), leads[: max(0, len(leads) - len(names))]
    tokens = listed.named_tokens[first:]
    if dropped and "".join(tokens).startswith(dropped[0]):
        raise InputError(
            f"the server reads {dropped[0]} as text, in the tokens {', '.join(map(repr, tokens[:4]))} …, not as one "
            "special token; write the model's own beginning token, or nothing, before the sentence"
        )
    counted = [] if listed.prompt_tokens is None else [listed.prompt_tokens - first - len(dropped)]
    counted += [counted[0] - 1] if counted and listed.lacks_one and not dropped else []
    stop = len(tokens) if listed.text is None else _end(tokens, sentence, generated, counted)
    spans = places(tokens[:stop], sentence)
    if spans is None:
        raise InputError(
            f"its tokens, put together, are not the sentence {sentence[:60]!r}: {' '.join(map(repr, tokens[:8]))} …"
        )
    shifted = False if listed.text is None else _is_shifted(tokens[stop:], generated, listed.stopped)
    has_first = bool(first or (dropped and listed.values[0] is not None))
    before = "".join(names if len(names) >= len(leads) else leads)
    facts = before, first + len(dropped) + stop, shifted, generated != ""
    return _checked(listed, first, stop, spans, has_first, facts)


def _after_unnamed(listed: Listed, sentence: str) -> Scored:
    """Return the tokens of a sentence where the first token, which has no log-probability, is not named.

    It is the first of the sentence where the others make up the sentence without its beginning.
    """
    others = listed.named_tokens
    names = _leading(others, sentence, [])
    spans, first = places(others[len(names) :], sentence), 1 + len(names)
    joined = "".join(others)
    if spans is not None and (joined.endswith(sentence) or sentence[0].isascii()):
        return _checked(
            listed, first, len(others) - len(names), spans, True, (UNNAMED + "".join(names), len(others) + 1)
        )
    cuts = [len(sentence) - len(joined)] if sentence.endswith(joined) else range(1, len(sentence) + 1)
    for cut in cuts:
        rest = places(others, sentence[cut:])
        if cut > 0 and rest is not None and not names:
            whole = Listed([sentence[:cut], *others], listed.values, listed.ranks)
            spans = [(0, cut), *((start + cut, end + cut) for start, end in rest)]
            return _checked(whole, 0, len(others) + 1, spans, False, ("", len(others) + 1))
    raise InputError(
        f"its tokens, put together, are not the sentence {sentence[:60]!r}: {' '.join(map(repr, others[:8]))} …"
    )


def _checked(
    listed: Listed, first: int, count: int, spans: list[tuple[int, int]], has_first: bool, facts: tuple
) -> Scored:
    """Return ``count`` tokens from the place ``first`` on as those of a sentence, once their values are checked.

    ``has_first``: whether the first of them must have a log-probability, or cannot. ``facts`` is the rest of Scored.
    """
    texts = [token for token in listed.tokens[first : first + count] if token is not None]
    values = listed.values[first : first + count]
    if not has_first and values and values[0] is not None:
        raise InputError(
            f"has a log-probability of the first token {texts[0]!r}, {values[0]}, but no token is known to be "
            "before it, so that it is not known what that is the probability of"
        )
    begin = 0 if has_first else 1
    numbers = [_number(value, text) for value, text in zip(values[begin:], texts[begin:], strict=True)]
    if numbers and not any(numbers):
        raise InputError("all its log-probabilities are 0, as from a server that does not compute them")
    return Scored(texts, spans, [*[None] * begin, *numbers], list(listed.ranks[first : first + count]), *facts)


def _number(value: object, token: str) -> float:
    """Return a log-probability. InputError where it cannot be one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(
            f"its token {token!r} has no log-probability ({value!r:.40}), which only a first token may lack; ask "
            "again, or leave the sentence out"
        )
    if not NOTHING_LIKE < value <= ROUNDING:  # nor NaN
        why = "which vLLM writes for a probability of 0" if value == NOTHING_LIKE else "which is no log-probability"
        raise InputError(
            f"the log-probability of its token {token!r} is {value!r:.40}, {why}; ask again, or leave the sentence out"
        )
    return min(float(value), 0.0)


def _around(text: str, sentence: str) -> tuple[list[str], str]:
    """Return the special tokens before a sentence in the text of a response, and what was generated after it.

    InputError where the text does not have the sentence, or has something else before it.
    """
    leads, rest = [], text
    while not rest.startswith(sentence):
        match = SPECIAL.match(rest)
        if match:
            leads.append(match[0])
            rest = rest[match.end() :]
        elif rest != rest.lstrip():
            rest = rest.lstrip()
        elif sentence in rest:
            before = rest.partition(sentence)[0]
            raise InputError(
                f"has {before[-60:]!r} before the sentence; only special tokens, such as <s>, are allowed there"
            )
        else:
            raise InputError(f"does not repeat the sentence, but has the text {text[:60]!r}; {HOW}")
    return leads, rest[len(sentence) :]


def _leading(tokens: Sequence[str], sentence: str, leads: Sequence[str]) -> list[str]:
    """Return the special tokens at the beginning of a list of tokens; ``leads`` are those that the text has there.

    llama-cpp-python writes them as empty tokens.
    """
    names: list[str] = []
    for token in tokens:
        if token and SPECIAL.fullmatch(token) and not sentence.startswith(token):
            names.append(token)
        elif not token and len(names) < len(leads):
            names.append(leads[len(names)])
        else:
            break
    return names


def _end(tokens: Sequence[str], sentence: str, generated: str, counted: Sequence[int]) -> int:
    """Return how many tokens make up the sentence; what follows was generated.

    ``counted`` are the numbers that the server's counts allow; they decide only where the texts of tokens do not.
    """
    joined = ""
    for number, token in enumerate(tokens, start=1):
        joined += token
        if joined == sentence:
            return number
    able = [number for number in range(len(tokens) + 1) if places(tokens[:number], sentence) is not None]
    after = {number: "".join(tokens[number:]) for number in able}
    exact = [number for number in able if after[number] == generated]
    fitting = exact or [number for number in able if _plain(after[number]) == _plain(generated)] or able[-1:]
    possible = [number for number in counted if number in fitting]
    if len(fitting) > 1 and len(possible) != 1:
        raise InputError(
            f"its tokens do not show where the sentence {sentence[:60]!r} ends, because some of them end inside a "
            "character; ask with max_tokens: 1, and keep usage in the response"
        )
    return next(iter(possible or fitting), len(tokens))


def _plain(text: str) -> str:
    """Return a text without white space, special tokens and the marks of partial characters."""
    return "".join(SPECIAL.sub("", text).replace(PARTIAL_CHARACTER, "").split())


def _is_shifted(after: Sequence[str], generated: str, stopped: bool) -> bool | None:
    """Return whether the tokens after a sentence lack the last one that was generated; see SHIFTED.

    This is unknown where that one may have no text, as an end of text or a part of a character.
    """
    joined = "".join(after)
    if not generated:
        return False if after else None
    if joined == generated:
        return None if stopped else False
    is_plain = all(after) and _plain(generated) == "".join(generated.split())
    return True if not after or (is_plain and generated.startswith(joined)) else None


def places(tokens: Sequence[str], text: str) -> list[tuple[int, int]] | None:
    """Return where each token begins and ends in a text that they make up; None where they do not.

    Tokens that are parts of a character may be written in any way, and may lack white space: all other characters must
    be there.
    """
    if "".join(tokens) == text:
        ends = [0]
        for token in tokens:
            ends.append(ends[-1] + len(token))
        return list(pairwise(ends))
    starts, place, broken = [], 0, False
    for token in tokens:
        start, broken = None, broken or not token
        for sign in token:
            if sign == PARTIAL_CHARACTER:
                broken = True
                continue
            start_of_sign = _place_of(sign, text, place, broken)
            if start_of_sign is not None:
                start = start_of_sign if start is None and not sign.isspace() else start
                place, broken = start_of_sign + 1, False
            elif not sign.isspace():
                return None
        if place == len(text) and not token.strip(PARTIAL_CHARACTER):
            return None  # no character is left of which the token could be a part
        starts.append(place if start is None else start)
    if not starts or not all(map(_may_lack, text[place:])):
        return None
    ends = [*starts[1:], len(text)]
    located = [(start, max(end, min(start + 1, len(text)))) for start, end in zip(starts, ends, strict=True)]
    return _by_bytes(tokens, text, located)


def _by_bytes(tokens: Sequence[str], text: str, located: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the places; tokens in a row that are single bytes, as many as their characters have, are in their own."""
    at = 0
    for is_partial, group in groupby(not token or token.strip() == PARTIAL_CHARACTER for token in tokens):
        first, at = at, at + len(list(group))
        begin, end = located[first][0], located[at - 1][1]
        characters = [place for place in range(begin, end) if not text[place].isspace()]
        of_bytes = [place for place in characters for _ in text[place].encode(errors="surrogatepass")]
        if is_partial and len(of_bytes) == at - first:
            located[first:at] = [(place, place + 1) for place in of_bytes]
    return located


def _place_of(sign: str, text: str, place: int, broken: bool) -> int | None:
    """Return where a character of a token is in a text, from a place on; None where it does not.

    Characters that tokens may lack are passed over; before white space, only after a token that is ``broken``, a part
    of a character.
    """
    while place < len(text) and text[place] != sign and _may_lack(text[place]):
        if sign.isspace() and (text[place].isspace() or not broken):
            break
        place += 1
    character = text[place : place + 1]
    return place if character == sign or (sign.isspace() and character.isspace()) else None


def _may_lack(sign: str) -> bool:
    return sign.isspace() or not sign.isascii()


def check_alike(scored: Mapping[str, Scored]) -> None:
    """Raise InputError where the responses of a server cannot be right, all together.

    ``scored`` are the sentences by what messages call them. One that is shifted by a token shows that all are; one must
    show that they are not; and what stands before them must be the same for all.
    """
    check_begins(scored)
    if scored and all(one.shifted is None for one in scored.values()) and any(one.goes_on for one in scored.values()):
        raise InputError(
            "no response shows whether its log-probabilities are shifted by one token, as llama-cpp-python's can be; "
            "ask again with max_tokens: 1"
        )


def check_begins(scored: Mapping[str, Scored]) -> None:
    """Raise InputError where one of the responses is shifted by a token, or two do not begin alike; see check_alike."""
    begins: dict[tuple[str, bool], str] = {}
    for name, one in scored.items():
        if one.shifted:
            raise InputError(
                f"{name}: {SHIFTED}; none of these responses is right: ask again with the text of that token, such as "
                "<s> or <|im_start|>, before each sentence"
            )
        begins.setdefault(one.begins, name)
    if len(begins) > 1:
        (first, name), (second, other) = list(begins.items())[:2]
        raise InputError(
            f"{name} and {other} do not begin in the same way: {in_words(*first)} in the one, "
            f"{in_words(*second)} in the other; "
            "use a separate file for each form"
        )


def in_words(before: str, has_first: bool) -> str:
    """Return in words which token precedes a sentence, and whether its first token has a log-probability."""
    what = f"{before} precedes the sentence" if before else "nothing precedes the sentence"
    return f"{what}, and its first token {'has a' if has_first else 'has no'} log-probability"


def notes_on(scored: Iterable[Scored]) -> list[str]:
    """Return what a reader of the scores should know of these responses, which check_alike has accepted."""
    every = list(scored)
    notes = [in_words(*every[0].begins) + ("" if every[0].begins[1] else ", so that sums are without it")]
    if all(one.shifted is None for one in every):
        notes.append(
            "no response shows whether its log-probabilities are shifted by one token, as llama-cpp-python's can be; "
            "asked with max_tokens: 1, they do"
        )
    return notes
