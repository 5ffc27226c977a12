"""Put contexts before sentences: the context is given, and the sentence is scored (columns of SENTENCES)."""

from collections.abc import Sequence

from acceptability import segmentation
from acceptability.reading.table import Table

TRAINED_ON_SENTENCES = (
    "it was trained on single sentences, so text before the scored part hardly changes its scores beyond the last words"
)
WHOLE_ONLY = "prompts are about whole sentences, and here a part of each is scored"
REGION = "context"  # of each word of a context, where the words of its sentence have regions


def are_texts(cells: Sequence[str]) -> bool:
    """Return whether a column has texts: a cell has several words, or letters of a script that may write no spaces."""
    return any(len(cell.split()) > 1 or not cell.isascii() for cell in cells)


def leave_notes(table: Table, *names: str) -> None:
    """Leave columns of these roles unused, with a note, where they have no texts, as names of conditions are none."""
    for name in names:
        if name in table and not are_texts(table.columns[name]):
            table.reading.notes.append(
                f"{table.headers[name]}: no cell has more than one word, so the column is not read as text before the "
                "sentences"
            )
            table.leave_unused(name)


def joined(*texts: str) -> str:
    """Return texts with a space between them, without those that are empty."""
    return " ".join(filter(None, texts))


def put_before(
    contexts: Sequence[str],
    sentences: Sequence[str],
    given: Sequence[str] | None = None,
    scored: Sequence[str] | None = None,
) -> dict[str, list[str]]:
    """Return the columns ``sentence``, ``given`` and ``scored`` of sentences after their contexts.

    Without the columns ``given`` and ``scored`` of the sentences themselves, all of each sentence is scored.
    """
    return {
        "sentence": list(map(joined, contexts, sentences)),
        "given": list(map(joined, contexts, given or [""] * len(sentences))),
        "scored": list(scored or sentences),
    }


def with_words(
    contexts: Sequence[str], words: Sequence[list[str]], regions: Sequence[str] | None, way: str | None
) -> tuple[list[list[str]], list[str] | None]:
    """Return the words and the regions of sentences after those of their contexts; ``way`` as in segmentation.WAYS."""
    before = [
        segmentation.split(context, way) if way else segmentation.parts(context) if of_row else context.split()
        for context, of_row in zip(contexts, words, strict=True)
    ]
    whole = [[*first, *of_row] if of_row else [] for first, of_row in zip(before, words, strict=True)]
    if regions is None:
        return whole, None
    return whole, [
        joined(*[REGION] * len(first), cell) if cell else "" for first, cell in zip(before, regions, strict=True)
    ]
