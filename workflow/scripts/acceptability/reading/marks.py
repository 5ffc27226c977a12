"""Marks of judgment that linguists write before a sentence, alternatives inside one, and characters nobody sees."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from acceptability.reading.report import rows_of

SURELY_BAD, BAD_MARK = 2, 1  # how bad a mark says that a sentence is, from here
MARKS = {  # how bad they say that a sentence is
    mark: 3 + mark.count("*") // 2 if "*" in mark else 2 if "#" in mark or "??" in mark else 1
    for length in (1, 2, 3, 4)
    for mark in map("".join, product("*?#%", repeat=length))
} | dict.fromkeys(("ok", "✓", "√"), 0)
WIDE = str.maketrans("＊∗⁎？＃％（）｛｝／｜", "***?#%(){}/|")
STARTS = tuple("*?#%＊∗⁎？＃％✓√(（oO")
ONE = r"[*?#%](?:[*?#%/ ]*[*?#%])?:?"  # a mark, or several as one: */?, ? ?
AT_START = re.compile(rf"\s*(?:(\({ONE}\)|(?=[*?]){ONE}|{ONE}(?!\s*\d)|[✓√])\s*|(ok|OK)\s+(?=([^\W\d_])))")
LEFT = re.compile(r"^[\W_]{1,3}[*]|^/|((?<=[.!?])|\s)\(?[*]\)?$")  # where a mark is that was not taken off
ADDRESS = re.compile(r"\S*(://|\.\w{2,}/)\S*")
ALTERNATIVES = re.compile(
    r"\(\s*/?\s*([*]+\s*|[?]+|[#%]+(?!\d))\w|(^|\s)([*]+\s*|[?#]+)\(\w|\w[/|]\s*[*?#%]+\s*\w|[*?#%]\w[\w']*[/|]\w"
    r"|\{[^{}]*[/|*][^{}]*\}|\{[^{}\s]+,[^{}\s]+\}|\s[*]+[^\W\d]"
)
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
    "\ufffd": "U+FFFD (�), which stands for a character that was lost",
}
ODD = re.compile(
    f"[{''.join(set(INVISIBLE) - set(JOINERS))}]|(?<=[A-Za-z])[{JOINERS}]|(?<=\\w)\\?(?=\\w)"
    "|&(?:amp|lt|gt|quot|#\\d+);|_x000D_"
)
LOST = "question mark inside a word, where a character was perhaps lost"
WRITTEN = "character that is written as a code"


def taken_off(*columns: Sequence[str]) -> list[tuple[list[str], list[str]]]:
    """Return each column of texts without the marks at their beginnings, and the mark of each: of MARKS, or nothing.

    ``OK``, and a single ``#``, ``?`` or ``%`` without a space behind it, are marks only where others have marks, too.
    """
    matches = [
        [AT_START.match(text.translate(WIDE)) if _may_begin(text) else None for text in texts] for texts in columns
    ]
    whole = [match for of_column in matches for match in of_column if match and match[1]]
    sure = len(whole) > 1 or any(match[0].strip() not in ("#", "?", "%") or match[0] != match[1] for match in whole)
    made = []
    for texts, of_column in zip(columns, matches, strict=True):
        marks = [_mark(match, sure) if match else "" for match in of_column]
        cut = zip(texts, of_column, marks, strict=True)
        made.append(([text[match.end() :] if mark else text for text, match, mark in cut], marks))
    return made


def _may_begin(text: str) -> bool:
    return text.lstrip()[:1] in STARTS and not hasattr(text, "kind")  # cells of other kinds, as errors, have no marks


def _mark(match: re.Match, sure: bool) -> str:
    """Return the mark that a text begins with. Without other marks, only a small ok before a capital is one."""
    if match[1]:
        return normal(match[1]) if sure or match[1] in "✓√" else ""
    return "ok" if sure or (match[2] == "ok" and not match[3].islower()) else ""


def normal(mark: str) -> str:
    """Return a mark as MARKS has it: of several in one, such as ``*/?``, the worst; nothing where it is none."""
    own = mark.translate(WIDE).strip("() :").lower()
    return own if own in MARKS else max(re.split("[/ ]+", own), key=lambda one: MARKS.get(one, -1)) if own else ""


def in_words(marks: Sequence[str], numbers: Sequence[object]) -> str:
    """Say how many texts had which mark, and in which of the numbered rows the first is; nothing where none had one."""
    if not any(marks):
        return ""
    counts = ", ".join(f"{mark} ({number:,})" for mark, number in Counter(filter(None, marks)).most_common())
    first = next(number for mark, number in zip(marks, numbers, strict=True) if mark)
    return f"marks of judgment were taken off: {counts}, the first in row {first}"


def has_alternatives(text: str) -> bool:
    """Say whether a text holds several sentences, as ``(*that)`` and ``has/*have`` do, or a mark inside it."""
    if not any(mark in text for mark in "*?#%{＊∗？＃｛"):
        return False
    plain = ADDRESS.sub(" ", text.translate(WIDE))
    return bool(ALTERNATIVES.search(plain) or LEFT.search(plain))


def odd_characters(texts: Sequence[str], numbers: Sequence[object]) -> Iterator[str]:
    """Yield notes on characters that nobody sees, that were lost, or that are encoded in two parts."""
    whole = "\n".join(texts)
    if ODD.search(whole):
        rows: dict[str, list] = {}
        for text, number in zip(texts, numbers, strict=True):
            for sign in set(ODD.findall(text)):
                rows.setdefault(sign, []).append(number)
        for sign, where in rows.items():
            what = INVISIBLE.get(sign, WRITTEN if len(sign) > 1 else LOST)
            yield f"{_have(where)} {'an' if what[0] in 'aeiou' else 'a'} {what}; scored as it is"
    if not unicodedata.is_normalized("NFC", whole):
        rest = zip(texts, numbers, strict=True)
        where = [number for text, number in rest if not unicodedata.is_normalized("NFC", text)]
        yield f"{_have(where)} decomposed letters (é as e and ´); scored as it is"


def _have(numbers: Sequence[object]) -> str:
    return f"{rows_of(numbers)}: {'has' if len(numbers) == 1 else 'have'}"
