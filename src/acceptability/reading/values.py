"""Turn cells into numbers and labels, as people write them."""

import math
import re
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence

from acceptability.reading.cells import ERROR
from acceptability.reading.marks import BAD_MARK, MARKS
from acceptability.reading.roles import LABEL, NUMBER, SENTENCE, SIDES

MISSING = ("nan", "na", "n/a", "#n/a", "null", "none", "-", "--", "?", ".")  # how people mark a missing number
INFINITE = ("inf", "infinity", "∞")
COMPUTED = ("nan", *INFINITE)  # what programs write where they computed no number
NUMBER_FORM = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?", re.ASCII)  # with a point or a comma
OF_PLAIN_NUMBERS = "0123456789.-"  # characters
GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", re.ASCII)  # with commas between thousands
POINTED = re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+", re.ASCII)  # may have points between thousands
JUDGMENTS = {  # words that say whether a sentence is acceptable
    name.replace("_", gap): int(side == "good") for side, names in SIDES.items() for name in names for gap in " _-"
} | dict.fromkeys(("ok", "✓", "unmarked"), 1)
LABELS: Mapping[str, int] = {  # what a cell of labels may say
    **JUDGMENTS,
    **dict.fromkeys(("1", "1.0", "true", "yes"), 1),
    **dict.fromkeys(("0", "0.0", "false", "no"), 0),
}
NEGATIVE = ("non", "dis", "un", "in", "il", "im", "ir")  # prefixes that turn a name into its opposite
BETWEEN_THOUSANDS = re.compile(r"(?<=\d)[ \u00a0\u202f'’](?=\d{3}(?!\d))")


def is_number(cell: str) -> bool:
    """Return whether a cell contains a number as people write them."""
    cell = _plain(cell)
    return bool(NUMBER_FORM.fullmatch(cell) or GROUPED.fullmatch(cell))


def _plain(cell: str) -> str:
    """Return a cell with a plain minus sign, and without spaces or apostrophes between thousands."""
    return BETWEEN_THOUSANDS.sub("", cell.strip().replace("−", "-"))


def are_plain_numbers(cells: list[str]) -> bool:
    """Return whether all cells are digits, with or without a minus sign and a decimal point; fast, for long columns."""
    if not cells or "".join(cells).strip(OF_PLAIN_NUMBERS):
        return False
    try:
        deque(map(float, cells), maxlen=0)
    except ValueError:
        return False
    return True


def is_negated(name: str, other: str) -> bool:
    """Return whether a plain name has a negative prefix that a similar plain name lacks."""
    prefix = next((prefix for prefix in NEGATIVE if name.startswith(prefix)), "")
    return bool(prefix) and not other.startswith(prefix) and name[len(prefix) :][:1] == other[:1]


def is_judgment(cell: str) -> bool:
    """Return whether a cell is a mark, or a word that says whether a sentence is acceptable."""
    return cell.strip().lower() in JUDGMENTS or cell.strip().lower() in MARKS


def is_written_for(cell: str, words: tuple[str, ...]) -> bool:
    """Return whether a cell contains one of these words where a number belongs, with any sign and in any case."""
    return cell.strip().lower() in words or cell.strip().lower().lstrip("+-−") in words


def mostly_numbers(cells: Iterable[str]) -> bool:
    """Return whether most cells are numbers, or what programs write in their place; all others are then errors.

    Words for a missing number count only beside numbers: a column of remarks may have many.
    """
    cells = cells if isinstance(cells, list) else list(cells)
    if are_plain_numbers(cells):
        return True
    filled = [cell for cell in cells if cell.strip() and getattr(cell, "kind", "") != ERROR]
    computed = sum(is_number(cell) or is_written_for(cell, COMPUTED) for cell in filled)
    missing = sum(is_written_for(cell, MISSING) and not is_written_for(cell, COMPUTED) for cell in filled)
    return computed > 0 and 2 * (computed + missing) > len(filled)


def looks_like(looks: str, cells: Sequence[str]) -> bool:
    """Return whether a column's cells look like those of a role: see roles."""
    values = {cell.strip().lower() for cell in cells} - {""}
    if looks == LABEL:
        marked = values <= MARKS.keys() and bool(values)
        return bool(values) and (values <= LABELS.keys() or marked)
    if looks == NUMBER:
        return mostly_numbers(values)
    return looks != SENTENCE or not values or not all(value in LABELS or is_number(value) for value in values)


