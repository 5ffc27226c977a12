"""Write what `make check` prints at the end."""

import re
import shutil
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

# What sentences of the page say without explaining it, and what it means.
TERMS = {
    "placebo": "a rule that has nothing to do with grammar: what it seems to get right shows what chance can do",
    "tie": "a pair whose two sentences are alike by the rule; it counts as half right",
    "cluster": "pairs that belong together, so that tests and intervals take them whole: those with the same value in "
    "the column cluster of your table; without it, those of one article, or else of one phenomenon",
    "frame": "pairs that differ from each other in one word, which both sentences of a pair have",
    "point": "a percentage point, of the share of pairs that a system gets right",
    "BLiMP criterion": "a system gets a pair right if it gives the acceptable sentence the higher score",
    "human delta": "people’s mean rating of the acceptable sentence minus that of the other one, in standard "
    "deviations",
    "ADC": "Acceptability Delta Criterion: a system gets a pair right if its delta (score of the acceptable sentence "
    "minus that of the other one, in standard deviations) has the sign of the human delta, and the two differ by less "
    "than δ",
    "δ": "how far, in standard deviations, the delta of a system may be from that of people",
}


def terms_in(sentences: Sequence[str]) -> dict[str, str]:
    """Return the meanings of those of TERMS that sentences, or meanings of others, have."""
    meanings: dict[str, str] = {}
    text = " ".join(sentences)
    for _ in range(2):  # the meaning of one may need another
        read = " ".join([text, *meanings.values()])
        meanings = {term: what for term, what in TERMS.items() if re.search(rf"\b{term}s?\b", read)}
    return meanings


def size_of(stimuli: pd.DataFrame) -> str:
    """Return in words how many pairs, phenomena and paradigms a table STIMULI has."""
    phenomena, paradigms = stimuli["phenomenon"].nunique(), stimuli["paradigm"].nunique()
    parts = [f"{len(stimuli):,} pair{'s' * (len(stimuli) > 1)}"]
    parts += [f"{phenomena:,} phenomena"] if phenomena > 1 else []
    parts += [f"{paradigms:,} paradigms"] if paradigms > phenomena else []
    return ", ".join(parts) + "."


def said_of(
    title: str,
    size: str,
    sentences: Sequence[str],
    folder: Path,
    page: Path,
    lists: Sequence[Path],
    signature: str,
    width: int | None = None,
) -> str:
    """Return the sentences and the places of the files, for lines of ``width``.

    Sentences that begin with a space are lines of a table, which are not wrapped.
    """
    width = width or shutil.get_terminal_size((100, 24)).columns
    lines = [f"{title}: {size}", *sentences]
    wrapped = [
        line if line.startswith(" ") else textwrap.fill(line, width, subsequent_indent="  ", break_on_hyphens=False)
        for line in lines
    ]
    places = [f"{'Page:':<15}{folder / page}", f"{'Tables:':<15}{folder / page.parent}"]
    places += [f"{'Lists:':<15}{folder / lists[0].parent}"] if lists else []
    places += [f"{'Signature:':<15}{signature}"]
    return "\n".join([*wrapped, *places]) + "\n"
