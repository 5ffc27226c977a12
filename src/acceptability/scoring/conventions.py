"""Read the conventions by which programs score sentences: which tokens are summed, divided by what, in which unit."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from acceptability import segmentation
from acceptability.contracts import io

FILE = Path(__file__).with_name("conventions.tsv")


@dataclass(frozen=True)
class Convention:
    """Describe which log-probabilities are summed: a row of conventions.tsv.

    Attributes:
        kind: of the models that it is about.
        beginning: the token before the text: ``none``, ``bos``, ``eos`` or ``bos_twice``.
        first_token: whether the first token of the text counts (yes, no), or with it the second BOS token (after_bos).
        space: that is put around the text: ``none``, ``before`` or ``after``.
        ending: whether the end-of-text token follows the text, and counts (yes, no).
        prediction: of masked models, the column of the table of tokens that has the log-probabilities. Of causal ones,
            ``all``, or ``without_eos`` if the end-of-text token has the probability 0, which is known of the kit alone.
        words: all of this for readers.
    """

    name: str
    kind: str
    beginning: str
    first_token: str
    space: str
    ending: str
    prediction: str
    words: str


@cache
def conventions() -> tuple[Convention, ...]:
    """Return all conventions; a simpler one comes before a rarer one that may give the same numbers."""
    return tuple(Convention(*row) for row in io.read_raw_tsv(FILE).itertuples(index=False))


@dataclass(frozen=True)
class Length:
    """Describe by what a sum is divided; ``divisor`` gets a text and its number of counted tokens."""

    words: str
    divisor: Callable[[str, int], float]


# A text is divided with the white space at its ends left out, as measures do.
LENGTHS = (
    Length("sum", lambda text, tokens: 1),
    Length("mean over tokens", lambda text, tokens: tokens),
    Length("mean over words", lambda text, tokens: len(text.split())),
    Length("mean over characters", lambda text, tokens: len(segmentation.characters(text.strip()))),
    Length("mean over code points", lambda text, tokens: len(text.strip())),
    Length("mean over bytes", lambda text, tokens: len(text.strip().encode())),
)
UNITS: Mapping[str, float] = {"natural": 1.0, "base-2": 1 / math.log(2), "base-10": 1 / math.log(10)}
POWERS = {10.0**power: f", times {10.0**power:g}" for power in (-3, -2, -1, 1, 2, 3)} | {1.0: ""}
