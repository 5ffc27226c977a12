"""Turn the columns of a user's table into roles, and their cells into values."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from operator import methodcaller

from acceptability.errors import InputError
from acceptability.reading import damage, marks, matching, roles, sheets, values, words
from acceptability.reading.cells import ERROR, NotText
from acceptability.reading.columns import assigned
from acceptability.reading.report import UNUSED, Reading, fail, rows_of
from acceptability.reading.roles import REVERSED, SENTENCE
from acceptability.reading.sheets import Sheet, Source

LONGEST_PLAIN = 100  # characters of a number that is surely finite


class Table:
    """Describe a table whose columns have roles. What is wrong is collected, until ``check`` raises it all at once.

    Attributes:
        path: what messages call it: a file, or the folder or archive of several.
        columns: the cells of each role, without white space around them; of several files, of all, in order.
        headers: what the column of each role is called in the file, or the first file, that has it.
        rest: the cells of each other column, by its header.
        numbers: the number of each row in its file; of several files, with its name: "3 of binding.csv".
        other_numbers: by role, the numbers of the rows of its cells, if these are others: of a pair in two rows, that
            of the less acceptable sentence.
        origins: the short name of each row's file; empty of one file.
        called_good: row and text of each sentence that a table of scores with a row for each pair calls good.
        wrong: what is wrong; ``reading``, how the file was read.
    """

    def __init__(self, path: Source | list[Sheet], kind: str, **reading: str) -> None:
        """Read files and find the roles of their columns. InputError for files that cannot be read; see sheets."""
        files = sheets.read_all(path, **reading)
        several = len(files) > 1
        self.path = sheets.name_of(path) if several else next(iter(files.values())).path
        self.kind = kind
        self.wrong: list[str] = []
        self.key: tuple[str, ...] = ()
        self.reading = Reading(self.path, kind, notes=sheets.note_unread(path))
        self.columns: dict[str, list[str]] = {}
        self.headers: dict[str, str] = {}
        self.rest: dict[str, list[str]] = {}
        self.numbers: list[int | str] = []
        self.other_numbers: dict[str, list[int | str]] = {}
        self.origins: list[str] = []
        self.called_good: list[tuple[int | str, str]] = []
        self._labels: list[int] | None = None
        self._label_of = values.label_of
        self._numeric: dict[str, tuple[list[str], bool]] = {}
        self.having: dict[str, list[str]] = defaultdict(list)  # the files that have each role
        names = sheets.file_names([sheet.path for sheet in files.values()])
        for (origin, sheet), name in zip(files.items(), names, strict=True):
            self._add(sheet, origin, name)
        self.several = [sheet.path for sheet in files.values()] if several else []
        self.length = len(self.numbers)
        if REVERSED in self.columns:
            self._put_labels()

    def _add(self, sheet: Sheet, origin: str, name: str) -> None:
        """Put the rows of a file below those of others; where it lacks a column of theirs, cells are empty."""
        begin = f"{sheet.path}: " if origin else ""
        wrong, notes = list(sheet.wrong), list(sheet.notes)
        places, unused, complete = assigned(sheet, self.kind, wrong, notes)
        self.wrong += [begin + what for what in wrong]
        self.reading.notes += [begin + note for note in notes]
        self.reading.files.append({"path": sheet.path, "rows": len(sheet.rows), "how": sheet.how})
        if not complete:
            return
        filled, rows = len(self.numbers), sheet.rows
        cells_of = list(zip(*rows, strict=True))
        for group, places_of_keys in ((self.columns, places), (self.rest, unused)):
            for key in [key for key in places_of_keys if key not in group]:
                group[key] = [""] * filled
            for key, column in group.items():
                place = places_of_keys.get(key)
                column += [""] * len(rows) if place is None else map(methodcaller("strip"), cells_of[place])
        for role, place in places.items():
            self.headers.setdefault(role, sheet.header[place])
            self.reading.columns[sheet.header[place]] = role
            self.having[role].append(sheet.path)
            self._note_kinds(role, cells_of[place])
        for header, place in unused.items():
            shape = values.shape_of(cells_of[place])
            self.reading.columns.setdefault(header, f"{UNUSED} ({shape})")
        self.numbers += [f"{number} of {name}" for number in sheet.numbers] if origin else sheet.numbers
        self.origins += [origin] * len(rows) if origin else []

    def _note_kinds(self, role: str, cells: Sequence[str]) -> None:
        """Note cells that a spreadsheet holds as dates or truth values, where a name is meant."""
        kinds = Counter(cell.kind for cell in cells if isinstance(cell, NotText) and cell.kind != "a number")
        if role not in ("good", "bad", "sentence", "label"):
            header = self.headers[role]
            for kind, number in kinds.items():
                group = self.wrong if kind == ERROR else self.reading.notes
                group.append(f"{header}: {number:,} {'cell is' if number == 1 else 'cells are'} {kind}")

    def _put_labels(self) -> None:
        """Make labels of a column that is 1 where a sentence is unacceptable."""
        header, cells = self.headers.pop(REVERSED), self.columns.pop(REVERSED)
        self.reading.columns[header] = "label"
        if "label" in self.columns:  # of another file
            self.wrong.append(f"{header}: is the opposite of {self.headers['label']}; use one of them")
            return
        self.headers["label"], self.columns["label"], self._label_of = header, cells, values.reversed_label_of

    def leave_unused(self, role: str) -> None:
        """Give up the column of a role, which other columns make needless."""
        header, cells = self.headers.pop(role), self.columns.pop(role)
        self.rest = {header: cells} | self.rest
        self.reading.columns[header] = f"{UNUSED} ({values.shape_of(cells)})"

    def copy(self) -> "Table":
        """Return a table whose columns, notes and faults change on their own; columns are replaced, never edited."""
        other = copy(self)
        for name in ("columns", "headers", "rest", "numbers", "origins", "called_good", "having", "wrong"):
            setattr(other, name, copy(getattr(self, name)))
        other.reading = deepcopy(self.reading)
        return other

    def is_numeric(self, header: str) -> bool:
        """Return whether most cells of a column that has no role are numbers; found out once of each column."""
        cells, answer = self._numeric.get(header, (None, False))
        if cells is not self.rest[header]:
            answer = values.mostly_numbers(self.rest[header])
            self._numeric[header] = self.rest[header], answer
        return answer

    def __contains__(self, role: str) -> bool:
        """Return whether the table has a column of this role."""
        return role in self.columns

    def cells(self, role: str) -> list[str]:
        """Return the cells of a role; empty ones where the table has no such column."""
        return self.columns.get(role, [""] * self.length)

    def check(self) -> None:
        """Raise InputError that lists all that is wrong, if anything is."""
        fail(self.path, self.wrong)

    def numbers_of(self, role: str) -> list[int | str]:
        """Return the numbers of the rows of the file that the cells of a role are from."""
        return self.other_numbers.get(role, self.numbers)

    def place(self, row: int, role: str = "") -> str:
        """Name a row as messages do: by its number, for the cells of a role, and its ids."""
        ids = [
            f"{name} {self.columns[name][row][:60]!r}" for name in self.key if name in self and self.columns[name][row]
        ]
        return f"row {self.numbers_of(role)[row]}" + (f" ({', '.join(ids)})" if ids else "")

    def texts(self, role: str, *, may_be_empty: bool = False) -> list[str]:
        """Return the texts of a role; ``wrong`` gets cells that are empty, and sentences that are not text."""
        cells, header = self.columns[role], self.headers[role]
        looks = next(known_role.looks for known_role in roles.of_table(self.kind) if known_role.name == role)
        empty = [] if may_be_empty else [row for row, cell in enumerate(cells) if not cell]
        if looks == SENTENCE:
            if cells and all(map(values.is_number, cells)):
                self.wrong.append(f"{header} contains numbers such as {cells[0]}, not sentences")
            elif len(cells) > 2 and not any(set(cell) & {" ", "\n"} or not cell.isascii() for cell in cells):
                self.reading.notes.append(f"{header}: no cell has more than one word, such as {cells[0]!r}")
            self._check_texts(role, cells)
            self.columns[role] = cells = [cell.replace("\n", " ") if "\n" in cell else cell for cell in cells]
            self.reading.notes += [f"{header}: {note}" for note in damage.notes_on(cells, self.numbers_of(role))]
        elif len(empty) > 1:
            where = rows_of(self.numbers_of(role)[row] for row in empty)
            self.wrong.append(
                f"{where}: {header} is empty; fill in every row (merged cells have text in the first only)"
            )
            return cells
        fix = "fill it in, or leave the row out"
        if self.reading.files[0]["how"] == sheets.A_FRAME:
            fix += " (pandas reads words such as null as empty, unless keep_default_na=False)"
        self.wrong += [f"{self.place(row, role)}: {header} is empty; {fix}" for row in empty]
        return cells

    def _check_texts(self, role: str, cells: Sequence[str]) -> None:
        """Note cells that are numbers, dates or truth values, and refuse alternatives that are written into one."""
        for row, cell in enumerate(cells):
            if kind := getattr(cell, "kind", ""):
                self.wrong.append(
                    f"{self.place(row, role)}: {self.headers[role]} is not text, but {kind} ({cell}); write text"
                )
            elif marks.has_alternatives(cell):
                self.wrong.append(
                    f"{self.place(row, role)}: {self.headers[role]} has alternatives, or a mark inside it: "
                    f"{cell[:60]!r}; write each sentence by itself"
                )

    def unmarked(self, *names: str) -> list[list[str]]:
        """Take marks of judgment off the beginnings of these roles' texts, say so, and return the marks of each."""
        unmarked = marks.taken_off(*(self.columns[name] for name in names))
        for name, (texts, signs) in zip(names, unmarked, strict=True):
            self.columns[name] = texts
            if note := marks.in_words(signs, self.numbers):
                self.reading.notes.append(f"{self.headers[name]}: {note}")
        return [signs for _, signs in unmarked]

    def judged(self) -> None:
        """Move marks from the sentences to the column ``mark``. Without labels, they are the labels, if some have none.

        ``wrong`` gets rows whose mark contradicts their label.
        """
        (signs,) = self.unmarked("sentence")
        beside = self.columns.pop("mark", [""] * self.length)
        signs = [sign or marks.normal(other) for sign, other in zip(signs, beside, strict=True)]
        if any(signs):
            self.columns["mark"] = signs
        grades = [marks.MARKS.get(mark, 0) for mark in signs]
        if "label" in self:
            for row, (mark, label) in enumerate(zip(signs, self.labels(), strict=True)):
                if (label == 1 and grades[row] >= marks.SURELY_BAD) or (label == 0 and mark and not grades[row]):
                    self.wrong.append(
                        f"{self.place(row)}: the sentence has the mark {mark}, and {self.headers['label']} is {label}; "
                        "correct the one that is wrong"
                    )
        elif any(grades) and not all(grades):
            self.headers["label"] = "marks of judgment"
            self.columns["label"] = [
                mark if grade else mark or "unmarked" for mark, grade in zip(signs, grades, strict=True)
            ]

    def values(self, role: str, *, may_be_empty: bool = False, fix: str = "") -> list[float | None]:
        """Return the numbers of a role (None: an empty cell); ``wrong`` gets cells that are no numbers."""
        return self.numbers_in(self.columns[role], self.headers[role], may_be_empty, fix, role)

    def numbers_in(
        self, cells: list[str], header: str, may_be_empty: bool, fix: str = "", role: str = ""
    ) -> list[float | None]:
        """Return the numbers in a column, as ``values`` does."""
        if values.are_plain_numbers(cells) and max(map(len, cells)) < LONGEST_PLAIN:
            return list(map(float, cells))
        numbers: list[float | None] = []
        for row, (cell, comma) in enumerate(zip(cells, self.decimal_marks(cells, header), strict=True)):
            number = values.number_of(cell, comma) if cell else None
            if number is None or number in (float("inf"), float("-inf")):
                fault = values.fault_of_number(cell, may_be_empty, fix)
                self.wrong += [f"{self.place(row, role)}: {header} {fault}"] if fault else []
            numbers.append(number)
        return numbers

    def decimal_marks(self, cells: list[str], header: str) -> list[str]:
        """Return what a comma is in each cell of a column of numbers (see values.decimal_mark), decided for each file.

        ``wrong`` gets columns in which a comma can be either, and ``reading`` how commas were read.
        """
        origins = self.origins or [""] * len(cells)
        commas = {}
        for origin in dict.fromkeys(origins):
            of_origin = [cell for cell, other in zip(cells, origins, strict=True) if other == origin]
            commas[origin], doubt = values.decimal_mark(of_origin)
            if doubt:
                self.wrong.append(f"{header}{' of ' if origin else ''}{origin}: {doubt}")
            elif any("," in cell for cell in of_origin):
                what = "decimal commas" if commas[origin] == "," else "commas between thousands"
                self.reading.values[header] = f"numbers, with {what}"
        return [commas[origin] for origin in origins]

    def labels(self) -> list[int]:
        """Return the labels, 1 or 0 (-1 where a cell says neither, which ``wrong`` gets)."""
        if self._labels is not None:
            return self._labels
        cells, header = self.columns["label"], self.headers["label"]
        with_marks = any(cell in marks.MARKS and cell not in values.LABELS for cell in cells)
        labels = [1 if with_marks and not cell else self._label_of(cell) for cell in cells]
        faults = defaultdict(list)
        for row in (row for row, label in enumerate(labels) if label is None):
            faults[cells[row]].append(row)
        for cell, rows in faults.items():
            where = rows_of(self.numbers[row] for row in rows) if len(rows) > 1 else self.place(rows[0])
            what = repr(cell[:60]) if cell else "empty"
            self.wrong.append(f"{where}: {header} is {what}; write 1 for acceptable, 0 for not")
        self._labels = [-1 if label is None else label for label in labels]
        if not faults:
            self.reading.values[header] = values.labels_in_words(cells, self._labels)
        return self._labels

    def check_unique(self, *key: str) -> None:
        """Note rows that have the same values of these roles."""
        twins = defaultdict(list)
        for row, value in enumerate(zip(*(self.columns[name] for name in key), strict=True)):
            twins[value].append(self.numbers[row])
        for value, numbers in twins.items():
            if len(numbers) > 1 and all(value):
                what = " and ".join(f"{name} {one[:60]!r}" for name, one in zip(key, value, strict=True))
                self.wrong.append(f"{rows_of(numbers)}: have the same {what}; make it different in each row")

    def words(self, column: str, text: str, way: str | None) -> list[list[str]]:
        """Return the words of each text: those in a column of words, or what ``way`` (segmentation.WAYS) says.

        ``wrong`` gets cells that have other words than the text. InputError where there are both.
        """
        if column in self and way:
            raise InputError(
                f"{self.path}: has a column {column}, and words: {way} contradicts it; keep one of the two"
            )
        words_of_rows = words.of_cells(self.columns[text], self.columns.get(column), way)
        self.wrong += [
            f"{self.place(row, column)}: {column} {words.WRONG}"
            for row, row_words in enumerate(words_of_rows)
            if row_words is None
        ]
        return [row_words or [] for row_words in words_of_rows]

    def check_regions(self, column: str, text: str, words_of_rows: Sequence[Sequence[str]]) -> None:
        """Note cells of regions that have neither one name for each word of the text nor nothing."""
        for row, cell in enumerate(self.columns.get(column, ())):
            if wrong := words.wrong_regions(cell, words_of_rows[row] or self.columns[text][row].split()):
                self.wrong.append(f"{self.place(row)}: {column} {wrong}")

    def check_matches(self, names: Sequence[str], texts: Sequence[str], known: Mapping[str, str]) -> None:
        """Note rows whose text is not that of what their id names, even loosely; other ids and empty texts pass."""
        self.wrong += [
            f"{self.place(row)}: its text is {text!r}, but the dataset has {known[name]!r} by this {self.key[0]}; "
            "correct the one that is wrong, or leave out the column of ids or that of texts"
            for row, (name, text) in enumerate(zip(names, texts, strict=True))
            if text and name in known and not matching.agree(text, known[name])
        ]

    def check_alike(self, *names: str) -> None:
        """Note files that lack a column of ratings or labels that others have."""
        for name in names:
            for path in self.several if name in self else []:
                if path not in self.having[name]:
                    self.wrong.append(
                        f"{path}: has no column {name}, which {self.having[name][0]} has; add it, or remove the file"
                    )
