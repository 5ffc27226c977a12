"""Columns of users' files: which header means what, and whether the cells can be used."""

import difflib
import math
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from acceptability import segmentation
from acceptability.datasets.user_files import Sheet, fail
from acceptability.errors import InputError

MISSING = ("nan", "na", "n/a", "#n/a", "null", "none", "-", "--", "?", ".")  # how people mark a missing number
INFINITE = ("inf", "infinity", "∞")
COMPUTED = ("nan", *INFINITE)  # what programs write where they computed no number
NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?", re.ASCII)  # with a point or a comma


@dataclass(frozen=True)
class Field:
    """A column that a file may have.

    Attributes:
        others: further names of it; case, blanks and punctuation never matter.
        number: whether its cells are numbers.
        needed: whether every file has it.
        may_be_empty: whether single cells may be empty.
        mend: what to do about a cell without a value, if the row cannot just be left out.
    """

    description: str
    others: tuple[str, ...] = ()
    number: bool = False
    needed: bool = False
    may_be_empty: bool = False
    mend: str = ""


def is_number(cell: str) -> bool:
    """Say whether a cell holds a number as people write them."""
    return NUMBER.fullmatch(cell.strip().replace("−", "-")) is not None


def is_written_for(cell: str, words: tuple[str, ...]) -> bool:
    """Say whether a cell holds one of these words where a number belongs, with any sign and in any case."""
    return cell.strip().lower().lstrip("+-−") in words


Fields = Mapping[str, Field]
WORDS = Field(
    "its words, in order, with | or spaces between them; for languages that write no spaces", may_be_empty=True
)
REGIONS = Field("the region of each of its words, in order, with spaces between them", may_be_empty=True)


def plain(name: str) -> str:
    """Return a header without case, blanks and punctuation."""
    return re.sub(r"[\W_]+", "", name.casefold())


def match(sheet: Sheet, fields: Fields) -> tuple[dict[str, int], dict[str, int]]:
    """Find the places of the fields that a file has, and of its other columns (notes), by their headers.

    InputError where two columns are the same field, a needed one is missing, or the header of a note looks like a
    misspelt field.
    """
    meaning = _meaning(fields)
    known: dict[str, int] = {}
    notes: dict[str, int] = {}
    for place, header in enumerate(sheet.header):
        name = meaning.get(plain(header))
        if name is None:
            notes[header] = place
        elif name in known:
            both = f"{sheet.header[known[name]]!r} and {header!r}"
            raise InputError(f"{sheet.path}, row 1: the columns {both} both mean {name}; rename one, or remove it")
        else:
            known[name] = place
    absent = [other for other, name in meaning.items() if name not in known]
    for header in notes:
        if close := difflib.get_close_matches(plain(header), absent, n=1, cutoff=0.85):
            raise InputError(
                f"{sheet.path}, row 1: the column {header!r} is not known; did you mean {meaning[close[0]]!r}? "
                "Rename it, or give a column of notes a less similar name"
            )
    for name, field in fields.items():
        if field.needed and name not in known:
            others = ", ".join(field.others)
            raise InputError(
                f"{sheet.path}: the column {name!r} is missing: {field.description} (also understood: {others}); "
                f"it has: {', '.join(sheet.header)}"
            )
    return known, notes


def _meaning(fields: Fields) -> dict[str, str]:
    """Return the field that each plain header names."""
    return {plain(other): name for name, field in fields.items() for other in (name, *field.others)}


def check_alike(sheet: Sheet, fields: Fields) -> None:
    """Raise InputError for a file that lacks columns of another one, of several that are read as one.

    Notes may be lacking, and fields whose cells may be empty.
    """
    meaning = _meaning(fields)
    known = {path: {meaning.get(plain(name)) for name in header} for path, header in sheet.headers.items()}
    filled = [name for name in fields if not fields[name].may_be_empty]
    filled.sort(key=lambda name: not fields[name].needed)
    for name in filled:
        having = [path for path, own in known.items() if name in own]
        lacking = [path for path, own in known.items() if name not in own]
        if having and lacking:
            lacks = [other for other in filled if other in known[having[0]] - known[lacking[0]]]
            columns, them = ("columns", "them") if len(lacks) > 1 else ("column", "it")
            raise InputError(
                f"{lacking[0]}: has no {columns} {' and '.join(lacks)}, which {having[0]} has; add {them}, or remove "
                "the file"
            )


