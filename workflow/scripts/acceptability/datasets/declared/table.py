"""Tables of texts, which the steps of a declaration change: columns by name, and where each row stands."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isfinite
from typing import NoReturn

from acceptability.errors import InputError, suggest
from acceptability.reading.report import fail
from acceptability.reading.values import MISSING, decimal_mark, is_written_for, number_of

FIELD = re.compile(r"\{([^{}]+?)(?::0(\d+))?\}")  # {column}, or {column:03}, which is filled with zeros
SHOWN = 5  # cells of a column in a message
ANY = (-inf, inf)


def fields(text: str) -> list[str]:
    """Return the columns that a text names: itself, or those in braces."""
    return [name for name, _ in FIELD.findall(text)] or [text]


@dataclass
class Table:
    """Rows of texts. Methods that may raise InputError take the ``key`` of the declaration that is at fault then.

    Attributes:
        place: what stands before a key in messages: "its declaration: ", or "its declaration: steps.1.join.".
        path: what they call the table.
        columns: cells by the names of columns.
        numbers: where each row stands in its file; of several files, with its name: "3 of dev.csv".
        notes: a line for each thing that was done, of all tables of the declaration.
        ids: the id of each row's sentence or pair, where it is known.
        whole: the columns as they stand in the files.
    """

    place: str
    path: str
    columns: dict[str, list[str]]
    numbers: Sequence[int | str]
    notes: list[str]
    ids: list[str] = field(default_factory=list)
    whole: Mapping[str, list[str]] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.numbers)

    def say(self, what: str) -> None:
        """Note what was done."""
        self.notes.append(f"{self.path}: {what}")

    def fail(self, key: str, what: str) -> NoReturn:
        """Raise InputError for what a key says."""
        raise InputError(f"{self.place}{key}: {what}")

    def refuse(self, wrong: Sequence[bool], what: str | Callable[[int], str]) -> None:
        """Raise InputError that lists the rows that are wrong, and what is wrong with each, which is counted from 0."""
        if any(wrong):
            rows = [row for row, is_wrong in enumerate(wrong) if is_wrong]
            names = [f"row {self.numbers[row]}" + (f" (id {self.ids[row][:60]!r})" if self.ids else "") for row in rows]
            said = [what if isinstance(what, str) else what(row) for row in rows]
            fail(self.path, [f"{name}: {one}" for name, one in zip(names, said, strict=True)])

    def check_ids(self, what: str) -> None:
        """Raise InputError for ids that several rows have."""
        counts, mend = Counter(self.ids), f"give each {what} its own, or correct unit"
        self.refuse([counts[name] > 1 for name in self.ids], f"another row has this id, too; {mend}")

    def column(self, name: str, key: str) -> list[str]:
        """Return the cells of a column."""
        if name not in self.columns:
            said = f"{self.path} has no column {name!r}{suggest(name, self.columns)}; it has: "
            mend = "a text for all rows is made by a step: add: {name: text}"
            self.fail(key, f"{said}{', '.join(self.columns)}; {mend}")
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

    def values(self, text: str, key: str, scale: Sequence[float] = ANY) -> list[float | None]:
        """Return the numbers in a column; None where nothing, or a word such as NA, stands in place of one.

        InputError for other text, and for numbers that are not on the scale.
        """
        cells, (low, high) = self.texts(text, key), scale
        comma, doubt = decimal_mark(dict.fromkeys(cells))
        if doubt:
            self.fail(key, f"{self.path}: {doubt}")
        known = {cell: number_of(cell, comma) for cell in dict.fromkeys(cells)}
        missing = {cell for cell in known if not cell or (known[cell] is None and is_written_for(cell, MISSING))}
        right = {cell for cell, it in known.items() if it is not None and low <= it <= high and isfinite(it)}
        wrong = known.keys() - missing - right
        wanted = "a number" if high == inf else f"a number from {low} to {high}"
        refused = [cell in wrong for cell in cells] if wrong else []
        self.refuse(refused, lambda row: f"{text} is {cells[row]!r:.60}, not {wanted}; correct it, or drop such rows")
        return [known[cell] for cell in cells]

    def where(self, condition: Mapping[str, str | list[str]], key: str) -> list[bool]:
        """Say of each row whether its cells are as a condition wants. InputError where it wants what no cell is."""
        fits = [True] * len(self)
        for name, wanted in condition.items():
            cells = self.column(name, f"{key}.{name}")
            known = dict.fromkeys(cells)
            if isinstance(wanted, str):
                right = {cell for cell in known if re.fullmatch(wanted, cell)}
                missing = [] if right else [wanted]
            else:
                right, missing = set(wanted), [cell for cell in wanted if cell not in known]
            if missing:
                like, cells = suggest(missing[0], known), ", ".join(map(repr, list(known)[:SHOWN]))
                what = f"no whole cell of {self.path} is '{missing[0]}'{like}; its cells are {cells}"
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
