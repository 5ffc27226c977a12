"""Join the regions of sentences into texts."""

import random
import re
from collections.abc import Sequence

from acceptability.errors import InputError

MARK = re.compile(r"[.,;:?!)’](?!\d)")
SPACES = {
    "marks": "a space, but none before a region that begins with . , ; : ? ! ) or ’",
    "raw": "a space between all regions, as in SyntaxGym",
    "none": "no space, for languages that write none",
}
USUAL = "marks"


def bare(content: str) -> str:
    """Return the text of a region without white space at its ends, and with single spaces."""
    return " ".join(content.split())


def sentence(contents: Sequence[str], spaces: str = USUAL) -> str:
    """Return the text of a sentence from those of its regions, whose own texts stay unchanged."""
    if spaces not in SPACES:
        raise InputError(f"spaces={spaces!r}: must be one of {', '.join(SPACES)}")
    text = ""
    for content in filter(None, map(bare, contents)):
        is_joined = spaces == "none" or (spaces == "marks" and MARK.match(content))
        text += content if is_joined or not text else f" {content}"
    return text


def numbers(contents: Sequence[str]) -> list[float]:
    """Return a random number for each region, which only equal sentences share; 0 for an empty region."""
    drawn = random.Random("\n".join(map(bare, contents)))
    return [drawn.random() if text.strip() else 0.0 for text in contents]
