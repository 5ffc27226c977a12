"""Read words and regions of sentences from the cells of a user's table."""

from collections.abc import Sequence

from acceptability import segmentation

WRONG = (
    "are not the words of the sentence; write all of it, with | between words, or rename the column, if it is about "
    "something else"
)


def of_cells(texts: Sequence[str], cells: Sequence[str] | None, way: str | None) -> list[list[str] | None]:
    """Return the words of each text: those in its cell or, without cells, what ``way`` (segmentation.WAYS) says.

    No words where a cell is empty, or where there are neither cells nor a way; None where a cell has other words than
    the text.
    """
    if cells is None:
        return [segmentation.split(text, way) if way else [] for text in texts]
    return [segmentation.marked(cell, text) if cell else [] for cell, text in zip(cells, texts, strict=True)]


def wrong_regions(cell: str, words: Sequence[str]) -> str:
    """Return what is wrong with a cell of regions, which has a name for each word or is empty; or nothing."""
    names = cell.split()
    if not names or len(names) == len(words):
        return ""
    fix = "write one for each word, with spaces between them, or leave the cell empty"
    return f"has {len(names)} names for {len(words)} words; {fix}"
