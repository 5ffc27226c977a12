"""Put contexts before sentences: the context is given, and the sentence is scored (columns of SENTENCES)."""

from collections.abc import Iterable, Sequence

from acceptability import segmentation
from acceptability.reading.table import Table

TRAINED_ON_SENTENCES = (
    "it was trained on single sentences, so text before the scored part hardly changes its scores beyond the last words"
)
WHOLE_ONLY = "prompts are about whole sentences, and here a part of each is scored"
FINISHED = "a finished table of scores does not show whether they are of the scored part of each sentence alone"
NO_TEXTS = "no cell has more than one word, so the column is not read as text before the sentences"
REGION = "context"  # of each word of a context, where the words of its sentence have regions


def are_texts(cells: Sequence[str]) -> bool:
    """Return whether a column has texts: a cell has several words, or letters of a script that may write no spaces."""
    return any(len(cell.split()) > 1 or not cell.isascii() for cell in cells)


def with_single_spaces(cells: Iterable[str]) -> list[str]:
    """Return contexts with a space in place of other white space, such as tabs or line ends between sentences."""
    return [" ".join(cell.split()) for cell in cells]


def settle(table: Table, *names: str) -> None:
    """Put single spaces into contexts, the columns of these roles, and leave them unused if none of them has texts.

    A note reports these, which are rather names of conditions.
    """
    present = [name for name in names if name in table]
    for name in present:
        table.columns[name] = with_single_spaces(table.columns[name])
    if any(are_texts(table.columns[name]) for name in present):
        return
    for name in present:
        table.reading.notes.append(f"{table.headers[name]}: {NO_TEXTS}")
        table.leave_unused(name)


def joined(*texts: str) -> str:
    """Return texts with a space between them, without those that are empty."""
    return " ".join(filter(None, texts))


def put_before(
    contexts: Sequence[str],
    sentences: Sequence[str],
    beginnings: Sequence[str] | None = None,
    parts: Sequence[str] | None = None,
) -> dict[str, list[str]]:
    """Return the columns ``sentence``, ``given`` and ``scored`` of sentences after their contexts.

    ``beginnings`` and ``parts`` are what is given and what is scored of the sentences themselves; without them, all of
    each sentence is scored.
    """
    return {
        "sentence": list(map(joined, contexts, sentences)),
        "given": list(map(joined, contexts, beginnings or [""] * len(sentences))),
        "scored": list(parts or sentences),
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
