"""Find where tokens are in a text, so that each is in one region; steps grow with tokens times bytes of the text."""

import re
from collections.abc import Iterator, Sequence

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
    of_signs = _covered([sign for _, sign in signs], text)
    if of_signs is None:
        return None
    regions = segmentation.of_characters(text, words)
    covered: list[set[int]] = [set() for _ in tokens]
    unclear: list[str] = []
    for (place, _), characters in zip(signs, of_signs, strict=True):
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


def _covered(signs: Sequence[str], text: str) -> list[set[int]] | None:
    """Return the characters of a text that each sign covers in any alignment; None if there is no alignment."""
    places = [place for place, sign in enumerate(text) for _ in sign.encode(errors="surrogatepass") if sign.strip()]
    following = [*places[1:], len(text) + 1]

    def next_signs(number: int, byte: int) -> Iterator[int]:
        """Yield the signs that may cover the byte after one that a sign covers; at the end, the number of signs."""
        apart = following[byte] - places[byte]  # 0: the same character; 1: the next one of the word
        if apart == 0 or (apart == 1 and signs[number] in (ANY, PARTIAL_CHARACTER)):
            yield number
        if apart or signs[number : number + 2] == [PARTIAL_CHARACTER] * 2:  # only these divide a character
            yield number + 1

    possible, reached = {0}, []  # from the beginning
    for byte, place in enumerate(places):
        reached.append({number for number in possible if number < len(signs) and _matches(signs[number], text[place])})
        possible = {later for number in reached[byte] for later in next_signs(number, byte)}
    aligned = possible & {len(signs)}  # from which the end is reached, too
    covered: list[set[int]] = [set() for _ in signs]
    for byte in reversed(range(len(places))):
        aligned = {number for number in reached[byte] if not aligned.isdisjoint(next_signs(number, byte))}
        for number in aligned:
            covered[number].add(places[byte])
    return covered if aligned else None


def _matches(sign: str, character: str) -> bool:
    """Return whether a sign may cover a character, or a byte of it."""
    if sign == PARTIAL_CHARACTER:
        return not character.isascii()
    return sign == ANY or sign.casefold() == character.casefold()
