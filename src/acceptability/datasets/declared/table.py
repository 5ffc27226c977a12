"""Define the tables of texts that the steps of a declaration change, with the place of each row."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isfinite
from typing import NoReturn

from acceptability.errors import InputError, suggest
from acceptability.reading import marks, words
from acceptability.reading.report import fail
from acceptability.reading.values import MISSING, decimal_mark, is_written_for, number_of
from acceptability.segmentation import BETWEEN

FIELD = re.compile(r"\{([^{}]+?)(?::0(\d+))?\}")  # {column}, or {column:03}, which is filled with zeros
SHOWN = 5  # cells of a column in a message
ANY = (-inf, inf)


def fields(text: str) -> list[str]:
    """Return the columns that a text names: itself, or those in braces."""
    return [name for name, _ in FIELD.findall(text)] or [text]


@dataclass
class Table:
    """Describe rows of texts. Methods that may raise InputError take the ``key`` of the declaration that is at fault
    then.

    Attributes:
        place: what stands before a key in messages: "its declaration: ", or "its declaration: steps.1.join.".
        path: what they call the table.
        columns: cells by the names of columns.
        numbers: where each row is in its file; of several files, with its name: "3 of dev.csv".
        notes: a line for each thing that was done, of all tables of the declaration.
        doubts: those of the notes that are about what is doubtful.
        ids: the id of each row's sentence or pair, where it is known.
    """

    place: str
    path: str
    columns: dict[str, list[str]]
    numbers: Sequence[int | str]
    notes: list[str]
    ids: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.numbers)

    def say(self, what: str) -> None:
        """Note what was done."""
        self.notes.append(f"{self.path}: {what}")

    def doubt(self, what: str) -> None:
        """Note what is doubtful."""
        self.say(what)
        self.doubts.append(self.notes[-1])

    def fail(self, key: str, what: str) -> NoReturn:
        """Raise InputError for what a key says."""
        raise InputError(f"{self.place}{key}: {what}")

    def refuse(self, wrong: Iterable[tuple[int, str]]) -> None:
        """Raise InputError that lists wrong rows, counted from 0, and what is wrong with each, if there are any."""

        def place(row: int) -> str:
            return f"row {self.numbers[row]}" + (f" (id {self.ids[row][:60]!r})" if self.ids else "")

        fail(self.path, [f"{place(row)}: {what}" for row, what in wrong])

    def refuse_empty(self, cells: Iterable[str | float | None], what: str) -> None:
        """Raise InputError that lists the rows whose cell is empty, and says what is to be done."""
        self.refuse((row, what) for row, cell in enumerate(cells) if cell in ("", None))

    def check_ids(self, what: str) -> None:
        """Raise InputError for ids that several rows have."""
        counts, fix = Counter(self.ids), f"give each {what} its own, or correct unit"
        again = (row for row, name in enumerate(self.ids) if counts[name] > 1)
        self.refuse((row, f"another row has this id, too; {fix}") for row in again)

    def column(self, name: str, key: str) -> list[str]:
        """Return the cells of a column."""
        if name not in self.columns:
            fault = f"{self.path} has no column {name!r}{suggest(name, self.columns)}; it has: "
            fix = "a text for all rows is made by a step: add: {name: text}"
            self.fail(key, f"{fault}{', '.join(self.columns)}; {fix}")
        return self.columns[name]

    def texts(self, text: str, key: str) -> list[str]:
        """Return for each row the cell of a column, or a text with the cells of columns in it."""
        if "{" not in text:
            return self.column(text, key)
        begin, *parts = FIELD.split(text)
        cells = [
            [cell.zfill(int(width or 0)) for cell in self.column(name, key)]
            for name, width in zip(parts[::3], parts[1::3], strict=True)
        ]
        return list(map("{}".join([begin, *parts[2::3]]).format, *cells))

    def sentences(self, texts: Mapping[str, str]) -> list[tuple[list[str], list[str]]]:
        """Return the sentences of each text, by its key, and the marks of judgment before them, which are noted."""
        unmarked = marks.taken_off(*(self.texts(text, key) for key, text in texts.items()))
        for key, (_, signs) in zip(texts, unmarked, strict=True):
            if note := marks.in_words(signs, self.numbers):
                self.say(f"{key}: {note}")
        return unmarked

    def words(self, texts: Sequence[str], row: Mapping, way: str | None, side: str = "") -> dict[str, list[str]]:
        """Return the words and the regions of each text, by the names of their columns, where they are given.

        Parameters:
            row: the declaration's row, whose roles ``words`` and ``regions`` count, with ``side`` before them.
            way: what a word is (segmentation.WAYS), if no role says it.
        """
        roles = [f"{side}{name}" for name in ("words", "regions")]
        cells, regions = (self.texts(row[role], f"row.{role}") if role in row else None for role in roles)
        words_of_rows = words.of_cells(texts, cells, way)
        self.refuse((at, f"{roles[0]} {words.WRONG}") for at, one in enumerate(words_of_rows) if one is None)
        wrong = (
            words.wrong_regions(cell, words_of_rows[at] or texts[at].split()) for at, cell in enumerate(regions or ())
        )
        self.refuse((at, f"{roles[1]} {what}") for at, what in enumerate(wrong) if what)
        columns = {"words": [BETWEEN.join(one or ()) for one in words_of_rows]} if cells or way else {}
        return columns | ({"regions": regions} if regions else {})

    def values(self, text: str, key: str, scale: Sequence[float] = ANY) -> list[float | None]:
        """Return the numbers in a column; None where the cell is empty or a word such as NA.

        InputError for other text, and for numbers that are not on the scale.
        """
        cells, (low, high) = self.texts(text, key), scale
        comma, doubt = decimal_mark(dict.fromkeys(cells))
        if doubt:
            self.fail(key, f"{self.path}: {doubt}")
        known = {cell: number_of(cell, comma) for cell in dict.fromkeys(cells)}
        missing = {cell for cell in known if not cell or (known[cell] is None and is_written_for(cell, MISSING))}
        right = {
            cell for cell, number in known.items() if number is not None and low <= number <= high and isfinite(number)
        }
        wrong = known.keys() - missing - right
        fix = f"not {'a number' if high == inf else f'a number from {low} to {high}'}; correct it, or drop such rows"
        self.refuse((row, f"{text} is {cell!r:.60}, {fix}") for row, cell in enumerate(cells) if cell in wrong)
        return [known[cell] for cell in cells]

    def where(self, condition: Mapping[str, str | list[str]], key: str) -> list[bool]:
        """Return for each row whether its cells are as a condition wants. InputError where it wants what no cell is."""
        fits = [True] * len(self)
        for name, values in condition.items():
            cells = self.column(name, f"{key}.{name}")
            known = dict.fromkeys(cells)
            if isinstance(values, str):
                right = {cell for cell in known if re.fullmatch(values, cell)}
                missing = [] if right else [values]
            else:
                right, missing = set(values), [cell for cell in values if cell not in known]
            if missing:
                like, examples = suggest(missing[0], known), ", ".join(map(repr, list(known)[:SHOWN]))
                what = f"no whole cell of {self.path} is '{missing[0]}'{like}; its cells are {examples}"
                self.fail(f"{key}.{name}", f"{what}{', …' * (len(known) > SHOWN)}; correct it")
            fits = [fit and cell in right for fit, cell in zip(fits, cells, strict=True)]
        return fits

    def at(self, rows: Sequence[int]) -> "Table":
        """Return a table of these rows, in this order."""
        columns = {name: [cells[row] for row in rows] for name, cells in self.columns.items()}
        ids = [self.ids[row] for row in rows] if self.ids else []
        return replace(self, columns=columns, numbers=[self.numbers[row] for row in rows], ids=ids)

    def add(self, columns: Mapping[str, list[str]], key: str) -> None:
        """Add columns. InputError for a name that a column has already."""
        if taken := [name for name in columns if name in self.columns]:
            self.fail(key, f"{self.path} has a column {taken[0]!r} already; choose another name")
        self.columns |= columns
