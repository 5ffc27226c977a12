"""Note text that was damaged on its way into a table, or that no reader sees, without changing it."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from acceptability.messages import Message, setting
from acceptability.reading.report import rows_of

JOINERS = "\u200c\u200d"  # which other scripts need
CONTROL = (0x00, 0x08, 0x0B, 0x0C, 0x1F, *range(0x7F, 0xA0))
INVISIBLE = {
    "\u00a0": "no-break space",
    "\u202f": "narrow no-break space",
    "\u3000": "ideographic space",
    "\u200b": "zero-width space",
    "\u2060": "word joiner",
    "\ufeff": "zero-width no-break space",
    "\u00ad": "soft hyphen",
    "\u2009": "thin space",
    "\u2003": "em space",
    "\t": "tab",
    **{sign: f"control character (U+{ord(sign):04X})" for sign in map(chr, CONTROL)},
    "\u2028": "line separator",
    **dict.fromkeys(
        "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", "invisible mark of direction"
    ),
    **dict.fromkeys(JOINERS, "zero-width joiner"),
    "\ufffd": "U+FFFD (�), which replaces a character that was lost",
}
ODD = re.compile(
    f"[{''.join(set(INVISIBLE) - set(JOINERS))}]|(?<=[A-Za-z])[{JOINERS}]|(?<=\\w)\\?(?=\\w)"
    "|&(?:amp|lt|gt|quot|#\\d+);|_x000D_"
)
LOST = "question mark inside a word, where a character was perhaps lost"
WRITTEN = "character that is written as a code"
SPECIAL = re.compile(  # special tokens of language models that are no words
    r"\[(CLS|SEP|PAD|MASK|BOS|EOS)\]|<\|?/?(s|pad|bos|eos|mask|sep|cls|endoftext|begin_of_text|end_of_text)\|?>"
)
SPECIAL_IN_TEXT = re.compile(rf"{SPECIAL.pattern}|\[UNK\]|<unk>|<\|[^\s<>|]+\|>")
MARKUP = re.compile(r"</?(?:b|i|u|em|strong|br|p|span|sub|sup)\b[^<>\n]{0,80}>|\\[a-z]{2,}\{", re.IGNORECASE)
ESCAPED = re.compile(r"\\[nrt](?![a-z])")
NOT_ASCII = re.compile(r"[^\x00-\x7f]{2,}")  # a text that was decoded twice has at least two characters for one
FOLLOWS = "".join(bytes([byte]).decode("windows-1252", "ignore") or chr(byte) for byte in range(0x80, 0xC0))
MAY_BE_TWICE = re.compile(f"[Â-ô][{re.escape(FOLLOWS)}]")  # how bytes that begin and go on in UTF-8 look
OF_A_MAC = re.compile("[a-zß-ÿ][ŠŽŸˆ]")  # how ä, é, ü and à of mac-roman look in windows-1252
STOPS = ".!?。！？…"


def notes_on(texts: Sequence[str], numbers: Sequence[object]) -> Iterator[str]:
    """Yield notes on what a column of texts contains: odd characters, damaged text and special tokens."""
    yield from _odd_characters(texts, numbers)
    whole = "\n".join(texts)
    if where := _rows_with(ESCAPED, whole, texts, numbers):
        yield f"{_have(where)} a line end or a tab that is written as {_first(ESCAPED, whole)}; scored unchanged"
    if where := _rows_with(SPECIAL_IN_TEXT, whole, texts, numbers):
        tokens = ", ".join(dict.fromkeys(match[0] for match in SPECIAL_IN_TEXT.finditer(whole)))
        yield f"{_have(where)} special tokens of language models ({tokens}); remove those that are no words"
    if where := _rows_with(MARKUP, whole, texts, numbers):
        example = _first(MARKUP, whole)
        yield f"{_have(where)} HTML tags or LaTeX commands ({example}), which would be scored as text; remove them"
    if where := _rows_with(OF_A_MAC, whole, texts, numbers):
        wrong = next(word for word in whole.split() if OF_A_MAC.search(word))
        right = wrong.encode("windows-1252", "replace").decode("mac-roman")
        yield Message(
            f"{_have(where)} {wrong!r}, which would be {right!r} in mac-roman; if Excel for Mac saved the file, set ",
            setting("encoding", "mac-roman"),
        )
    if not MAY_BE_TWICE.search(whole):
        return
    decoded = [(number, *twice) for text, number in zip(texts, numbers, strict=True) if (twice := decoded_twice(text))]
    if decoded:
        _, wrong, right = decoded[0]
        rows = [number for number, *_ in decoded]
        yield f"{_have(rows)} text that was decoded twice ({wrong!r} is probably {right!r}); correct the file"


def decoded_twice(text: str) -> tuple[str, str] | None:
    """Return the first word of a text that is UTF-8 read as windows-1252 (``garÃ§on``), and what it was."""
    for word in text.split(" "):
        right = NOT_ASCII.sub(_decoded, word)
        if right != word:
            return word, right
    return None


def _decoded(match: re.Match) -> str:
    """Return what characters are as UTF-8, where hardly anybody writes such characters next to each other."""
    wrong, before = match[0], match.string[: match.start()]
    try:
        right = b"".join(map(_byte, wrong)).decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return wrong
    is_latin = wrong[0] in "ÂÃ" and not before[-1:].isupper()
    return right if is_latin or len(right) > 1 or wrong.startswith("â€") else wrong


def _byte(sign: str) -> bytes:
    """Return the byte of a character in windows-1252, whose unused places are control characters."""
    return bytes([ord(sign)]) if "\x80" <= sign <= "\x9f" else sign.encode("windows-1252")


def differences(good: Sequence[str], bad: Sequence[str], numbers: Sequence[object]) -> Iterator[str]:
    """Yield notes on what one sentence of a pair has, and the other lacks, without being grammar."""
    pairs = list(zip(good, bad, numbers, strict=True))
    for what, has in (("two spaces in a row", lambda text: "  " in text), ("a full stop at the end", _ends)):
        if where := [number for one, other, number in pairs if has(one) != has(other)]:
            yield f"{rows_of(where)}: only one of the two sentences has {what}, which changes its scores; correct it"


def _ends(text: str) -> bool:
    return text.rstrip("\"'”’») ").endswith(tuple(STOPS))


def _rows_with(pattern: re.Pattern, whole: str, texts: Sequence[str], numbers: Sequence[object]) -> list[object]:
    """Return the numbers of texts in which a pattern is found; ``whole`` is all of them, which is searched first."""
    if not pattern.search(whole):
        return []
    return [number for text, number in zip(texts, numbers, strict=True) if pattern.search(text)]


def _first(pattern: re.Pattern, text: str) -> str:
    """Return the first part of a text that fits a pattern, which some part of it does."""
    return next(pattern.finditer(text))[0]


def _odd_characters(texts: Sequence[str], numbers: Sequence[object]) -> Iterator[str]:
    """Yield notes on characters that nobody sees, that were lost, or that are encoded in two parts."""
    whole = "\n".join(texts)
    if ODD.search(whole):
        rows: dict[str, list] = {}
        for text, number in zip(texts, numbers, strict=True):
            for sign in set(ODD.findall(text)):
                rows.setdefault(sign, []).append(number)
        for sign, where in rows.items():
            what = INVISIBLE.get(sign, WRITTEN if len(sign) > 1 else LOST)
            yield f"{_have(where)} {'an' if what[0] in 'aeiou' else 'a'} {what}; scored unchanged"
    if not unicodedata.is_normalized("NFC", whole):
        rest = zip(texts, numbers, strict=True)
        where = [number for text, number in rest if not unicodedata.is_normalized("NFC", text)]
        yield f"{_have(where)} decomposed letters (é as e and ´); scored unchanged"


def _have(numbers: Sequence[object]) -> str:
    return f"{rows_of(numbers)}: {'has' if len(numbers) == 1 else 'have'}"
