"""The rows of a table with Elo ratings of the orders of five words (no pandas)."""

import re
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path

from acceptability.errors import InputError
from acceptability.reading import sheets, values
from acceptability.reading.report import fail
from acceptability.reading.roles import plain
from acceptability.reading.sheets import Sheet

WORDS = ("colorless", "green", "ideas", "sleep", "furiously")
ORDERS = {f"cgi.{number}": words for number, words in enumerate(permutations(WORDS))}
IDS = {words: name for name, words in ORDERS.items()}
COLUMNS = {"sentence": "the words in order", "elo": "their Elo rating"}


def read_orders(path: str | Path, sentence_column: str = "sentence", elo_column: str = "elo", **reading) -> list[dict]:
    """Read ``sentence_id``, ``sentence`` (as in the file), ``elo`` and ``row`` of each order, in the order of the ids.

    Capital letters and punctuation do not matter. Rows of other sentences are left out. InputError where a column is
    missing, where an order is missing or there twice, and where a rating is not a number.
    """
    sheet = sheets.read(path, **reading)
    sentence, elo = (_place(sheet, key, name) for key, name in (("sentence", sentence_column), ("elo", elo_column)))
    comma, mixed_marks = values.decimal_mark([cells[elo] for cells in sheet.rows])
    by_id, wrong = {}, [mixed_marks] if mixed_marks else []
    for number, cells in zip(sheet.numbers, sheet.rows, strict=True):
        if (words := words_of(cells[sentence])) not in IDS:
            continue
        rating = cells[elo].strip()
        fault = values.fault_of_number(rating, may_be_empty=False, fix="")
        wrong += [f"row {number}: {sheet.header[elo]} {fault}"] if fault else []
        record = {"row": number, "sentence_id": IDS[words], "sentence": cells[sentence].strip()}
        record["elo"] = values.number_of(rating, comma)
        first = by_id.setdefault(record["sentence_id"], record)
        if first is not record:
            wrong.append(f"rows {first['row']} and {record['row']}: both rate {first['sentence']!r}; keep one")
    missing = [f"there is no row for {' '.join(ORDERS[name])!r}; add it" for name in ORDERS if name not in by_id]
    fail(path, wrong + missing)
    return [by_id[name] for name in ORDERS]


def words_of(sentence: str) -> tuple[str, ...]:
    """Return the words of a sentence without capital letters and punctuation."""
    return tuple(re.findall(r"\w+", sentence.casefold()))


def _place(sheet: Sheet, key: str, name: str) -> int:
    """Find the column of a field; case, blanks and punctuation of its name do not matter."""
    places = [place for place, header in enumerate(sheet.header) if plain(header) == plain(name)]
    if len(places) != 1:
        raise InputError(
            f"{sheet.path}: has {'several columns' if places else 'no column'} {name!r}; under columns, write {key}: "
            f"and the column with {COLUMNS[key]}; it has: {', '.join(sheet.header)}"
        )
    return places[0]


def equally_rated(records: list[dict]) -> int:
    """Count the pairs of orders with the same Elo rating."""
    return sum(number * (number - 1) // 2 for number in Counter(record["elo"] for record in records).values())


def exchanges(one: str, other: str) -> int:
    """Count the exchanges of neighbouring words from an order to another: the pairs of words in opposite order."""
    first, second = ORDERS[one], ORDERS[other]
    return sum(second.index(a) > second.index(b) for a, b in combinations(first, 2))