def label_of(cell: str) -> int | None:
    """Return the label that a cell says; None where it says none. A mark is 0, and an empty cell beside marks is 1."""
    cell = cell.strip().lower()
    if cell in LABELS:
        return LABELS[cell]
    return 0 if MARKS.get(cell, 0) >= BAD_MARK else None


def reversed_label_of(cell: str) -> int | None:
    """Return the label of a cell where 1, true and yes mean unacceptable; words and marks keep their meaning."""
    value = cell.strip().lower()
    return 1 - LABELS[value] if value in LABELS.keys() - JUDGMENTS.keys() else label_of(cell)


def shape_of(cells: Sequence[str]) -> str:
    """Return in a word what an unused column contains."""
    values: set[str] = set()
    for cell in cells:
        if value := cell.strip().lower():
            values.add(value)
        if len(values) > 2:  # more than any labels have
            break
    if not values:
        return "empty"
    if values <= LABELS.keys() and len(values) <= 2:
        return "/".join(sorted(values, reverse=True)) if len(values) == 2 else f"always {values.pop()}"
    return "numbers" if mostly_numbers(cells) else "text"


def decimal_mark(cells: Iterable[str]) -> tuple[str, str]:
    """Return what a comma in a column of numbers is: ``,`` (a decimal comma), ``.`` (commas between thousands).

    Returns it and, where a comma can be either, what is wrong.
    """
    cells = cells if isinstance(cells, list) else list(cells)
    commas = [cell for cell in cells if "," in cell and is_number(cell)]
    if not commas:
        return ".", ""
    grouped = [cell for cell in commas if GROUPED.fullmatch(_plain(cell))]
    other = next((cell for cell in commas if cell not in grouped), "")
    surely = next((cell for cell in grouped if "." in cell or cell.count(",") > 1), "")
    points = next((cell for cell in cells if "." in cell and "," not in cell and is_number(cell)), "")
    first = commas[0].strip()
    pointed = next((cell.strip() for cell in cells if POINTED.fullmatch(_plain(cell))), "")
    if other and not surely and pointed:
        ways = f"{pointed.replace('.', '')} or {pointed}"
        return ",", f"{pointed!r} beside {other.strip()!r} may be {ways}; write numbers in one way, with decimal points"
    if other and not surely:
        return ",", ""
    if not other and (surely or points):
        return ".", ""
    if other:
        return ".", f"{surely!r} has a comma between thousands, and {other!r} a decimal comma; write decimal points"
    ways = f"{first.replace(',', '')} or {first.replace(',', '.')}"
    return ".", f"{first!r} may be {ways}; write numbers without commas between thousands, with a decimal point"


def number_of(cell: str, comma: str) -> float | None:
    """Return the number in a cell; None where it is not a number. ``comma`` is what decimal_mark says."""
    cell = _plain(cell)
    if not is_number(cell):
        return None
    return float(cell.replace(",", "." if comma == "," else ""))


def fault_of_number(cell: str, may_be_empty: bool, fix: str) -> str:
    """Return in words what is wrong with a cell where a number belongs; nothing if it is one."""
    if not cell:
        return "" if may_be_empty else f"is empty; {fix or 'fill it in, or leave the row out'}"
    if not is_number(cell):
        if is_written_for(cell, MISSING):
            other = fix or "fill it in, or leave the row out"
            return f"is {cell!r}; {'leave the cell empty, or fill it in' if may_be_empty else other}"
        what = "not finite" if is_written_for(cell, INFINITE) else "not a number"
        return f"is {cell[:60]!r}, which is {what}; {fix or 'correct it'}"
    too_large = not math.isfinite(float(_plain(cell).replace(",", "")))
    return f"is {cell[:60]!r}, which is too large; {fix or 'correct it'}" if too_large else ""


def labels_in_words(cells: Iterable[str], labels: Iterable[int]) -> str:
    """Return in words how labels were read: what each value means, and how often it occurs."""
    counts = Counter(zip(labels, (cell.strip() or "empty" for cell in cells), strict=True))
    meanings = [
        f"{cell} {'acceptable' if label else 'unacceptable'} ({number:,})"
        for (label, cell), number in sorted(counts.items(), key=lambda one: (-one[0][0], -one[1]))
    ]
    return f"labels, {', '.join(meanings)}"
