"""Declare the choices that an analysis of deltas leaves open, and those that have a right side.

OPTIONS are choices with arguments for either side: a *specification* makes one of each, and the first value of each is
what a paper's own rows, tables and figures have. CORRECTIONS have a right side; only the variants that a study declares
in its study.yaml, to repeat what was published, take the other one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from acceptability.errors import InputError


@dataclass(frozen=True)
class Option:
    """Describe a choice: its subject, and the label of each of its values."""

    meaning: str
    values: Mapping[str, str]


OPTIONS = {
    "human_scale": Option(
        "Scale of human ratings. participants: unchanged, mean z-scores over participants; sentences: divided by "
        "their SD over the sentences of the population, so that humans and systems have the same SD there.",
        {"participants": "ratings unchanged", "sentences": "ratings divided by their SD"},
    ),
    "population": Option(
        "What the SD of z-scores is taken over. dataset: all sentences (the population that scores carry, where they "
        "carry one); pairs: the sentences of the rated pairs.",
        {"dataset": "SD over all sentences", "pairs": "SD over sentences in pairs"},
    ),
    "normaliser": Option(
        "none: scores unchanged; words: sums of log-probabilities are divided by the sentence's number of words (at "
        "white space); other measures stay unchanged.",
        {"none": "log-probabilities unchanged", "words": "log-probabilities per word"},
    ),
    "length": Option(
        "any: every pair that counts; equal: those whose two sentences have the same number of words.",
        {"any": "pairs of any length", "equal": "pairs of equal length"},
    ),
    "weight": Option(
        "pairs: the share of pairs, so that phenomena with many pairs weigh more; phenomena: the mean over phenomena "
        "of the share of each one's pairs.",
        {"pairs": "each pair weighs the same", "phenomena": "each phenomenon weighs the same"},
    ),
}
CORRECTIONS = {
    "ties": Option(
        "A pair whose two sentences have the same score. `sign`: 0 is a sign like any other, so the ADC can be met if "
        "the human delta is 0 too; `missed`: the pair meets no criterion.",
        {"sign": "ties: 0 is a sign", "missed": "ties: missed"},
    ),
    "unrated": Option(
        "A pair without a human delta, if others have one. `met`: it counts as meeting the ADC, but not in the number "
        "of rated pairs that the share is divided by (a comparison with NaN never fails); `dropped`: it is left out.",
        {"met": "unrated pairs: met", "dropped": "unrated pairs: left out"},
    ),
}


@dataclass(frozen=True)
class Options:
    """Choose a value for each of CORRECTIONS. Raises InputError for a value that is not allowed."""

    ties: str = "missed"
    unrated: str = "dropped"

    def __post_init__(self) -> None:
        for name, option in CORRECTIONS.items():
            if getattr(self, name) not in list(option.values):
                raise InputError(f"{name}: {getattr(self, name)!r} is not allowed; take {' or '.join(option.values)}")


CORRECTED = Options()


def as_variants(declared: Mapping[str, Mapping[str, str]]) -> dict[str, Options]:
    """Return variants by name: those that a study declares, then ``corrected``.

    Parameters:
        declared: by name of the variant, the choices in which it differs from ``corrected``.

    Raises InputError for an unknown choice or value, and where a variant takes the name ``corrected``.
    """
    known = [field.name for field in fields(Options)]
    for name, choices in declared.items():
        if name == "corrected":
            raise InputError("the name corrected is reserved for the workflow's own variant; rename this variant")
        for choice in choices:
            if choice not in known:
                raise InputError(f"{name}: there is no choice {choice!r}; there are: {', '.join(known)}")
    return {name: Options(**choices) for name, choices in declared.items()} | {"corrected": CORRECTED}
