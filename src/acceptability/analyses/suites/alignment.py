"""Find where tokens are in a text, so that each is in one region; steps grow with tokens times bytes of the text."""

import re
from collections.abc import Sequence

from acceptability import segmentation
from acceptability.errors import InputError
from acceptability.reading.completions import PARTIAL_CHARACTER
from acceptability.reading.report import listed

UNKNOWN = re.compile(r"\[UNK\]|<unk>", re.IGNORECASE)  # a token that covers a word, or a part of one
ANY = ""  # the sign of such a token


def spans(tokens: Sequence[str], text: str, words: Sequence[str]) -> list[tuple[int, int]] | None:
    """Return where tokens are in a text, whose case and white space may differ; None where they do not make it up.

    All alignments count: a sign of a token is one character, an unknown token at least one character of a word, and the
    mark of a partial character at least one byte. Thus one mark for each byte, or one unknown token for each word, has
    one place. Other places are those of any alignment, as long as all are in the same region.

    Parameters:
        words: the texts of the regions.

    InputError where alignments differ in the region of a token.
    """
    solid = ["".join(token.split()) for token in tokens]
    signs = [
        (place, sign) for place, token in enumerate(solid) for sign in ([ANY] if UNKNOWN.fullmatch(token) else token)
    ]
    of_bytes = _Bytes(text)
    starts = _covered([sign for _, sign in signs], of_bytes)
    if starts is None:
        return None
    regions = segmentation.of_characters(text, words)
    covered: list[set[int]] = [set() for _ in tokens]
    unclear: list[str] = []
    for (place, _), of_sign in zip(signs, starts, strict=True):
        characters = {of_bytes.places[start] for start in of_sign}
        covered[place] |= characters
        if len({regions[one] for one in characters}) > 1:
            unclear.append(repr(tokens[place].strip()))
    if unclear:
        raise InputError(
            f"the tokens {listed(unclear)} could be in several regions of the sentence {text!r}; give the surprisal of "
            "each region instead (column region), or join these regions"
        )
    located, after = [], len(text)
    for characters in reversed(covered):  # a token of white space alone is before the next one
        located.append((min(characters), max(characters) + 1) if characters else (after, after))
        after = located[-1][0]
    return located[::-1]


class _Bytes:
    """Contain the bytes of a text without white space; ``places`` are those of their characters in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = [place for place, sign in enumerate(text) if not sign.isspace() for _ in range(_length(sign))]

    def end(self, sign: str, start: int) -> int | None:
        """Return where a sign of a token ends that begins at a byte, if it covers one character or part of one."""
        if start == len(self.places):
            return None
        character = self.text[self.places[start]]
        if sign == PARTIAL_CHARACTER:
            return None if character.isascii() else start + 1
        is_inside = start > 0 and self.places[start - 1] == self.places[start]
        is_alike = sign == ANY or sign.casefold() == character.casefold()
        return start + _length(character) if is_alike and not is_inside else None

    def goes_on(self, sign: str, end: int) -> bool:
        """Return whether one sign may also cover what follows: it is a partial or an unknown one, inside a word."""
        is_inside = 0 < end < len(self.places) and self.places[end] - self.places[end - 1] <= 1
        return sign in (ANY, PARTIAL_CHARACTER) and is_inside


def _length(character: str) -> int:
    return len(character.encode(errors="surrogatepass"))


def _covered(signs: Sequence[str], of_bytes: _Bytes) -> list[set[int]] | None:
    """Return the bytes that each sign may cover, in all alignments of the signs with a text; None if there are none.

    Of a sign that covers a whole character, this is its first byte.
    """
    entries = [{0}]
    possible: list[dict[int, int]] = []
    for sign in signs:
        of_sign: dict[int, int] = {}
        for entry in entries[-1]:
            start: int | None = entry
            while start is not None and start not in of_sign:
                end = of_bytes.end(sign, start)
                if end is None:
                    break
                of_sign[start] = end
                start = end if of_bytes.goes_on(sign, end) else None
        entries.append(set(of_sign.values()))
        possible.append(of_sign)
    covered: list[set[int]] = []
    targets = {len(of_bytes.places)}
    for sign, entered, of_sign in zip(reversed(signs), reversed(entries[:-1]), reversed(possible), strict=True):
        begins: set[int] = set()
        for start in sorted(of_sign, reverse=True):
            end = of_sign[start]
            if end in targets or (end in begins and of_bytes.goes_on(sign, end)):
                begins.add(start)
        covered.append(begins)
        targets = begins & entered
    return covered[::-1] if 0 in targets else None
