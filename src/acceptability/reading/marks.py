"""Recognise marks of judgment that linguists write before a sentence, and alternatives inside one."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import product

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


def taken_off(*columns: Sequence[str]) -> list[tuple[list[str], list[str]]]:
    """Return each column of texts without the marks at their beginnings, and the mark of each: of MARKS, or nothing.

    ``OK``, and a single ``#``, ``?`` or ``%`` without a space behind it, are marks only where others have marks, too.
    """
    matches = [
        [AT_START.match(text.translate(WIDE)) if _may_begin(text) else None for text in texts] for texts in columns
    ]
    whole = [match for of_column in matches for match in of_column if match and match[1]]
    sure = len(whole) > 1 or any(match[0].strip() not in ("#", "?", "%") or match[0] != match[1] for match in whole)
    unmarked = []
    for texts, of_column in zip(columns, matches, strict=True):
        marks = [_mark(match, sure) if match else "" for match in of_column]
        cut = zip(texts, of_column, marks, strict=True)
        unmarked.append(([text[match.end() :] if match and mark else text for text, match, mark in cut], marks))
    return unmarked


def _may_begin(text: str) -> bool:
    return text.lstrip()[:1] in STARTS and not hasattr(text, "kind")  # cells of other kinds, as errors, have no marks


def _mark(match: re.Match, sure: bool) -> str:
    """Return the mark that a text begins with. Without other marks, only a small ok before a capital is one."""
    if match[1]:
        return normal(match[1]) if sure or match[1] in "✓√" else ""
    return "ok" if sure or (match[2] == "ok" and not match[3].islower()) else ""


def normal(mark: str) -> str:
    """Return a mark as MARKS has it: of several in one, such as ``*/?``, the worst; nothing where it is none."""
    sign = mark.translate(WIDE).strip("() :").lower()
    return sign if sign in MARKS else max(re.split("[/ ]+", sign), key=lambda one: MARKS.get(one, -1)) if sign else ""


def in_words(marks: Sequence[str], numbers: Sequence[object]) -> str:
    """Count the texts by mark, in words, and name the row of the first one; return nothing without marks."""
    if not any(marks):
        return ""
    counts = ", ".join(f"{mark} ({number:,})" for mark, number in Counter(filter(None, marks)).most_common())
    first = next(number for mark, number in zip(marks, numbers, strict=True) if mark)
    return f"marks of judgment were taken off: {counts}, the first in row {first}"


def has_alternatives(text: str) -> bool:
    """Return whether a text holds several sentences, as ``(*that)`` and ``has/*have`` do, or a mark inside it."""
    if not any(mark in text for mark in "*?#%{＊∗？＃｛"):
        return False
    plain = ADDRESS.sub(" ", text.translate(WIDE))
    return bool(ALTERNATIVES.search(plain) or LEFT.search(plain))
