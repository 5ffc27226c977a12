"""Join the regions of sentences into texts, and find comparisons of equal texts."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from acceptability.errors import InputError
from acceptability.expectations.grammar import Comparison, Node, Number, Reference, Sum, nodes_of

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


def has_equal_sums(tree: Node, conditions: Mapping[str, Sequence[str]]) -> bool:
    """Return whether some ``<`` or ``>`` of a formula compares sums of the same regions of the same texts."""
    comparisons = [node for node in nodes_of(tree) if isinstance(node, Comparison) and node.sign != "="]
    return any(not any(_difference(node, conditions).values()) for node in comparisons)


def _difference(node: Node, conditions: Mapping[str, Sequence[str]], sign: float = 1) -> dict[object, float]:
    """Return how often the surprisal of each region of each text is added; that of an empty region is 0."""
    terms: dict[object, float] = defaultdict(float)
    if isinstance(node, Number):
        terms[None] += sign * node.value
    elif isinstance(node, Reference):
        contents = conditions[node.condition]
        text = tuple(map(bare, contents))
        for number in [node.region] if node.region else range(1, len(contents) + 1):
            terms[text, number] += sign * bool(text[number - 1])
    elif isinstance(node, Sum | Comparison):
        right = sign if isinstance(node, Sum) and node.sign == "+" else -sign
        for part, sign_of_part in ((node.left, sign), (node.right, right)):
            for term, times in _difference(part, conditions, sign_of_part).items():
                terms[term] += times
    return terms
