"""Make scores of sentences from surprisals of words as authors release them: a file of words, and one of sentences."""

import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.contracts import io
from acceptability.errors import InputError
from acceptability.sources.released_scores import require_parts

BITS = 2  # the base of the logarithms of such releases
ARTICLE = "!ARTICLE"  # stands above each sentence
AGAIN, BOTH = "fetch the file again", "fetch both files again"
SUM, MEAN, WITHOUT = "sum", "mean", " without the final mark"
KINDS = (SUM, MEAN, SUM + WITHOUT, MEAN + WITHOUT)
PARTS = {"words", "sentences"}  # of a release: its files


def of_release(files: Mapping[str, Path], measures: Mapping[str, str]) -> pd.DataFrame:
    """Return what scores makes of the files of a release, by part, whose surprisals are in bits.

    InputError for other parts than PARTS.
    """
    require_parts(files, PARTS)
    return scores(**files, measures=measures, log_base=BITS)


def scores(words: Path, sentences: Path, measures: Mapping[str, str], log_base: float | None) -> pd.DataFrame:
    """Return minus the surprisals of each sentence's words: ``sentence`` (as released), ``measure, score``.

    Such sentences may be pre-tokenised: the mark at the end is a word of its own (“physics .”), with a space before it
    that models have rarely seen there. So it has a large share in a score: with GPT-2, a final “.” costs a median of
    11.6 bits in the largest of these files, “?” 9.7. Marks within a sentence always count. A sentence that occurs twice
    has two rows of each measure.

    Parameters:
        words: the file with a word and its surprisal on each line, with or without a header.
        sentences: the file with a sentence on each line, in the same order; above each may stand a line ``!ARTICLE``.
        measures: what each measure is, one of KINDS: the sum over words or their mean, with the final mark or without.
            That is a last word of punctuation only; where a sentence has none, or nothing else, all its words count.
        log_base: the base of the surprisals, which are brought to natural logarithms; None leaves them unchanged.

    Raises InputError where the words are not, one for one, those of the sentences, split at spaces; where a surprisal
    is not a number from 0; and for another kind of measure.
    """
    for measure, kind in measures.items():
        if kind not in KINDS:
            raise InputError(f"{words}: {measure} is {kind!r}, not one of: {', '.join(KINDS)}; correct study.yaml")
    factor = 1.0 if log_base is None else np.log(log_base)
    aligned = list(_aligned(words, sentences))
    rows = [
        (text, measure, -factor * _summarised(text, surprisals, kind))
        for measure, kind in measures.items()
        for text, surprisals in aligned
    ]
    return pd.DataFrame(rows, columns=["sentence", "measure", "score"])


def _summarised(text: str, surprisals: list[float], kind: str) -> float:
    """Return the sum or the mean of a sentence's surprisals, with its final mark or without."""
    if kind.endswith(WITHOUT) and len(surprisals) > 1 and _is_mark(text.split()[-1]):
        surprisals = surprisals[:-1]
    return float(np.mean(surprisals) if kind.startswith(MEAN) else np.sum(surprisals))


def _is_mark(word: str) -> bool:
    return all(unicodedata.category(sign).startswith("P") for sign in word)


def _aligned(words: Path, sentences: Path) -> Iterator[tuple[str, list[float]]]:
    """Yield each sentence with the surprisals of its words."""
    released = _read_words(words)
    for row, text in _read_sentences(sentences):
        place, surprisals = f"{sentences}, row {row} ({text!r})", []
        for expected in text.split():
            number, word, surprisal = next(released, (None, "", 0.0))
            if number is None:
                raise InputError(f"{words}: ends before {expected!r} of {place}; {BOTH}")
            if word != expected:
                raise InputError(f"{words}, row {number}: has {word!r} instead of {expected!r} of {place}; {BOTH}")
            surprisals.append(surprisal)
        yield text, surprisals
    for number, word, _ in released:
        raise InputError(f"{words}, row {number}: has {word!r} after the last sentence of {sentences}; {BOTH}")


def _read_words(path: Path) -> Iterator[tuple[int, str, float]]:
    """Yield the row, the word and the surprisal of each line; a first line without a number is a header."""
    for row, line in enumerate(io.read_text(path).split("\n"), start=1):
        cells = line.split()
        surprisal = _number(cells[1]) if len(cells) == 2 else None
        if surprisal is not None and 0 <= surprisal < np.inf:
            yield row, cells[0], surprisal
        elif cells and not (row == 1 and len(cells) == 2 and surprisal is None):
            raise InputError(f"{path}, row {row}: is {line!r}, not a word and its surprisal, a number from 0; {AGAIN}")


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def _read_sentences(path: Path) -> list[tuple[int, str]]:
    """Read the row and the text of each sentence. After a line ``!ARTICLE`` there is one: more would be its context."""
    lines = [(row, line.strip()) for row, line in enumerate(io.read_text(path).split("\n"), start=1) if line.strip()]
    if not any(line != ARTICLE for _, line in lines):
        raise InputError(f"{path}: has no sentences; {AGAIN}")
    if all(line != ARTICLE for _, line in lines):
        return lines
    for place, (row, line) in enumerate(lines):
        expected = "a sentence" if place % 2 else ARTICLE
        if (line == ARTICLE) != (expected == ARTICLE):
            raise InputError(f"{path}, row {row}: is {line!r} instead of {expected}; {AGAIN}")
    if len(lines) % 2:
        raise InputError(f"{path}: ends in {ARTICLE}, without a sentence; {AGAIN}")
    return lines[1::2]