def merged(sheet: Sheet, fields: Fields) -> Sheet:
    """Return a table with one column for each field, where several files that are read as one name it differently.

    InputError for a file that lacks columns of another one, that has two columns of one field, or a misspelt one.
    """
    check_alike(sheet, fields)
    for path, header in sheet.headers.items():
        match(Sheet(path, header, [], []), fields)
    meaning, places = _meaning(fields), defaultdict(list)
    for place, header in enumerate(sheet.header):
        places[meaning.get(plain(header), header)].append(place)
    rows = [["".join(cells[place] for place in own) for own in places.values()] for cells in sheet.rows]
    return replace(sheet, header=[sheet.header[own[0]] for own in places.values()], rows=rows)


def read_records(sheet: Sheet, fields: Fields, key: tuple[str, ...], *, unique: bool = True) -> list[dict]:
    """Read a dictionary for each row: a text or a number (None: empty) for each field that the file has, and ``row``.

    Messages name a row by its ``key`` (fields that a file may lack). Rows with the same key are twins, unless it need
    not be ``unique``. InputError that lists every cell that cannot be used, and every pair of twins.
    """
    known, _ = match(sheet, fields)
    records, wrong = [], []
    twins = defaultdict(list)
    for number, cells in zip(sheet.numbers, sheet.rows, strict=True):
        record: dict = {"row": number}
        for name, column in known.items():
            value, complaint = _value(cells[column], fields[name])
            record[name] = value
            if complaint:
                place = place_of(number, key, known, cells)
                wrong.append(f"{place}: {sheet.header[column]} {complaint}")
        records.append(record)
        if unique and key and all(record.get(name) for name in key):
            twins[tuple(record[name] for name in key)].append(number)
    for values, numbers in twins.items():
        if len(numbers) > 1:
            what = " and ".join(f"{name} {value!r}" for name, value in zip(key, values, strict=True))
            rows = ", ".join(map(str, numbers[:-1]))
            wrong.append(f"rows {rows} and {numbers[-1]}: have the same {what}; give each row its own")
    fail(sheet.path, wrong)
    return records


def read_words(path: str, records: list[dict], key: str, columns: Mapping[str, str], way: str | None) -> None:
    """Put lists of words in the place of cells of words, where a text has some, or ``way`` says what words are.

    Parameters:
        columns: the column of the text, by the column of its words.
        way: one of segmentation.WAYS, or None: then words are known only where the table has them.

    InputError where a cell has other words than its text, and where a table has words and ``way`` is given, too.
    """
    wrong = []
    for record in records:
        for column, sentence in columns.items():
            cell, text = record.get(column), record[sentence]
            if column in record and way:
                raise InputError(f"{path}: has a column {column}, and words: {way} says otherwise; keep one of the two")
            words = segmentation.marked(cell, text) if cell else None
            if cell and words is None:
                wrong.append(
                    f"row {record['row']} ({key} {record[key]!r}): {column} are not the words of the sentence; write "
                    "all of it, with | between words, or rename the column, if it is about something else"
                )
            record[column] = words or (segmentation.split(text, way) if way else [])
    fail(path, wrong)


def check_regions(path: str, records: list[dict], key: str, columns: Mapping[str, tuple[str, str]]) -> None:
    """Raise InputError where a cell of regions has neither one name for each word of its text nor nothing.

    ``columns``: those of the text and of its words (see read_words), by the column of regions.
    """
    wrong = []
    for record in records:
        for regions, (sentence, segmented) in columns.items():
            names, words = (record.get(regions) or "").split(), record[segmented] or record[sentence].split()
            if names and len(names) != len(words):
                wrong.append(
                    f"row {record['row']} ({key} {record[key]!r}): {regions} has {len(names)} names for {len(words)} "
                    "words; write one for each word, with spaces between them, or leave the cell empty"
                )
    fail(path, wrong)


def place_of(number: int, key: tuple[str, ...], known: Mapping[str, int], cells: list[str]) -> str:
    """Name a row as messages do: by its number and its id."""
    ids = [f"{name} {cells[known[name]].strip()!r}" for name in key if name in known]
    return f"row {number}" + (f" ({', '.join(ids)})" if ids else "")


def _value(cell: str, field: Field) -> tuple[str | float | None, str]:
    """Return what a cell holds, and what is wrong with it, if anything."""
    text = cell.strip().replace("\n", " ")
    mend = field.mend or "fill it in, or leave the row out"
    if not text:
        return None, "" if field.may_be_empty else f"is empty; {mend}"
    if not field.number:
        return text, ""
    if not is_number(text):
        if is_written_for(text, MISSING) or text in MISSING:
            return None, f"is {text!r}; {'leave the cell empty, or fill it in' if field.may_be_empty else mend}"
        what = "not finite" if is_written_for(text, INFINITE) else "not a number"
        return None, f"is {text!r}, which is {what}; {field.mend or 'correct it'}"
    value = float(text.replace("−", "-").replace(",", "."))
    if not math.isfinite(value):
        return None, f"is {text!r}, which is too large; {field.mend or 'correct it'}"
    return value, ""
